"""Mayfly in words, English and Japanese: actions, events and views for terminals and logs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from boardkit.games.mayfly import events as e
from boardkit.games.mayfly import model as m
from boardkit.state import Action, Event

if TYPE_CHECKING:
    from boardkit.games.mayfly.rules import Mayfly

__all__ = ["Words", "describe", "text"]


class Words:
    """The names of one language.

    Args:
        game: the game, whose components have the cards.
        language: ``en`` or ``ja``.
    """

    def __init__(self, game: Mayfly, language: str) -> None:
        self.ja = language == "ja"
        self._language = language
        self._names = game.names()
        data = game.components.data
        self.foods: dict[str, m.FoodCard] = {card.id: card for card in data.food}
        self.trials: dict[str, m.TrialCard] = {
            card.id: card for card in getattr(data.trials, game.options.trial_set)
        }

    def name(self, category: str, key: str) -> str:
        """Return the name of ``key`` in this language; an unknown key stands for itself."""
        title = self._names[category].get(key)
        return key if title is None else title.in_language(self._language)

    def both(self, english: str, japanese: str) -> str:
        """Return one of two phrasings."""
        return japanese if self.ja else english

    def seat(self, seat: int) -> str:
        """Return ``Player 2``: seats count from 0, as everywhere in boardkit."""
        return self.both(f"Player {seat}", f"プレイヤー{seat}")

    def food(self, card: str | None) -> str:
        """Return ``Algae 2●3♥``, or ``?`` for a hidden card."""
        if card is None:
            return "?"
        food = self.foods.get(card)
        return card if food is None else f"{self.name('kinds', food.kind)} {food.food}●{food.hearts}♥"

    def cards(self, cards: tuple[str | None, ...] | None) -> str:
        """Return cards in a row; ``-`` for none, ``?`` for a hidden hand."""
        if cards is None:
            return "?"
        return self.both(", ", "、").join(map(self.food, cards)) or "-"

    def trial_title(self, trial: str) -> str:
        """Return the title of a trial: its own one, the standard one, or its id."""
        card = self.trials.get(trial)
        own = "" if card is None else card.ja if self.ja else card.en
        return own or self.name("trials", trial)

    def trial(self, trial: str) -> str:
        """Return ``Trout 6♥``, with a + for each + mark."""
        card = self.trials.get(trial)
        strength = "" if card is None else f" {card.hearts}♥{'+' * card.plus}"
        return f"{self.trial_title(trial)}{strength}"


# ---- one line ----------------------------------------------------------------------------------------


def describe(game: Mayfly, thing: Action | Event, language: str = "en") -> str:
    """Return one short line for an action or an event."""
    words = Words(game, language)
    say: Callable[[Words, Any], str] | None = _LINES.get(type(thing))
    if say is None:
        return type(thing).__name__
    return say(words, thing)


def _place(w: Words, action: m.Place) -> str:
    return w.both(f"Place {w.food(action.card)}", f"{w.food(action.card)}を置く")


def _play(w: Words, action: m.Play) -> str:
    return w.both(f"Play {w.food(action.card)}", f"{w.food(action.card)}を出す")


def _vote(w: Words, action: m.Vote) -> str:
    choice = w.name("choices", action.choice)
    return w.both(f"Vote to {choice}", f"「{choice}」に投票する")


def _simple(key: str) -> Callable[[Words, Any], str]:
    return lambda w, _: w.name("actions", key)


def _dealt(w: Words, event: e.FoodDealt | e.EatenDealt) -> str:
    cards = "" if event.cards is None else w.both(": ", "：") + w.cards(event.cards)
    return w.both(
        f"{w.seat(event.player)} is dealt {event.count} cards{cards}",
        f"{w.seat(event.player)}に{event.count}枚配る{cards}",
    )


def _hidden_card(w: Words, card: str | None) -> str:
    return w.both("a card", "1枚") if card is None else w.food(card)


def _placed(w: Words, event: e.CardPlaced) -> str:
    card = _hidden_card(w, event.card)
    return w.both(
        f"{w.seat(event.player)} places {card} face down", f"{w.seat(event.player)}が{card}を伏せて置いた"
    )


def _drawn(w: Words, event: e.CardDrawn) -> str:
    card = _hidden_card(w, event.card)
    return w.both(f"{w.seat(event.player)} draws {card}", f"{w.seat(event.player)}が{card}を引いた")


def _eaten(w: Words, event: e.CardEaten) -> str:
    return w.both(
        f"The larva eats {w.food(event.card)}: +{event.food} fullness",
        f"幼虫が{w.food(event.card)}を食べた：満腹度+{event.food}",
    )


def _refused(w: Words, event: e.CardRefused) -> str:
    return w.both(
        f"The larva cannot eat {w.food(event.card)}: too much",
        f"幼虫は{w.food(event.card)}を食べられなかった",
    )


def _molted(w: Words, event: e.Molted) -> str:
    return w.both(
        f"The larva molts: it digests {event.molts + 1} from now on",
        f"幼虫が脱皮した：これからは{event.molts + 1}ずつ減る",
    )


def _digested(w: Words, event: e.Digested) -> str:
    return w.both(f"The larva digests {event.tokens}", f"おなかが{event.tokens}減った")


def _gathered(w: Words, event: e.UnusedGathered) -> str:
    total = sum(event.hands) + event.queue + event.rejected
    return w.both(
        f"{total} cards that were not eaten become the rival pile",
        f"食べなかった{total}枚を集めてライバル用の山にした",
    )


def _emerged(w: Words, event: e.Emerged) -> str:
    return w.both(
        f"The mayfly is an adult with stamina {event.stamina}; {w.seat(event.dealer)} deals",
        f"カゲロウが成虫になった（体力{event.stamina}）。{w.seat(event.dealer)}が配る",
    )


def _laid(w: Words, event: e.TrialsLaid) -> str:
    return w.both(
        f"{event.row} trials are laid in a row, {event.pile} in the pile",
        f"試練を{event.row}枚並べ、{event.pile}枚を山札にした",
    )


def _revealed(w: Words, event: e.TrialRevealed) -> str:
    return w.both(f"The trial is {w.trial(event.trial)}", f"試練は{w.trial(event.trial)}")


def _rival(w: Words, event: e.RivalTurned) -> str:
    return w.both(
        f"{w.food(event.card)} is turned up for the rival", f"ライバルのために{w.food(event.card)}をめくった"
    )


def _voted(w: Words, event: e.VoteCast) -> str:
    choice = "" if event.choice is None else w.both(": ", "：") + w.name("choices", event.choice)
    return w.both(f"{w.seat(event.player)} has voted{choice}", f"{w.seat(event.player)}が投票した{choice}")


def _counted(w: Words, event: e.VotesCounted) -> str:
    flee = event.choices.count("flee")
    result = w.name("choices", event.choice)
    return w.both(
        f"{flee} of {len(event.choices)} vote to flee: the group will {result}",
        f"{len(event.choices)}人中{flee}人が「逃げる」：{result}",
    )


def _challenged(w: Words, event: e.TrialChallenged) -> str:
    return w.both(f"{w.trial(event.trial)} is challenged", f"{w.trial(event.trial)}に挑んだ")


def _fled(w: Words, event: e.TrialFled) -> str:
    return w.both(f"The mayfly flees from {w.trial(event.trial)}", f"{w.trial(event.trial)}から逃げた")


def _card_played(w: Words, event: e.CardPlayed) -> str:
    return w.both(
        f"{w.seat(event.player)} plays {w.food(event.card)}",
        f"{w.seat(event.player)}が{w.food(event.card)}を出した",
    )


def _passed(w: Words, event: e.Passed) -> str:
    return w.both(f"{w.seat(event.player)} passes", f"{w.seat(event.player)}がパスした")


def _overcome(w: Words, event: e.TrialOvercome) -> str:
    return w.both(f"{w.trial(event.trial)} is overcome", f"{w.trial(event.trial)}を乗り越えた")


def _lost(w: Words, event: e.GameLost) -> str:
    cause = w.name("causes", event.cause)
    return w.both(f"The game is lost: {cause}", f"敗北：{cause}")


def _won(w: Words, event: e.GameWon) -> str:
    ending = w.name("endings", event.ending)
    return w.both(
        f"The game is cleared with {event.algae} algae and {event.detritus} detritus: {ending}",
        f"クリア（藻{event.algae}、デトリタス{event.detritus}）：{ending}",
    )


_LINES: dict[type, Callable[[Words, Any], str]] = {
    m.Place: _place,
    m.Challenge: _simple("challenge"),
    m.Flee: _simple("flee"),
    m.Vote: _vote,
    m.Play: _play,
    m.Pass: _simple("pass"),
    e.FoodDealt: _dealt,
    e.CardPlaced: _placed,
    e.CardDrawn: _drawn,
    e.CardEaten: _eaten,
    e.CardRefused: _refused,
    e.Molted: _molted,
    e.Digested: _digested,
    e.UnusedGathered: _gathered,
    e.Emerged: _emerged,
    e.EatenDealt: _dealt,
    e.TrialsLaid: _laid,
    e.TrialRevealed: _revealed,
    e.RivalTurned: _rival,
    e.VoteCast: _voted,
    e.VotesCounted: _counted,
    e.TrialChallenged: _challenged,
    e.TrialFled: _fled,
    e.CardPlayed: _card_played,
    e.Passed: _passed,
    e.TrialOvercome: _overcome,
    e.GameLost: _lost,
    e.GameWon: _won,
}


# ---- a view ------------------------------------------------------------------------------------------


def text(game: Mayfly, view: m.MayflyView, language: str = "en") -> str:
    """Return a view as lines: what goes on, the larva, the adult, the hands."""
    w = Words(game, language)
    colon = w.both(": ", "：")
    lines = [_headline(w, view, colon)]
    if view.dealer is None:
        queued = (f"{w.food(card.card)} ({w.seat(card.player)})" for card in view.queue)
        tokens = f"{w.name('tokens', 'fullness')}{colon}{view.fullness}/{m.TOKENS}"
        molt = f"{w.name('tokens', 'molt')}{colon}-{view.molts + 1}"
        lines.append(f"{tokens}   {molt}   {w.name('zones', 'pile')}{colon}{view.pile}")
        lines.append(f"{w.name('zones', 'queue')}{colon}{w.both(', ', '、').join(queued) or '-'}")
    for zone, eaten in (("eaten", True), ("rejected", False)):
        turned = tuple(card.card for card in view.turned if card.eaten == eaten)
        lines.append(f"{w.name('zones', zone)}{colon}{w.cards(turned)}")
    if view.dealer is not None:
        lines += _adult_lines(w, view, colon)
    for seat, (size, hand) in enumerate(zip(view.hand_sizes, view.hands, strict=True)):
        shown = f"{size}" if hand is None else w.cards(hand)
        mark = ">" if seat == view.current_player else " "
        lines.append(f"{mark} {w.seat(seat)}{colon}{shown}")
    if view.player is not None and view.given:
        lines.append(f"{w.name('zones', 'given')}{colon}{w.cards(view.given[view.player])}")
    return "\n".join(lines)


def _headline(w: Words, view: m.MayflyView, colon: str) -> str:
    stage = w.name("stages", view.stage)
    if view.cause is not None:
        return f"{stage}   {w.both('Lost', '敗北')}{colon}{w.name('causes', view.cause)}"
    if view.ending is not None:
        return f"{stage}   {w.both('Cleared', 'クリア')}{colon}{w.name('endings', view.ending)}"
    asked = "" if view.current_player is None else w.seat(view.current_player)
    return f"{stage}   {w.name('phases', view.phase)}{colon}{asked}"


def _adult_lines(w: Words, view: m.MayflyView, colon: str) -> list[str]:
    tokens = f"{w.name('tokens', 'stamina')}{colon}{view.stamina}"
    piles = [f"{w.name('zones', zone)}{colon}{getattr(view, zone)}" for zone in ("row", "reserve", "rivals")]
    lines = ["   ".join([tokens, *piles])]
    if view.trial is not None:
        missing = w.both(f"missing {view.missing}♥", f"あと{view.missing}♥")
        lines.append(f"{w.both('Trial', '試練')}{colon}{_battle(w, view.trial)}   {missing}")
    for zone, battles in (("overcome", view.overcome), ("fled", view.fled)):
        lines += [f"{w.name('zones', zone)}{colon}{_battle(w, battle)}" for battle in battles]
    if view.votes:
        votes = (
            w.seat(vote.player) + (f" ({w.name('choices', vote.choice)})" if vote.choice else "")
            for vote in view.votes
        )
        lines.append(f"{w.both('Voted', '投票済み')}{colon}{w.both(', ', '、').join(votes)}")
    return lines


def _battle(w: Words, battle: m.TrialBattle) -> str:
    rivals = f" + {w.cards(battle.rivals)}" if battle.rivals else ""
    foods = f" < {w.cards(tuple(food.card for food in battle.foods))}" if battle.foods else ""
    return f"{w.trial(battle.trial)}{rivals}{foods}"
