"""Views, actions, events and card effects in words, English and Japanese."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from boardkit.game import Game
from boardkit.games.tamakushige import cards as data
from boardkit.games.tamakushige import events as ev
from boardkit.games.tamakushige import model
from boardkit.games.tamakushige.model import SeatView, View
from boardkit.state import Action, Event

__all__ = ["Words", "ability_text", "card_text", "describe", "text"]


class Words:
    """Names in one language; what a component set of one's own does not name is called by its id."""

    def __init__(self, game: Game[Any, Any, Any], language: str) -> None:
        self.ja = language == "ja"
        self.language = language
        self.names = game.names()

    def name(self, category: str, key: str) -> str:
        """Return the name of ``key`` in ``category``."""
        title = self.names.get(category, {}).get(key)
        return key if title is None else title.in_language(self.language)

    def card(self, card: str | None) -> str:
        """Return the name of a number card; ``?`` for a hidden one."""
        return "?" if card is None else self.name("cards", card)

    def cards(self, cards: Iterable[str]) -> str:
        """Return the names of several cards."""
        return self.join(self.card(card) for card in cards)

    def heart(self, heart: str | None) -> str:
        """Return the name of a kokoromoyou card; ``?`` for a hidden one."""
        return "?" if heart is None else self.name("hearts", heart)

    def player(self, seat: int) -> str:
        """Return what a player is called."""
        return f"プレイヤー{seat}" if self.ja else f"Player {seat}"

    def join(self, parts: Iterable[str]) -> str:
        """Return a list of things."""
        return ("、" if self.ja else ", ").join(parts) or "-"

    def say(self, en: str, ja: str) -> str:
        """Return the sentence in the language of these words."""
        return ja if self.ja else en


# ---- cards ---------------------------------------------------------------------------------------


def card_text(card: data.NumberCard, words: Words) -> str:
    """Return what a number card does."""
    sentences = [_effect_text(effect, words) for effect in card.effects]
    return " ".join(sentences) if sentences else words.say("No effect.", "効果なし。")


def _effect_text(effect: data.Effect, words: Words) -> str:
    what = _EFFECT_TEXTS[type(effect)](effect, words)
    when = "" if effect.when is None else _condition_text(effect.when, words)
    if words.ja:
        what = what.removesuffix("。") + ("(任意)。" if effect.optional else "。")
        return f"{when}{what}"
    if effect.optional:
        what = "You may " + what[0].lower() + what[1:]
    return f"{when}{what[0].lower() + what[1:]}" if when else what


def _condition_text(condition: data.Condition, words: Words) -> str:
    if isinstance(condition, data.AcquiredSuitAtLeastCondition):
        suit = words.name("suits", condition.suit)
        return words.say(
            f"With {condition.cards}+ {suit.lower()} acquired: ", f"{suit}{condition.cards}枚以上獲得:"
        )
    if isinstance(condition, data.AcquiredTotalAtLeastCondition):
        return words.say(f"With {condition.cards}+ cards acquired: ", f"{condition.cards}枚以上獲得:")
    if isinstance(condition, data.LanternsAtLeastCondition):
        return words.say(
            f"With {condition.lanterns}+ lanterns collected: ", f"灯篭{condition.lanterns}個以上:"
        )
    return words.say("With all suits acquired: ", "全スート獲得:")


def _points_text(effect: data.PointsEffect, words: Words) -> str:
    number = abs(effect.change)
    if effect.change > 0:
        return words.say(f"Gain {number} point{'s' * (number > 1)}.", f"{number}点を得る。")
    return words.say(f"Lose {number} point{'s' * (number > 1)}.", f"{number}点を失う。")


