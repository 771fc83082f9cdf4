"""Views, actions and events as lines of text, in English and Japanese."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boardkit.games.fifteen_days import events as e
from boardkit.games.fifteen_days import model as m

__all__ = ["Words", "describe", "text"]


class Words:
    """The names of one language.

    Args:
        game: whose names.
        language: ``"ja"`` for Japanese, anything else for English.
    """

    def __init__(self, game: Any, language: str) -> None:
        self.ja = language == "ja"
        self.names = game.names()
        self.language = "ja" if self.ja else "en"

    def __call__(self, category: str, name: str) -> str:
        """Return the name of a thing."""
        return self.names[category][name].in_language(self.language)  # type: ignore[no-any-return]

    def say(self, en: str, ja: str) -> str:
        """Return the sentence of this language."""
        return ja if self.ja else en

    def card(self, name: str | None) -> str:
        """Return the name of a card, ``?`` for a hidden one."""
        return "?" if name is None else self("cards", name)

    def cards(self, names: tuple[Any, ...]) -> str:
        """Return the names of several cards."""
        return self.say(", ", "、").join(self.card(name) for name in names) or self.say("none", "なし")

    def front(self, season: str, value: int) -> str:
        """Return the name of a front."""
        return self("cards", f"{season}-{value}")

    def player(self, seat: int | None) -> str:
        """Return the name of a seat, or of the bot."""
        if seat is None:
            return self("zones", "bot")
        return self.say(f"Player {seat + 1}", f"プレイヤー{seat + 1}")


# ---- actions ------------------------------------------------------------------------------------


def _with_feather(line: str, action: Any, words: Words, animal: str) -> str:
    if not action.feather:
        return line
    name = words("animals", animal)
    return line + words.say(f" (feather: {name.lower()})", f"(羽: {name})")


def _draw(a: Any, w: Words) -> str:
    pile = w("zones", a.pile)
    return _with_feather(w.say(f"Draw from the {pile.lower()}", f"{pile}から引く"), a, w, "squirrel")


def _take(a: Any, w: Words) -> str:
    source = w("zones", a.source)
    return _with_feather(w.say(f"Take from {_the(source)}", f"{source}から取る"), a, w, "rabbit")


def _the(zone: str) -> str:
    zone = zone[0].lower() + zone[1:]
    return f"the {zone}" if zone.endswith("pile") else zone


def _place(a: Any, w: Words) -> str:
    card = w.front(a.season, a.value)
    return _with_feather(
        w.say(f"Place {card} in corner {a.corner}", f"{card}をコーナー{a.corner}に置く"), a, w, "frog"
    )


def _pay(a: Any, w: Words) -> str:
    card = w.front(a.season, a.value)
    return w.say(f"Pay {card}", f"{card}を支払う")


def _take_wild(a: Any, w: Words) -> str:
    first, second = w.card(a.first), w.card(a.second)
    return w.say(f"Discard {first}, then {second}, for a wild", f"{first}、{second}を捨ててワイルドを取る")


def _put_wild(a: Any, w: Words) -> str:
    if a.value is None:
        return w.say(f"Put the wild in empty corner {a.corner}", f"ワイルドを空のコーナー{a.corner}に置く")
    return w.say(
        f"Put the wild in corner {a.corner} as {a.value}",
        f"ワイルドをコーナー{a.corner}の{a.value}として置く",
    )


def _refill(a: Any, w: Words) -> str:
    pile = w("zones", a.pile)
    return w.say(f"Refill from the {pile.lower()}", f"{pile}から補充する")


def _finish(a: Any, w: Words) -> str:  # noqa: ARG001  one signature for all
    return w.say("Finish placing", "カードを置くのを終える")


def _otter(a: Any, w: Words) -> str:  # noqa: ARG001  one signature for all
    return w.say("Spend a feather for the otter", "羽を使ってカワウソの効果を得る")


def _discard(a: Any, w: Words) -> str:
    card = w.front(a.season, a.value)
    return w.say(f"Discard {card}", f"{card}を捨てる")


# ---- events -------------------------------------------------------------------------------------


def _game_began(v: Any, w: Words) -> str:
    who = w.player(v.player)
    if v.removed:
        return w.say(f"{who} begins; {v.removed} cards are out", f"{who}が先手。{v.removed}枚を除外")
    return w.say(f"{who} begins", f"{who}が先手")


def _dealt(v: Any, w: Words) -> str:
    who = w.player(v.player)
    if v.cards is None:
        return w.say(f"{who} is dealt a hand", f"{who}に手札が配られた")
    return w.say(f"{who} is dealt {w.cards(v.cards)}", f"{who}に{w.cards(v.cards)}が配られた")


def _turn_began(v: Any, w: Words) -> str:
    return w.say(f"Turn of {w.player(v.player)}", f"{w.player(v.player)}の手番")


def _feather_spent(v: Any, w: Words) -> str:
    who, animal = w.player(v.player), w("animals", v.animal)
    return w.say(f"{who} spends a feather for the {animal.lower()}", f"{who}が羽を使い{animal}の効果を得た")


def _drew(v: Any, w: Words) -> str:
    who, pile = w.player(v.player), w("zones", v.pile)
    back = "" if v.back is None else w.say(f" (back: {w('backs', v.back)})", f"(裏: {w('backs', v.back)})")
    if v.card is None:
        return w.say(f"{who} draws from the {pile.lower()}{back}", f"{who}が{pile}から引いた{back}")
    card = w.card(v.card)
    return w.say(
        f"{who} draws {card} from the {pile.lower()}{back}", f"{who}が{pile}から{card}を引いた{back}"
    )


def _took(v: Any, w: Words) -> str:
    who, card, source = w.player(v.player), w.card(v.card), w("zones", v.source)
    return w.say(f"{who} takes {card} from {_the(source)}", f"{who}が{source}から{card}を取った")


def _refilled(v: Any, w: Words) -> str:
    card, pile = w.card(v.card), w("zones", v.pile)
    return w.say(
        f"{card} comes from the {pile.lower()} to market column {v.column}",
        f"{pile}の{card}が市場の列{v.column}に置かれた",
    )


def _swept(v: Any, w: Words) -> str:
    return w.say(
        f"{w.card(v.card)} is swept off market column {v.column}",
        f"市場の列{v.column}の{w.card(v.card)}も捨てられた",
    )


def _placed(v: Any, w: Words) -> str:
    who, card = w.player(v.player), w.card(v.card)
    freed = w.say(", freeing a wild", "、ワイルドが移動できる") if v.freed else ""
    return w.say(
        f"{who} places {card} in corner {v.corner} (cost {v.cost}, {v.points:+d}){freed}",
        f"{who}が{card}をコーナー{v.corner}に置いた(コスト{v.cost}、{v.points:+d}点){freed}",
    )


def _discarded(v: Any, w: Words) -> str:
    who, card, reason = w.player(v.player), w.card(v.card), w("reasons", v.reason)
    return w.say(f"{who} discards {card} ({reason})", f"{who}が{card}を捨てた({reason})")


def _wild_taken(v: Any, w: Words) -> str:
    who = w.player(v.player)
    bonus = w.say(" as a bonus", "ボーナスとして") if v.bonus else ""
    return w.say(f"{who} takes a wild{bonus}", f"{who}が{bonus}ワイルドを取った")


def _wild_put(v: Any, w: Words) -> str:
    who = w.player(v.player)
    if v.value is None:
        return w.say(
            f"{who} puts a wild in corner {v.corner}", f"{who}がワイルドをコーナー{v.corner}に置いた"
        )
    return w.say(
        f"{who} puts a wild in corner {v.corner} as {v.value} ({v.points:+d})",
        f"{who}がワイルドをコーナー{v.corner}の{v.value}として置いた({v.points:+d}点)",
    )


def _wild_returned(v: Any, w: Words) -> str:
    who = w.player(v.player)
    return w.say(f"{who}'s wild goes back to the supply", f"{who}のワイルドはサプライに戻った")


def _animal_taken(v: Any, w: Words) -> str:
    who, animal = w.player(v.player), w("animals", v.animal)
    if v.robbed is None and not v.from_bot:
        return w.say(f"{who} takes the {animal.lower()}", f"{who}が{animal}を獲得した")
    loser = w.player(v.robbed)
    return w.say(f"{who} takes the {animal.lower()} from {loser}", f"{who}が{loser}から{animal}を奪った")


def _feather_gained(v: Any, w: Words) -> str:
    return w.say(f"{w.player(v.player)} gets a feather", f"{w.player(v.player)}が羽を得た")


def _pile_emptied(v: Any, w: Words) -> str:
    who, pile = w.player(v.player), w("zones", v.pile)
    return w.say(f"{who} has emptied the {pile.lower()}", f"{who}が{pile}を使い切った")


def _set_completed(v: Any, w: Words) -> str:
    return w.say(f"{w.player(v.player)} completes four seasons", f"{w.player(v.player)}が4季節を完成させた")


def _bot_drew(v: Any, w: Words) -> str:
    card, pile = w.card(v.card), w("zones", v.pile)
    return w.say(f"The bot draws {card} from the {pile.lower()}", f"ボットが{pile}から{card}を引いた")


def _bot_discarded(v: Any, w: Words) -> str:
    return w.say(f"The bot discards {w.card(v.card)}", f"ボットが{w.card(v.card)}を捨てた")


def _game_ended(v: Any, w: Words) -> str:
    reason = w("reasons", v.reason)
    return w.say(f"The game is over: {reason}", f"ゲーム終了: {reason}")


_LINES: dict[type[Any], Callable[[Any, Words], str]] = {
    m.Draw: _draw,
    m.Take: _take,
    m.Place: _place,
    m.Pay: _pay,
    m.TakeWild: _take_wild,
    m.PutWild: _put_wild,
    m.RefillFrom: _refill,
    m.FinishAction: _finish,
    m.OtterFeather: _otter,
    m.Discard: _discard,
    e.GameBegan: _game_began,
    e.Dealt: _dealt,
    e.TurnBegan: _turn_began,
    e.FeatherSpent: _feather_spent,
    e.Drew: _drew,
    e.Took: _took,
    e.Refilled: _refilled,
    e.Swept: _swept,
    e.Placed: _placed,
    e.Discarded: _discarded,
    e.WildTaken: _wild_taken,
    e.WildPut: _wild_put,
    e.WildReturned: _wild_returned,
    e.AnimalTaken: _animal_taken,
    e.FeatherGained: _feather_gained,
    e.PileEmptied: _pile_emptied,
    e.SetCompleted: _set_completed,
    e.BotDrew: _bot_drew,
    e.BotDiscarded: _bot_discarded,
    e.GameEnded: _game_ended,
}


def describe(game: Any, thing: Any, language: str = "en") -> str:
    """Return one line for an action or an event."""
    return _LINES[type(thing)](thing, Words(game, language))


# ---- views --------------------------------------------------------------------------------------


def text(view: m.View, language: str = "en") -> str:
    """Return a view as lines of text."""
    w = Words(view.game, language)
    lines = [_headline(view, w)]
    piles = [
        f"{w('zones', name)}: {pile.size}" + (f" ({w('backs', pile.top)})" if pile.top else "")
        for name, pile in zip(m.PILES, view.piles, strict=True)
    ]
    lines.append(w.say("; ", "。").join(piles))
    for number, column in enumerate(view.market, 1):
        lines.append(f"{w('zones', f'column-{number}')}: {w.cards(column)}")
    top = w.cards(view.discards[-1:])
    lines.append(
        w.say(
            f"Discard pile: {len(view.discards)}, top {top}", f"捨て山: {len(view.discards)}枚、一番上は{top}"
        )
    )
    lines.append(
        w.say(
            f"Supply: wilds {view.wilds}, feathers {view.feathers}",
            f"サプライ: ワイルド{view.wilds}、羽{view.feathers}",
        )
    )
    if view.removed:
        lines.append(f"{w('zones', 'removed')}: {view.removed}")
    for seat, player in enumerate(view.seats):
        lines += _player_lines(view, seat, player, w)
    if view.bot is not None:
        points = len(view.bot.cards) + 2 * len(view.bot.animals)
        lines.append(f"{w('zones', 'bot')} ({points}): {w.cards(view.bot.cards)}")
        lines.append("  " + _animals(view.bot.animals, w))
    if view.hand is not None:
        lines.append(f"{w('zones', 'hand')}: {w.cards(view.hand)}")
    return "\n".join(lines)


def _headline(view: m.View, w: Words) -> str:
    if view.current_player is None:
        ranks = ", ".join(f"{w.player(seat)} {rank}" for seat, rank in enumerate(view.ranking or ()))
        return w.say(f"Game over. Ranks: {ranks}", f"ゲーム終了。順位: {ranks}")
    turn = view.turn
    line = f"{w.player(view.current_player)}: {w('phases', turn.phase)}"
    if turn.phase == "choose":
        line += w.say(f", {turn.actions} to go", f"、残り{turn.actions}アクション")
    if turn.cost:
        line += w.say(f", {turn.cost} to discard", f"、あと{turn.cost}枚")
    if view.trigger != "none":
        line += w.say(
            f"; last turns ({w('triggers', view.trigger)}, {view.last_turns} after this)",
            f"。最終手番({w('triggers', view.trigger)}、この後{view.last_turns}手番)",
        )
    return line


def _animals(animals: tuple[str, ...], w: Words) -> str:
    names = w.say(", ", "、").join(w("animals", animal) for animal in animals)
    return w.say(f"animals: {names or 'none'}", f"動物: {names or 'なし'}")


def _player_lines(view: m.View, seat: int, player: m.PlayerView, w: Words) -> list[str]:
    you = w.say(" (you)", "(あなた)") if seat == view.player else ""
    head = w.say(
        f"{w.player(seat)}{you}: score {player.score}, hand {player.hand_size}, feathers {player.feathers}, ",
        f"{w.player(seat)}{you}: {player.score}点、手札{player.hand_size}枚、羽{player.feathers}、",
    )
    lines = [head + _animals(player.animals, w)]
    if player.known:
        lines.append(
            w.say(f"  seen in hand: {w.cards(player.known)}", f"  公開情報の手札: {w.cards(player.known)}")
        )
    if player.backs is not None:
        backs = ", ".join(
            f"{w('backs', b)} {n}" for b, n in zip(("summer", "autumn", "winter"), player.backs, strict=True)
        )
        lines.append(w.say(f"  backs: {backs}", f"  手札の裏面: {backs}"))
    for number, corner in enumerate(player.corners, 1):
        direction = w("directions", view.game.components.data.corners[number - 1])
        content = corner_words(corner, w)
        lines.append(f"  {w('zones', f'corner-{number}')} ({direction}): {content}")
    return lines


def corner_words(corner: m.Corner, w: Words) -> str:
    """Return what lies in a corner."""
    if corner.season is None:
        if corner.unbound:
            return w.say("a wild, not bound yet", "ワイルド(未定)")
        return w.say("empty", "空")
    values = sorted(
        [(int(name.split("-")[1]), "") for name in corner.cards]
        + ([(corner.wild, "*")] if corner.wild else [])
    )
    return f"{w('seasons', corner.season)} " + " ".join(f"{value}{mark}" for value, mark in values)
