"""Maillot Jaune in words, English and Japanese: actions, events and views for terminals and logs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from boardkit.games.maillot_jaune import events as ev
from boardkit.games.maillot_jaune import model as m
from boardkit.state import Action, Event

if TYPE_CHECKING:
    from boardkit.games.maillot_jaune.rules import MaillotJaune


class Words:
    """The names of one language."""

    def __init__(self, game: type[MaillotJaune] | MaillotJaune, language: str) -> None:
        self.ja = language == "ja"
        self._names = game.names()
        self._language = language

    def name(self, category: str, key: str) -> str:
        """Return the name of ``key`` in this language."""
        return self._names[category][key].in_language(self._language)

    def word(self, key: str) -> str:
        """Return a word of the table."""
        return self.name("words", key)

    def count(self, number: int, key: str) -> str:
        """Return ``2 points``, ``1 point``."""
        word = self.word(key)
        single = not self.ja and abs(number) == 1
        return f"{number} {word.removesuffix('s') if single else word}"

    def card(self, card: str | None) -> str:
        """Return ``Speed 45``, ``Mountain`` and so on; ``?`` for a hidden card."""
        if card is None:
            return "?"
        if card.startswith("speed-"):
            return f"{self.name('cards', 'speed')}{'' if self.ja else ' '}{card[6:]}"
        return self.name("cards", card)

    def cards(self, cards: tuple[str, ...] | None) -> str:
        """Return cards in a row, speeds as bare numbers."""
        if cards is None:
            return "?"
        short = [card[6:] if card.startswith("speed-") else self.card(card) for card in cards]
        return " ".join(short) or "-"

    def rider(self, seat: int) -> str:
        """Return ``Rider 2``: seats count from 0, as everywhere in boardkit."""
        return f"{self.word('rider')}{'' if self.ja else ' '}{seat}"


def text(view: m.View, language: str) -> str:
    """Return a view as lines: the table, one line a rider, the own hand."""
    words = Words(view.game, language)  # type: ignore[arg-type]  # a view of this game
    tempo = words.word("no-tempo") if view.tempo is None else f"{words.word('tempo')} {view.tempo}"
    mountain = f" + {words.card('mountain')}" if view.mountain else ""
    head = [
        f"{words.word('stage')} {view.stage}/{view.game.options.stages}",
        f"{words.word('leader')}: {words.rider(view.leader)}",
        f"{tempo}{mountain}",
        f"{words.name('zones', 'pile')} {view.pile}",
    ]
    if view.aside:
        head.append(f"{words.name('zones', 'aside')} {words.cards(view.aside)}")
    lines = ["   ".join(head)]
    for seat, rider in enumerate(view.riders):
        marks = ("*" if seat == view.leader else " ") + (">" if seat == view.current_player else " ")
        you = f" ({words.word('you')})" if seat == view.player else ""
        shown = f" [{words.cards(rider.shown)}]" if rider.shown else ""
        winds = f", {words.card('headwind')} x{rider.headwinds}" if rider.headwinds else ""
        speed = "-" if rider.speed is None else str(rider.speed)
        lines.append(
            f"{marks} {words.rider(seat)}{you}: {speed}, {rider.chips} {words.word('minutes')}{winds}, "
            f"{words.count(rider.points, 'points')}, {words.count(rider.wins, 'wins')}, "
            f"{words.name('zones', 'hand')} {rider.hand_size}{shown}, "
            f"{words.name('zones', 'laid')}: {words.cards(rider.laid)}"
        )
    if view.hand is not None:
        lines.append(f"{words.name('zones', 'hand')}: {words.cards(view.hand)}")
    return "\n".join(lines)


def describe(game: MaillotJaune, thing: Action | Event, language: str) -> str:
    """Return one line for an action or an event of this game."""
    words = Words(game, language)
    teller: Callable[[Any, Words], tuple[str, str]] = _TELLERS[type(thing)]
    english, japanese = teller(thing, words)
    return japanese if words.ja else english


def _play(play: m.Play, w: Words) -> tuple[str, str]:
    parts = [w.card(f"speed-{play.value}")]
    if play.sprints:
        parts.append(f"{w.card('sprint')} x{play.sprints}")
    if play.mountain:
        parts.append(w.card("mountain"))
    return " + ".join(parts), " + ".join(parts)


def _played(event: ev.Played, w: Words) -> tuple[str, str]:
    sprints = f" + {w.card('sprint')} x{event.sprints}" if event.sprints else ""
    winds = f" - {w.card('headwind')} x{event.headwinds}" if event.headwinds else ""
    who = w.rider(event.player)
    return (
        f"{who} plays {event.value}{sprints}{winds}: {event.speed} km/h",
        f"{who}: {event.value}{sprints}{winds} = 時速{event.speed}km",
    )


def _stage_ended(event: ev.StageEnded, w: Words) -> tuple[str, str]:
    points = ", ".join(f"{w.rider(seat)} {n:+d}" for seat, n in enumerate(event.points))
    return f"Stage {event.stage} is over: {points}", f"ステージ{event.stage}終了: {points}"


def _game_ended(event: ev.GameEnded, w: Words) -> tuple[str, str]:
    ranks = ", ".join(f"{w.rider(seat)} {rank}" for seat, rank in enumerate(event.ranking))
    return f"The match is over. Ranks: {ranks}", f"ゲーム終了。順位: {ranks}"


_TELLERS: dict[type, Callable[[Any, Words], tuple[str, str]]] = {
    m.Play: _play,
    m.LayMountain: lambda _, w: (f"Lay a {w.card('mountain').lower()} on the leader", "先頭走者に山道を出す"),
    m.Decline: lambda _, w: (w.word("decline"), w.word("decline")),
    m.SetAside: lambda a, w: (
        f"{w.word('put-out')}: {w.card(a.kind)}",
        f"{w.card(a.kind)}を{w.word('put-out')}",
    ),
    ev.LeaderCardDrawn: lambda e, w: (
        f"{w.rider(e.player)} draws {w.card(e.card)} for the lead",
        f"{w.rider(e.player)}: 先頭決めに{w.card(e.card)}を引いた",
    ),
    ev.LeaderChosen: lambda e, w: (
        f"{w.rider(e.player)} wears the jersey first",
        f"最初の先頭走者は{w.rider(e.player)}",
    ),
    ev.CardsGathered: lambda _, __: ("All cards go back into the deck", "全てのカードを戻す"),
    ev.StageStarted: lambda e, w: (
        f"Stage {e.stage} starts, {w.rider(e.leader)} leads",
        f"ステージ{e.stage}開始、先頭は{w.rider(e.leader)}",
    ),
    ev.HandDealt: lambda e, w: (
        f"{w.rider(e.player)} is dealt {e.count} cards: {w.cards(e.cards)}",
        f"{w.rider(e.player)}に{e.count}枚配る: {w.cards(e.cards)}",
    ),
    ev.HeadwindReplaced: lambda e, w: (
        f"{w.rider(e.player)} exchanges a headwind for {w.card(e.card)}",
        f"{w.rider(e.player)}: 向かい風を{w.card(e.card)}と交換",
    ),
    ev.MountainEnded: lambda e, w: (
        f"The mountain of {w.rider(e.player)} ends",
        f"{w.rider(e.player)}の山道が終わる",
    ),
    ev.HeadwindDrawn: lambda e, w: (
        f"{w.rider(e.player)} draws a headwind{' (counts next turn)' if e.sideways else ''}",
        f"{w.rider(e.player)}: 向かい風を引いた{'(次の手番に有効)' if e.sideways else ''}",
    ),
    ev.CardDrawn: lambda e, w: (
        f"{w.rider(e.player)} draws {w.card(e.card)}",
        f"{w.rider(e.player)}: {w.card(e.card)}を引いた",
    ),
    ev.HandShown: lambda e, w: (
        f"{w.rider(e.player)} has no speed card and shows {w.cards(e.cards)}",
        f"{w.rider(e.player)}: 速度カードがなく手札を公開 {w.cards(e.cards)}",
    ),
    ev.SpecialSetAside: lambda e, w: (
        f"{w.rider(e.player)} puts out {w.card(e.card)}",
        f"{w.rider(e.player)}: {w.card(e.card)}を除外",
    ),
    ev.Played: _played,
    ev.JerseyTaken: lambda e, w: (
        f"{w.rider(e.player)} takes the jersey from {w.rider(e.previous)}",
        f"{w.rider(e.player)}が{w.rider(e.previous)}からマイヨジョンヌを奪った",
    ),
    ev.ChipsTaken: lambda e, w: (
        f"{w.rider(e.player)} loses {e.minutes} min",
        f"{w.rider(e.player)}: {e.minutes}分遅れる",
    ),
    ev.ChipsReturned: lambda e, w: (
        f"{w.rider(e.player)} gains back {e.minutes} min",
        f"{w.rider(e.player)}: {e.minutes}分取り戻す",
    ),
    ev.MountainLaid: lambda e, w: (
        f"{w.rider(e.player)} lays a mountain on {w.rider(e.leader)}; tempo {e.tempo}",
        f"{w.rider(e.player)}が{w.rider(e.leader)}に山道を出す(基準速度{e.tempo})",
    ),
    ev.MountainKept: lambda e, w: (
        f"{w.rider(e.player)} is too slow and keeps the declared mountain",
        f"{w.rider(e.player)}: 宣言した山道は手札に残る",
    ),
    ev.Declined: lambda e, w: (
        f"{w.rider(e.player)} lays no mountain",
        f"{w.rider(e.player)}: 山道を出さない",
    ),
    ev.StageEnded: _stage_ended,
    ev.GameEnded: _game_ended,
}