_EFFECT_TEXTS: dict[type, Callable[[Any, Words], str]] = {
    data.PointsEffect: _points_text,
    data.GainScytheEffect: lambda effect, words: words.say(
        f"Take {effect.tokens} scythe{'s' * (effect.tokens > 1)}.", f"鎌を{effect.tokens}個得る。"
    ),
    data.LoseScytheEffect: lambda effect, words: words.say(
        f"Return {effect.tokens} scythe{'s' * (effect.tokens > 1)}.", f"鎌を{effect.tokens}個戻す。"
    ),
    data.MoveSoulTowardCenterEffect: lambda effect, words: words.say(  # noqa: ARG005  one signature for all
        "Move the soul toward the centre.", "魂を中央へ1マス動かす。"
    ),
    data.RelightLanternEffect: lambda effect, words: words.say(  # noqa: ARG005  as above
        "Put a lantern back on an empty circle.", "灯篭を1個、空いた円に戻す。"
    ),
    data.PeekRoleEffect: lambda effect, words: words.say(  # noqa: ARG005  as above
        "Look at another player's kokoromoyou card.", "他の1人のこころもよふカードを見る。"
    ),
    data.SwapHandCardEffect: lambda effect, words: words.say(  # noqa: ARG005  as above
        "Swap a hand card with another player.", "他の1人と手札を1枚交換する。"
    ),
    data.ChooseNextStarterEffect: lambda effect, words: words.say(  # noqa: ARG005  as above
        "Choose who leads the next trick.", "次のスタートプレイヤーを選ぶ。"
    ),
    data.StealScytheEffect: lambda effect, words: words.say(  # noqa: ARG005  as above
        "Take a scythe from another player.", "他の1人から鎌を1個奪う。"
    ),
    data.DiscardAcquiredEffect: lambda effect, words: words.say(  # noqa: ARG005  as above
        "Discard one of your acquired cards.", "獲得したカードを1枚捨てる。"
    ),
    data.EliminateSelfEffect: lambda effect, words: words.say(  # noqa: ARG005  as above
        "You are eliminated.", "自分が脱落する。"
    ),
    data.EliminateOtherEffect: lambda effect, words: words.say(  # noqa: ARG005  as above
        "Eliminate another player.", "他の1人を脱落させる。"
    ),
}


def ability_text(ability: data.Ability | None, words: Words) -> str:
    """Return what the ability of a kokoromoyou card is."""
    if isinstance(ability, data.ReservedScytheAbility):
        return words.say("A scythe of your own, before playing.", "プレイ前に使える専用の鎌1個。")
    if isinstance(ability, data.IgnoreEliminationAbility):
        return words.say("Show to ignore one elimination.", "公開して脱落を1回無視。")
    if isinstance(ability, data.WinWithoutHozukiAbility):
        return words.say(
            f"+{ability.points} if your side wins and you have no hozuki.",
            f"自陣営が勝ち鬼灯0枚なら+{ability.points}点。",
        )
    if isinstance(ability, data.LanternsOnOwnCardsAbility):
        return words.say(
            f"+{ability.points} if your cards collect {ability.lanterns}+ lanterns.",
            f"自分のカードで灯篭{ability.lanterns}個以上なら+{ability.points}点。",
        )
    if isinstance(ability, data.VoidOnOwnMoveAbility):
        return words.say(
            f"+{ability.points} if your card or scythe sends the soul into the void.",
            f"自分のカードか鎌で魂が虚に出たら+{ability.points}点。",
        )
    return words.say("No ability.", "能力なし。")


# ---- actions and events --------------------------------------------------------------------------


def describe(game: Game[Any, Any, Any], thing: Action | Event, language: str = "en") -> str:
    """Return one line for an action or event."""
    words = Words(game, language)
    return (_ACTIONS.get(type(thing)) or _EVENTS[type(thing)])(thing, words)


def _action(name: str, what: Callable[[Any, Words], str]) -> Callable[[Any, Words], str]:
    def line(action: Any, words: Words) -> str:
        verb, rest = words.name("actions", name), what(action, words)
        if not rest:
            return verb
        return f"{verb}: {rest}" if words.ja else f"{verb} {rest}"

    return line


def _its_card(action: Any, words: Words) -> str:
    return words.card(action.card)


def _its_direction(action: Any, words: Words) -> str:
    return words.name("directions", action.direction)


def _space(space: int, words: Words) -> str:
    return words.say(f"space {space}", f"マス{space}")


_ACTIONS: dict[type, Callable[[Any, Words], str]] = {
    model.Play: _action("Play", _its_card),
    model.Scythe: _action("Scythe", _its_direction),
    model.ReservedScythe: _action("ReservedScythe", _its_direction),
    model.Decline: _action("Decline", lambda action, words: ""),  # noqa: ARG005  one signature for all
    model.Accept: _action("Accept", lambda action, words: ""),  # noqa: ARG005  as above
    model.Acquire: _action("Acquire", _its_card),
    model.Give: _action("Give", _its_card),
    model.Process: _action("Process", _its_card),
    model.Target: _action("Target", lambda action, words: words.player(action.player)),
    model.Relight: _action("Relight", lambda action, words: _space(action.circle, words)),
    model.SwapCard: _action("SwapCard", _its_card),
    model.DropAcquired: _action("DropAcquired", _its_card),
}


