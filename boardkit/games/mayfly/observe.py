"""Who knows what: the views of a state, and states drawn from a view (MF-5)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec.structs import replace

from boardkit import chance
from boardkit.errors import CannotResample, InvalidState, InvalidView
from boardkit.game import Game
from boardkit.games.mayfly import audit
from boardkit.games.mayfly.adult import CHOICES
from boardkit.games.mayfly.events import (
    CardDrawn,
    CardPlaced,
    EatenDealt,
    FoodDealt,
    VoteCast,
)
from boardkit.games.mayfly.model import (
    ROW,
    Adult,
    Ballot,
    Larva,
    MayflyAction,
    MayflyState,
    MayflyView,
    QueuedCard,
    TrialBattle,
)
from boardkit.games.mayfly.tables import REFUSED, Tables
from boardkit.games.mayfly.wire import Reader, battle_view
from boardkit.state import Event

__all__ = ["audit_view", "observe", "redact", "resample"]

AnyGame = Game[MayflyState, MayflyAction, MayflyView]


# ---- views -----------------------------------------------------------------------------------------


def observe(game: AnyGame, tables: Tables, state: MayflyState, player: int | None) -> MayflyView:
    """Return the view of ``player``; None is a spectator."""
    larva, adult = state.larva, state.adult
    everything = tables.options.open_hands
    placer = tables.placer[state.oldest]
    hands, sizes = [], []
    for seat, hand in enumerate(state.hands):
        cards = tables.cards(hand)
        sizes.append(len(cards))
        hands.append(tables.names(cards) if everything or seat == player else None)
    turned = len(larva.turned)
    queue = tuple(
        QueuedCard(seat, tables.ids[card] if everything or seat == player else None)
        for seat, card in zip(placer[turned:], larva.queue, strict=False)
    )
    seen = tables.turned_cards
    return MayflyView(
        game,
        player,
        state.current_player,
        tuple([redact(event, player, everything) for event in state.events]),
        state.phase,
        state.oldest,
        tuple(sizes),
        tuple(hands),
        len(larva.pile),
        queue,
        tuple([seen[seat][card] for seat, card in zip(placer, larva.turned, strict=False)]),
        larva.fullness,
        larva.molts,
        larva.due,
        *(_NO_ADULT if adult is None else _observe_adult(tables, adult, player, everything)),
        state.cause,
        state.ending,
    )


# Stamina, dealer, starter, rivals, row, reserve, trial, missing, overcome, fled, passes, votes, given.
_AdultFields = tuple[
    int,
    int | None,
    int | None,
    int,
    int,
    int,
    TrialBattle | None,
    int,
    tuple[TrialBattle, ...],
    tuple[TrialBattle, ...],
    int,
    tuple[Ballot, ...],
    tuple[tuple[str, ...] | None, ...],
]
_NO_ADULT: _AdultFields = (0, None, None, 0, 0, 0, None, 0, (), (), 0, (), ())


def _observe_adult(tables: Tables, adult: Adult, player: int | None, everything: bool) -> _AdultFields:
    return (
        adult.stamina,
        adult.dealer,
        adult.starter,
        len(adult.rivals),
        len(adult.row),
        len(adult.reserve),
        None if adult.trial is None else battle_view(tables, adult.trial),
        adult.missing,
        tuple(battle_view(tables, battle) for battle in adult.overcome),
        tuple(battle_view(tables, battle) for battle in adult.fled),
        adult.passes,
        tuple(
            Ballot(seat, CHOICES[vote] if seat == player else None) for seat, vote in enumerate(adult.votes)
        ),
        tuple(
            tables.names(tables.cards(hand)) if everything or seat == player else None
            for seat, hand in enumerate(adult.given)
        ),
    )


def redact(event: Event, player: int | None, open_hands: bool) -> Event:
    """Return ``event`` as ``player`` may know it; a redacted event comes back as it is."""
    if isinstance(event, VoteCast):
        return event if event.player == player else VoteCast(event.player, None)
    if open_hands or getattr(event, "player", None) == player:
        return event
    if isinstance(event, CardPlaced | CardDrawn):
        return replace(event, card=None)
    if isinstance(event, FoodDealt | EatenDealt):
        return replace(event, cards=None)
    return event


# ---- worlds ----------------------------------------------------------------------------------------


def resample(game: AnyGame, tables: Tables, view: MayflyView, seed: bytes) -> MayflyState:
    """Draw a state in which ``view.player`` sees exactly this view.

    Raises:
        CannotResample: the view is a spectator's.
        InvalidView: the view does not hold together.
    """
    if view.player is None:
        raise CannotResample("a spectator has no seat to think from")
    return _World(game, tables, view, seed).state()


def audit_view(game: AnyGame, tables: Tables, view: MayflyView) -> None:
    """Check a view from outside: some state must show it.

    Raises:
        InvalidView: with a JSON pointer.
    """
    _need(view.player is None or view.player < tables.players, "/player", f"there are {tables.players} seats")
    state = _World(game, tables, view, bytes(chance.SEED_BYTES)).state()
    try:
        audit.audit(tables, state)
    except InvalidState as error:
        raise InvalidView(error.pointer.replace("/adult", "", 1), error.detail) from None
    shown = observe(game, tables, state, view.player)
    for name in view.__struct_fields__:
        if getattr(shown, name) != getattr(view, name):
            raise InvalidView(f"/{name}", "not what any state would show to this viewer")


def _need(fulfilled: bool, pointer: str, detail: str) -> None:
    if not fulfilled:
        raise InvalidView(pointer, detail)


class _World:
    """A world under construction: what the view knows, and the rest drawn from what is left."""

    def __init__(self, game: AnyGame, tables: Tables, view: MayflyView, seed: bytes) -> None:
        self.game, self.tables, self.view, self.seed = game, tables, view, seed
        self.read = Reader(tables, InvalidView)
        players = tables.players
        _need(view.oldest < players, "/oldest", f"there are {players} seats")
        for name in ("hands", "hand_sizes"):
            _need(len(getattr(view, name)) == players, f"/{name}", f"{players} entries are needed")
        placer = tables.placer[view.oldest]
        turned = self.read.cards("/turned", [card.card for card in view.turned], "/card")
        self.eaten = bytes(card for card, seen in zip(turned, view.turned, strict=True) if seen.eaten)
        self.rejected = bytes(card for card, seen in zip(turned, view.turned, strict=True) if not seen.eaten)
        self.turned = bytes(
            card if seen.eaten else card | REFUSED for card, seen in zip(turned, view.turned, strict=True)
        )
        _need(len(turned) + len(view.queue) <= len(placer), "/queue", "more cards than were placed")

    def state(self) -> MayflyState:
        view = self.view
        if view.dealer is None:
            hands, larva, adult = *self._larva(), None
        else:
            hands, larva, adult = self._adult(view.dealer)
        return MayflyState(
            self.game,
            chance.derive(self.seed, "resample/seed"),
            view.current_player,
            view.events,
            view.phase,
            view.oldest,
            hands,
            larva,
            adult,
            view.cause,
            view.ending,
        )

    def _larva(self) -> tuple[tuple[int, ...], Larva]:
        view = self.view
        pool = self._shuffled("resample/food", self._left(self.turned_plain()))
        queue, pool = self._queue(pool)
        pile, pool = pool[: view.pile], pool[view.pile :]
        _need(len(pile) == view.pile, "/pile", "more cards than are left")
        return self._hands(pool, "/hands", view.hands, view.hand_sizes), self._old_larva(pile, queue)

    def turned_plain(self) -> bytes:
        """Every card turned up at the mouth, eaten or not."""
        return self.eaten + self.rejected

    def _left(self, gone: bytes) -> bytes:
        """Return the cards that may be anywhere in the larva stage: not turned up, nor known to the viewer."""
        view = self.view
        known = [self.read.cards(f"/hands/{seat}", hand) for seat, hand in enumerate(view.hands) if hand]
        known.append(self.read.cards("/queue", [seen.card for seen in view.queue if seen.card is not None]))
        return self._without(self.tables.deck, gone + b"".join(known), "/hands")

    def _queue(self, pool: bytes) -> tuple[bytes, bytes]:
        """Return the queue and the rest of the pool."""
        queue = []
        for seen in self.view.queue:
            if seen.card is not None:
                queue.append(self.tables.numbers[seen.card])
            else:
                _need(bool(pool), "/queue", "more cards than are left")
                queue.append(pool[0])
                pool = pool[1:]
        return bytes(queue), pool

    def _old_larva(self, pile: bytes, queue: bytes) -> Larva:
        view = self.view
        feeder = None
        for turn, card in enumerate(self.turned):
            if card < REFUSED:
                _need(turn < self.tables.turns, "/turned", "more cards than turns")
                feeder = self.tables.eater[view.oldest][turn]
        return Larva(pile, queue, self.turned, view.fullness, view.molts, view.due, feeder)

    def _hands(
        self, pool: bytes, pointer: str, known: Sequence[tuple[str, ...] | None], sizes: Sequence[int]
    ) -> tuple[int, ...]:
        """Return the hands: those known as they are, the others out of ``pool``, which must be used up."""
        hands = []
        for seat, (cards, size) in enumerate(zip(known, sizes, strict=True)):
            if cards is None:
                taken, pool = pool[:size], pool[size:]
                hands.append(self.tables.hand(taken))
                _need(len(taken) == size, f"{pointer}/{seat}", "more cards than are left")
            else:
                hands.append(self.read.hand(f"{pointer}/{seat}", cards))
        _need(not pool, pointer, f"{len(pool)} cards are nowhere")
        return tuple(hands)

    def _adult(self, dealer: int) -> tuple[tuple[int, ...], Larva, Adult]:
        view, tables, read = self.view, self.tables, self.read
        _need(view.starter is not None, "/starter", "missing in the adult stage")
        _need(len(view.given) == tables.players, "/given", f"{tables.players} entries are needed")
        overcome, fled = read.battles("/overcome", view.overcome), read.battles("/fled", view.fled)
        trial = None if view.trial is None else read.battle("/trial", view.trial)
        battles = (*overcome, *fled, *((trial,) if trial is not None else ()))
        played = b"".join(battle.foods for battle in battles)
        shown = b"".join(battle.rivals for battle in battles)
        hands = self._hands(
            self._shuffled("resample/hands", self._without_known(self.eaten, played, view.hands, "/hands")),
            "/hands",
            view.hands,
            view.hand_sizes,
        )
        unused = self._without(tables.deck, self.eaten, "/turned")
        rivals = self._shuffled("resample/rivals", self._without(unused, shown, "/rivals"))
        stranded = tables.placer[view.oldest][tables.turns :]
        given = self._hands(
            self._shuffled(
                "resample/given", self._without_known(unused, self.rejected, view.given, "/given")
            ),
            "/given",
            view.given,
            [tables.hand_size + stranded.count(seat) for seat in range(tables.players)],
        )
        met = bytes(battle.trial for battle in battles)
        ahead = self._shuffled(
            "resample/trials", self._without(bytes(range(len(tables.trial_ids))), met, "/trial")
        )
        hidden = chance.shuffled(self.seed, "resample/votes", 2 * len(view.votes))
        votes = bytes(
            CHOICES.index(ballot.choice) if ballot.choice is not None else hidden[place] % 2
            for place, ballot in enumerate(view.votes)
        )
        adult = Adult(
            dealer,
            view.starter or 0,
            view.stamina,
            rivals,
            ahead[: min(view.row, ROW)],
            ahead[min(view.row, ROW) :],
            trial,
            view.missing,
            overcome,
            fled,
            view.passes,
            votes,
            given,
        )
        return hands, self._old_larva(b"", b""), adult

    def _without_known(
        self, cards: bytes, gone: bytes, known: Sequence[tuple[str, ...] | None], pointer: str
    ) -> bytes:
        seen = [self.read.cards(f"{pointer}/{seat}", hand) for seat, hand in enumerate(known) if hand]
        return self._without(cards, gone + b"".join(seen), pointer)

    def _without(self, cards: bytes, gone: bytes, pointer: str) -> bytes:
        """Return ``cards``, sorted, without ``gone``, which must be among them."""
        left = Counter(cards)
        left.subtract(gone)
        _need(min(left.values(), default=0) >= 0, pointer, "cards that cannot be there")
        return bytes(sorted(left.elements()))

    def _shuffled(self, label: str, cards: bytes) -> bytes:
        return bytes(chance.shuffle(self.seed, label, cards))
