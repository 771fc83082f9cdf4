"""What holds in every state and view of Maillot Jaune, checked on whatever comes from outside."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from boardkit.errors import InvalidState, InvalidView
from boardkit.games.maillot_jaune.model import (
    MOUNTAIN,
    OVER,
    PHASES,
    PLAY,
    SET_ASIDE,
    Rider,
    RiderView,
    State,
    View,
)
from boardkit.games.maillot_jaune.tables import SPECIALS_MASK

if TYPE_CHECKING:
    from boardkit.games.maillot_jaune.rules import MaillotJaune

Invalid = type[InvalidState | InvalidView]


def all_codes(game: MaillotJaune, state: State) -> bytes:
    """Return the codes of all cards, wherever they lie."""
    codes = game.tables.hand_codes
    hands = [codes[rider.hand] for rider in state.riders]
    return b"".join([state.pile, state.stage.aside, *[rider.laid for rider in state.riders], *hands])


class _Tallies(dict[bytes, int]):
    """Codes to how often each of them is there, as one number: 16 bits a code, more than any document can fill."""

    def __missing__(self, codes: bytes) -> int:
        if len(self) >= _TALLIES_MAX:
            self.clear()
        tally = self[codes] = sum(map(_ONE_OF.__getitem__, codes))
        return tally


_TALLIES = _Tallies()
_TALLIES_MAX = 32768
_ONE_OF = tuple(1 << 16 * code for code in range(256))


def _tally(game: MaillotJaune, state: State) -> int:
    """Count all cards, wherever they lie."""
    tallies, hands = _TALLIES, game.tables.hand_codes
    count = tallies[state.pile] + tallies[state.stage.aside]
    for rider in state.riders:
        count += tallies[rider.laid] + tallies[hands[rider.hand]]
    return count


def audit_state(game: MaillotJaune, state: State) -> None:
    """Raise InvalidState unless ``state`` can be played on to its end."""
    tables = game.tables
    if _tally(game, state) != _TALLIES[tables.deck]:
        raise InvalidState("", "the cards are not those of this game, each once")
    stage = state.stage
    laid = b"".join([rider.laid for rider in state.riders])
    if max(stage.aside, default=tables.mountain_code) > tables.sprint_code:
        raise InvalidState("/aside", "only mountains and sprints are put out")
    if min(stage.aside, default=tables.mountain_code) < tables.mountain_code:
        raise InvalidState("/aside", "only mountains and sprints are put out")
    seen = laid.count(tables.mountain_code) + stage.aside.count(tables.mountain_code)
    _audit_table(game, state, PHASES[state.phase], stage.number, (stage.mountains_seen, seen), InvalidState)
    for seat, rider in enumerate(state.riders):
        hand = tables.hand_codes[rider.hand]
        # Only who is asked for a play has drawn one card more.
        if len(hand) > tables.components.hand_size + (state.phase == PLAY and seat == state.current_player):
            raise InvalidState(f"/riders/{seat}/hand", "too many cards")
        if stage.shown[seat] and Counter(tables.hand_codes[stage.shown[seat]]) - Counter(hand):
            raise InvalidState(f"/riders/{seat}/shown", "a shown card is not in the hand")
        if rider.headwinds > rider.laid.count(tables.headwind_code):
            raise InvalidState(f"/riders/{seat}/headwinds", "more than were laid")
    if state.current_player is not None:
        _audit_question(state, state.riders[state.current_player], stage.shown[state.current_player])


def _audit_question(state: State, rider: Rider, shown: int) -> None:
    """Check that the player who is asked can be asked that."""
    if state.phase == PLAY and rider.hand <= SPECIALS_MASK:
        raise InvalidState("/phase", "no speed card to play")
    if state.phase == SET_ASIDE and (not 0 < rider.hand <= SPECIALS_MASK or shown != rider.hand):
        raise InvalidState("/phase", "only a shown hand of specials is asked for one of them")
    if state.phase != PLAY and not state.pile:
        raise InvalidState("/pile", "the stage is over when the pile is empty")


def _audit_table(
    game: MaillotJaune,
    table: State | View,
    phase: str,
    stage: int,
    mountains: tuple[int, int],
    invalid: Invalid,
) -> None:
    """Check the public part of a state or a view.

    Args:
        game: the game.
        table: the state or view.
        phase: its phase, as a word.
        stage: its stage.
        mountains: how many mountains it says were seen, and how many lie about.
        invalid: the error to raise.
    """
    riders: tuple[Rider, ...] | tuple[RiderView, ...] = table.riders
    seats = game.players
    if len(riders) != seats:
        raise invalid("/riders", f"{len(riders)} riders, {seats} players")
    if table.leader >= seats:
        raise invalid("/leader", "no such seat")
    if (table.current_player is None) != (phase == PHASES[OVER]):
        raise invalid("/phase", "a match is over exactly when nobody is asked")
    if table.current_player is not None and table.current_player >= seats:
        raise invalid("/current_player", "no such seat")
    if stage > game.options.stages:
        raise invalid("/stage", f"{stage} of {game.options.stages}")
    if riders[table.leader].chips:
        raise invalid(f"/riders/{table.leader}/chips", "the leader never has chips")
    if mountains[0] != mountains[1]:
        raise invalid("/mountains_seen", f"{mountains[1]} lie on the table")
    if table.mountain and (mountains[0] == 0 or table.current_player in (table.leader, None)):
        raise invalid("/mountain", "no mountain can be in force")
    if table.current_player is not None:
        _audit_tempo(game, table, phase, table.current_player, invalid)


def _audit_tempo(game: MaillotJaune, table: State | View, phase: str, seat: int, invalid: Invalid) -> None:
    """Check that the tempo, and who is asked for a mountain, are what the rules allow."""
    leads = seat == table.leader
    if table.tempo is None and (not leads or phase == PHASES[MOUNTAIN]):
        raise invalid("/tempo", "the leader plays first")
    if table.tempo is not None and table.tempo > game.components.data.top_speed:
        raise invalid("/tempo", "above the top speed")
    if phase != PHASES[MOUNTAIN]:
        return
    if leads or not (game.tables.anyone or table.riders[seat].chips):
        raise invalid("/current_player", "not asked for a mountain")
    seen = table.mountains_seen if isinstance(table, View) else table.stage.mountains_seen
    if table.mountain or seen >= game.tables.mountains:
        raise invalid("/phase", "no mountain can be laid")


def audit_view(game: MaillotJaune, view: View) -> None:
    """Raise InvalidView unless ``view`` can be drawn and told of."""
    codes = game.tables.codes
    laid = [name for rider in view.riders for name in rider.laid]
    if any(name not in codes for name in laid):
        raise InvalidView("/riders", "a card that this game does not have")
    if any(name not in ("mountain", "sprint") for name in view.aside):
        raise InvalidView("/aside", "only mountains and sprints are put out")
    seen = laid.count("mountain") + view.aside.count("mountain")
    _audit_table(game, view, view.phase, view.stage, (view.mountains_seen, seen), InvalidView)
    if (view.player is None) != (view.hand is None):
        raise InvalidView("/hand", "a player has a hand, a spectator none")
    if view.player is not None and view.player >= game.players:
        raise InvalidView("/player", "no such seat")
    _audit_hands(game, view)
    if view.current_player is not None and view.phase == PHASES[SET_ASIDE]:
        _audit_shown_hand(game, view, view.riders[view.current_player])
    if view.hand is not None:
        _audit_own_hand(game, view, view.hand)


def _audit_hands(game: MaillotJaune, view: View) -> None:
    """Check that hands are sorted, of this game, and of a size that a hand can have."""
    codes = game.tables.codes
    hands = [(f"/riders/{seat}/shown", rider.shown) for seat, rider in enumerate(view.riders)]
    for where, cards in [*hands, ("/hand", view.hand or ())]:
        order = [codes.get(name, -1) for name in cards]
        if order != sorted(order) or any(not 0 <= code < codes["headwind"] for code in order):
            raise InvalidView(where, "unsorted, or a card that is never in a hand")
    for seat, rider in enumerate(view.riders):
        most = game.components.data.hand_size + (view.phase == PHASES[PLAY] and seat == view.current_player)
        if not len(rider.shown) <= rider.hand_size <= most:
            raise InvalidView(f"/riders/{seat}/hand_size", "not between the cards shown and a full hand")
        if rider.headwinds > rider.laid.count("headwind"):
            raise InvalidView(f"/riders/{seat}/headwinds", "more than were laid")


def _audit_shown_hand(game: MaillotJaune, view: View, rider: RiderView) -> None:
    """Check that who puts out a special has shown a hand of specials (J6)."""
    if len(rider.shown) != rider.hand_size or not 0 < game.tables.pack_names(rider.shown) <= SPECIALS_MASK:
        raise InvalidView("/phase", "only a shown hand of specials is asked for one of them")
    if not view.pile:
        raise InvalidView("/pile", "the stage is over when the pile is empty")


def _audit_own_hand(game: MaillotJaune, view: View, hand: tuple[str, ...]) -> None:
    own = view.riders[view.player or 0]
    if len(hand) != own.hand_size or Counter(own.shown) - Counter(hand):
        raise InvalidView("/hand", "not what the table says of this hand")
    plays = view.player == view.current_player and view.phase == PHASES[PLAY]
    if plays and game.tables.pack_names(hand) <= SPECIALS_MASK:
        raise InvalidView("/phase", "no speed card to play")