def _soul_moved(event: ev.SoulMoved, words: Words) -> str:
    to = words.name("tokens", "void") if event.end is None else _space(event.end, words)
    way = words.name("directions", event.direction)
    return words.say(f"The soul moves {way} to {to.lower()}", f"魂が{way}へ移動: {to}")


def _acquired(event: ev.CardAcquired, words: Words) -> str:
    player, card = words.player(event.player), words.card(event.card)
    if event.how == "given":
        return words.say(f"{player} is given {card}", f"{player}が{card}を渡される")
    return words.say(f"{player} acquires {card}", f"{player}が{card}を獲得")


def _scythe_used(event: ev.ScytheUsed, words: Words) -> str:
    player, way = words.player(event.player), words.name("directions", event.direction)
    own_en, own_ja = (" reserved", "専用の") if event.reserved else ("", "")
    return words.say(f"{player} uses a{own_en} scythe: {way}", f"{player}が{own_ja}鎌を使用: {way}")


def _declined(event: ev.Declined, words: Words) -> str:
    player = words.player(event.player)
    what = {
        "scythe": ("no scythe", "鎌を使わない"),
        "effect": ("does not use the effect", "効果を使わない"),
        "ignore": ("shows no card", "カードを公開しない"),
    }[event.to]
    return f"{player}: {words.say(*what)}"


def _points_changed(event: ev.PointsChanged, words: Words) -> str:
    return words.say(
        f"{words.player(event.player)}: {event.change:+d} points",
        f"{words.player(event.player)}: {event.change:+d}点",
    )


def _round_ended(event: ev.RoundEnded, words: Words) -> str:
    why, winner = words.name("endings", event.ending), words.name("factions", event.winner)
    return words.say(f"The round ends ({why}): {winner.lower()} wins", f"ラウンド終了({why}): {winner}の勝利")


def _scored(event: ev.Scored, words: Words) -> str:
    parts = f"{event.faction} + {event.cards} + {event.ability}"
    return words.say(
        f"{words.player(event.player)} scores {parts}", f"{words.player(event.player)}の得点: {parts}"
    )


def _line(en: str, ja: str) -> Callable[[Any, Words], str]:
    """Return a sentence with the event's fields filled in by name."""

    def line(event: Any, words: Words) -> str:
        filled = {field: _field(event, field, words) for field in event.__struct_fields__}
        return words.say(en, ja).format(**filled)

    return line


def _field(event: Event, field: str, words: Words) -> str:
    value = getattr(event, field)
    if field in {"player", "target", "partner", "victim", "starter", "weakest"}:
        return words.player(value)
    if field == "start":
        return words.player(value) if isinstance(event, ev.RoundStarted) else _space(value, words)
    if field in {"card", "given", "received"}:
        return words.card(value)
    if field == "cards":
        return "?" if value is None else words.cards(value)
    if field == "heart":
        return words.heart(value)
    if field == "hearts":
        return words.join(words.heart(heart) for heart in value)
    if field == "winners":
        return words.join(words.player(seat) for seat in value)
    if field == "space":
        return _space(value, words)
    return str(value)


_EVENTS: dict[type, Callable[[Any, Words], str]] = {
    ev.RoundStarted: _line("Round {round}: {start} starts", "第{round}ラウンド: スタートは{start}"),
    ev.Dealt: _line("{player} is dealt {count} cards: {cards}", "{player}に{count}枚配る: {cards}"),
    ev.HeartDealt: _line(
        "{player} gets a kokoromoyou card: {heart}", "{player}にこころもよふカードを配る: {heart}"
    ),
    ev.CardPlayed: _line("{player} plays {card}", "{player}が{card}をプレイ"),
    ev.ScytheUsed: _scythe_used,
    ev.Declined: _declined,
    ev.SoulMoved: _soul_moved,
    ev.SoulStayed: _line("The soul stays on {space}", "魂は{space}に留まる"),
    ev.LanternCollected: _line("The lantern on {space} is collected", "{space}の灯篭を獲得"),
    ev.TrickWon: _line(
        "{player} wins the trick, {weakest} played the weakest card",
        "{player}がトリックに勝利、最弱は{weakest}",
    ),
    ev.CardAcquired: _acquired,
    ev.CardsDiscarded: _line("Discarded: {cards}", "捨て札: {cards}"),
    ev.CardProcessed: _line("{player} processes {card}", "{player}が{card}の効果を処理"),
    ev.PointsChanged: _points_changed,
    ev.ScythesGained: _line("{player} takes scythes: {tokens}", "{player}が鎌を得る: {tokens}個"),
    ev.ScythesReturned: _line("{player} returns scythes: {tokens}", "{player}が鎌を戻す: {tokens}個"),
    ev.ScythesStolen: _line("{player} takes a scythe from {victim}", "{player}が{victim}から鎌を奪う"),
    ev.LanternRelit: _line("A lantern is put back on {space}", "{space}に灯篭を戻す"),
    ev.Peeked: _line(
        "{player} looks at the card of {target}: {heart}", "{player}が{target}のカードを見る: {heart}"
    ),
    ev.SwapOffered: _line(
        "{player} has picked a card for {partner}", "{player}が{partner}に渡すカードを選んだ"
    ),
    ev.CardsSwapped: _line(
        "{player} and {partner} swap {given} for {received}",
        "{player}と{partner}が交換: {given} ⇔ {received}",
    ),
    ev.StarterChosen: _line("{player} chooses {starter} to lead", "{player}が次のリードに{starter}を選ぶ"),
    ev.AcquiredDiscarded: _line("{player} discards {card}", "{player}が{card}を捨てる"),
    ev.Eliminated: _line("{player} is eliminated", "{player}が脱落"),
    ev.EliminationIgnored: _line("{player} shows {heart} and stays", "{player}が{heart}を公開して残る"),
    ev.RoundEnded: _round_ended,
    ev.HeartsRevealed: _line("Kokoromoyou cards: {hearts}", "こころもよふカード: {hearts}"),
    ev.Scored: _scored,
    ev.TableCleared: _line("Everything is put away", "片付け"),
    ev.MatchEnded: _line("The match is over: {winners}", "ゲーム終了: {winners}の勝利"),
}


# ---- views ---------------------------------------------------------------------------------------


def text(view: View, language: str = "en") -> str:
    """Return a view as a few lines."""
    words = Words(view.game, language)
    soul = words.name("tokens", "void") if view.soul is None else _space(view.soul, words)
    lit = words.join(str(space) for space in view.lit)
    lines = [
        words.say(
            f"Round {view.round}, soul on {soul.lower()}, lanterns on {lit}, collected {view.collected}",
            f"第{view.round}ラウンド 魂: {soul} 灯篭: {lit} 獲得: {view.collected}",
        ),
        asked(view, words),
    ]
    lines += [_seat_line(view, number, seat, words) for number, seat in enumerate(view.seats)]
    trick = words.join(f"{words.player(play.player)} {words.card(play.card)}" for play in view.trick)
    zone = words.names["zones"]
    lines.append(f"{zone['trick'].in_language(language)}: {trick}")
    lines.append(f"{zone['discards'].in_language(language)}: {words.cards(view.discards)}")
    if view.hand is not None:
        lines.append(f"{zone['hand'].in_language(language)}: {words.cards(view.hand)}")
    lines += [_swap_line(swap, words) for swap in view.swaps]
    return "\n".join(lines)


def asked(view: View, words: Words) -> str:
    """Return who is asked what."""
    phase = words.name("phases", view.phase)
    if view.current_player is None:
        return phase.capitalize()
    details = []
    if view.window is not None:
        details.append(words.name("windows", view.window))
    if view.resolution is not None and view.resolution.card is not None:
        details.append(words.card(view.resolution.card))
    more = f" ({words.join(details)})" if details else ""
    player = words.player(view.current_player)
    return words.say(f"{player} {phase}{more}", f"{player}: {phase}{more}")


def _seat_line(view: View, number: int, seat: SeatView, words: Words) -> str:
    who = words.player(number)
    if number == view.player:
        who += words.say(" (you)", "(自分)")
    if not seat.active:
        who += words.say(", eliminated", "・脱落")
    heart = words.heart(seat.heart)
    parts = [
        words.say(f"score {seat.score}+{seat.points}", f"得点{seat.score}+{seat.points}"),
        words.say(f"hand {seat.hand}", f"手札{seat.hand}"),
        words.say(f"scythes {seat.scythes}", f"鎌{seat.scythes}"),
        heart,
        words.say("acquired ", "獲得 ") + words.cards(seat.acquired),
    ]
    return f"{who}: " + words.join(parts)


def _swap_line(swap: model.SwapView, words: Words) -> str:
    player, partner = words.player(swap.player), words.player(swap.partner)
    given, received = words.card(swap.given), words.card(swap.received)
    return words.say(
        f"{player} and {partner} swapped {given} for {received}",
        f"{player}と{partner}が交換: {given} ⇔ {received}",
    )
