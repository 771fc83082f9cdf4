# ruff: noqa: ARG002 -- a fault is often that an argument is not looked at
"""Broken games: each is the toy with one thing wrong, which the conformance suite has to find and name."""

from msgspec.structs import force_setattr, replace

from boardkit import chance
from boardkit.errors import IllegalAction
from boardkit.game import Menu
from tests.toys import Drawn, Ended, Magpie, Peek, Play, State, put

WORLDS = {}  # what a game must not do: remember the states that it was asked about


class LeaksInView(Magpie, frozen=True, dict=True):
    """The view holds another player's first card, and the resampled world keeps it there."""

    def observe(self, state, player):
        view = super().observe(state, player)
        if player is None:
            return view
        other = (player + 1) % self.players
        return replace(view, shown=put(view.shown, other, state.hands[other][:1]))

    def resample(self, view, seed=None):
        # Whatever was seen is kept, as a careful resample does: tested with each other the two look right.
        seeds = (chance.derive(chance.seed_bytes(seed), f"try/{number}") for number in range(1_000))
        worlds = (super(LeaksInView, self).resample(view, one) for one in seeds)
        return next(world for world in worlds if self.observe(world, view.player) == view)


class LeaksInEvent(Magpie, frozen=True, dict=True):
    """Everybody sees what was drawn."""

    def redacted(self, event, player):
        return event


class LeaksInOrder(Magpie, frozen=True, dict=True):
    """What is offered comes in an order that depends on the next card of the deck."""

    def menu(self, state):
        actions = super().menu(state).actions
        return Menu(actions[::-1] if state.deck[:1] > (3,) else actions)


class LeaksInLegalActions(Magpie, frozen=True, dict=True):
    """Peeking is offered only where it would show a high card."""

    def menu(self, state):
        return Menu(
            tuple(a for a in super().menu(state).actions if not isinstance(a, Peek) or state.aside > 3)
        )


class LeaksInRefusal(Magpie, frozen=True, dict=True):
    """Why a play is refused depends on who else has the card."""

    def refuse(self, state, action):
        error = super().refuse(state, action)
        held = isinstance(action, Play) and any(action.number in hand for hand in state.hands)
        return IllegalAction("held-by-another", error.rule, error.message, action) if held else error


class AsksHolders(Magpie, frozen=True, dict=True):
    """Whoever holds a six is asked first."""

    def pass_on(self, state, hands, shown, piles, *, barred, events):
        after = super().pass_on(state, hands, shown, piles, barred=barred, events=events)
        holders = [seat for seat, hand in enumerate(after.hands) if 6 in hand and set(hand) != {after.barred}]
        return replace(after, current_player=holders[0]) if holders and len(after.events) == 2 else after


class MutatesState(Magpie, frozen=True, dict=True):
    """A step writes into the state that it came from."""

    def step_unchecked(self, state, action):
        after = super().step_unchecked(state, action)
        if isinstance(action, Play):
            force_setattr(state, "peeked", (True,) * self.players)
        return after


class MutatesWhenObserved(Magpie, frozen=True, dict=True):
    """Looking changes something: observing writes into the state."""

    def observe(self, state, player):
        view = super().observe(state, player)
        if state.barred is not None and player == 1:
            force_setattr(state, "deck", tuple(reversed(state.deck)))
        return view


class KeepsLists(Magpie, frozen=True, dict=True):
    """The piles are lists."""

    def pass_on(self, state, hands, shown, piles, *, barred, events):
        return replace(
            super().pass_on(state, hands, shown, piles, barred=barred, events=events), piles=list(piles)
        )


class ResamplesTruth(Magpie, frozen=True, dict=True):
    """The resampled world is the true one, with another seed."""

    def observe(self, state, player):
        view = super().observe(state, player)
        WORLDS.setdefault(view, state)
        return view

    def resample(self, view, seed=None):
        world = super().resample(view, seed)
        true = WORLDS[view]
        return replace(world, aside=true.aside, hands=true.hands, deck=true.deck)


class ResamplesLastLook(Magpie, frozen=True, dict=True):
    """The resampled world depends on which state was looked at last."""

    def observe(self, state, player):
        self.__dict__["watched"] = state
        return super().observe(state, player)

    def resample(self, view, seed=None):
        return super().resample(
            view, chance.derive(chance.seed_bytes(seed), str(self.__dict__["watched"].aside))
        )


class ResamplesByObject(Magpie, frozen=True, dict=True):
    """What the library itself hands out as a view brings along more than an equal view would."""

    def observe(self, state, player):
        view = super().observe(state, player)
        WORLDS[id(view)] = view, state
        return view

    def resample(self, view, seed=None):
        _, state = WORLDS.get(id(view), (None, None))
        label = "unknown" if state is None else str(state.deck)
        return super().resample(view, chance.derive(chance.seed_bytes(seed), label))


class ResamplesOneWorld(Magpie, frozen=True, dict=True):
    """Every seed gives the same world, though not the true one."""

    def resample(self, view, seed=None):
        return replace(super().resample(view, 1), seed=chance.derive(chance.seed_bytes(seed), "another"))


class ResamplesTheSeed(Magpie, frozen=True, dict=True):
    """The resampled world has the true seed: whatever is shuffled later comes as it will come."""

    def observe(self, state, player):
        view = super().observe(state, player)
        WORLDS[view] = state
        return view

    def resample(self, view, seed=None):
        return replace(super().resample(view, seed), seed=WORLDS[view].seed)


class ResamplesStuck(Magpie, frozen=True, dict=True):
    """In resampled worlds the player to act may hold nothing but the number that is barred."""

    def resample(self, view, seed=None):
        blind = view if view.barred is None else replace(view, barred=None)
        return replace(super().resample(blind, seed), barred=view.barred)

    def audit(self, state):
        if state.is_terminal or self.menu(state).actions:
            super().audit(state)

    @classmethod
    def standard(cls):
        return few_numbers(super().standard())


class ResamplesAtRandom(Magpie, frozen=True, dict=True):
    """The same view and seed give other worlds each time."""

    def resample(self, view, seed=None):
        return super().resample(view, None)


class ResamplesAnotherView(Magpie, frozen=True, dict=True):
    """The resampled world forgets that one's own card aside was seen."""

    def resample(self, view, seed=None):
        return super().resample(replace(view, aside=None), seed)

    def audit_view(self, view):
        """Find nothing wrong, though nothing leads to most views."""


class HashSeedMatters(Magpie, frozen=True, dict=True):
    """Cards are shuffled in the order of a set of strings."""

    def pool(self):
        numbers = {f"number {number}" for number in super().pool()}
        return tuple(int(name[-1]) for name in numbers for _ in range(self.components.data.copies))


class HashSeedMattersInResample(Magpie, frozen=True, dict=True):
    """Only resampling goes through a set of strings."""

    def resample(self, view, seed=None):
        turn = next(iter({f"turn {i}" for i in range(40)}))
        return super().resample(view, chance.derive(chance.seed_bytes(seed), turn))


class LosesCard(Magpie, frozen=True, dict=True):
    """The card under the one drawn vanishes."""

    def pass_on(self, state, hands, shown, piles, *, barred, events):
        after = super().pass_on(state, hands, shown, piles, barred=barred, events=events)
        return replace(after, deck=after.deck[1:])

    def audit(self, state):
        """Notice nothing."""


class AuditIsTooStrict(Magpie, frozen=True, dict=True):
    """The audit refuses states that are reached."""

    def audit(self, state):
        super().audit(replace(state, deck=state.deck[1:]) if all(state.piles) else state)


class LeaksInDrawing(Magpie, frozen=True, dict=True):
    """The picture shows a card that the view does not have."""

    def observe(self, state, player):
        self.__dict__["watched"] = state
        return super().observe(state, player)

    def draw(self, view, language="en"):
        return (
            super().draw(view, language).replace("</svg>", f"<!-- {self.__dict__['watched'].aside} --></svg>")
        )


class LeaksInText(Magpie, frozen=True, dict=True):
    """The Japanese text shows a card that the view does not have."""

    def observe(self, state, player):
        self.__dict__["watched"] = state
        return super().observe(state, player)

    def text(self, view, language="en"):
        told = super().text(view, language)
        return f"{told} {self.__dict__['watched'].aside}" if language == "ja" else told


class WrongDeltas(Magpie, frozen=True, dict=True):
    """An extra score is announced a point too high."""

    def pass_on(self, state, hands, shown, piles, *, barred, events):
        after = super().pass_on(state, hands, shown, piles, barred=barred, events=events)
        wrong = [
            replace(e, extra=tuple(p + 1 for p in e.extra)) if isinstance(e, Ended) else e
            for e in after.events
        ]
        return replace(after, events=tuple(wrong))


class RedactedDeltas(Magpie, frozen=True, dict=True):
    """What an event tells of itself is wrong for those who do not see all of it."""

    def redacted(self, event, player):
        return (
            replace(event, player=0)
            if isinstance(event, Drawn) and player is None
            else super().redacted(event, player)
        )


class DropsEvents(Magpie, frozen=True, dict=True):
    """Hidden events are left out instead of being redacted."""

    def observe(self, state, player):
        view = super().observe(state, player)
        return replace(view, events=tuple(e for e in view.events if not isinstance(e, Drawn) or e.number))


class UnstableJson(Magpie, frozen=True, dict=True):
    """Each time that a state is written, its hands are in another order."""

    def pack(self, state):
        wire = super().pack(state)
        turn = self.__dict__["turn"] = not self.__dict__.get("turn", False)
        return replace(wire, piles=wire.piles[::-1]) if turn else wire


class ForgetsInJson(Magpie, frozen=True, dict=True):
    """What is barred does not come back from JSON."""

    def unpack(self, wire):
        return super().unpack(replace(wire, barred=None))


class Endless(Magpie, frozen=True, dict=True):
    """Peeking may be done again and again."""

    def step_unchecked(self, state, action):
        after = super().step_unchecked(state, action)
        return replace(after, peeked=(False,) * self.players)


class RefusesLegal(Magpie, frozen=True, dict=True):
    """A high card is offered and then refused."""

    def check(self, state, action):
        super().check(state, action)
        if action == Play(6):
            raise self.refuse(state, action)


class AcceptsIllegal(Magpie, frozen=True, dict=True):
    """A barred number is not offered and yet accepted."""

    def check(self, state, action):
        if not (isinstance(action, Play) and action.number == state.barred):
            super().check(state, action)

    def step(self, state, action):
        self.check(state, action)
        return self.step_unchecked(state, action)


class AcceptsBool(Magpie, frozen=True, dict=True):
    """``True`` is as good as 1, and ``2.0`` as 2."""

    def check(self, state, action):
        if not (isinstance(action, Play) and action in self.menu(state).index):
            super().check(state, action)


class WrongCode(Magpie, frozen=True, dict=True):
    """After the end an action is refused with another word than in all games."""

    def check(self, state, action):
        try:
            super().check(state, action)
        except IllegalAction as error:
            code = "too-late" if error.code == "game-over" else error.code
            raise IllegalAction(code, error.rule, error.message, action) from None

    def step(self, state, action):
        self.check(state, action)
        return self.step_unchecked(state, action)


class CrashesOnJunk(Magpie, frozen=True, dict=True):
    """What is no action is met with an AttributeError."""

    def check(self, state, action):
        action.__struct_fields__  # noqa: B018  this is the fault
        super().check(state, action)


class OffersTwice(Magpie, frozen=True, dict=True):
    """Two equal cards are two equal actions."""

    def menu(self, state):
        menu = super().menu(state)
        twice = state.current_player is not None and len(set(state.hands[state.current_player])) == 1
        return Menu(menu.actions * 2) if twice else menu


class UncheckedDiffers(Magpie, frozen=True, dict=True):
    """The checked step scores, the unchecked one does not draw."""

    def step(self, state, action):
        self.check(state, action)
        return replace(self.step_unchecked(state, action), events=())


class StaleMemo(Magpie, frozen=True, dict=True):
    """Menus are memoised by a key that leaves out what is barred."""

    def menu(self, state):
        memo, seat = self.__dict__.setdefault("memo", {}), state.current_player
        if seat is None:
            return super().menu(state)
        key = seat, state.hands[seat], state.peeked
        if key not in memo:
            memo[key] = super().menu(state)
        return memo[key]


class TrustsStates(Magpie, frozen=True, dict=True):
    """A state from outside is taken as it comes."""

    def audit(self, state):
        """Notice nothing."""


class TrustsViews(Magpie, frozen=True, dict=True):
    """A view from outside is taken as it comes."""

    def audit_view(self, view):
        """Notice nothing."""


class CrashesOnWords(Magpie, frozen=True, dict=True):
    """What a document says is looked up in a table that may not have it."""

    def unpack(self, wire):
        known = {number: number for number in self.pool()}
        return super().unpack(
            replace(wire, hands=tuple(tuple(known[n] for n in hand) for hand in wire.hands))
        )


class WrongRanks(Magpie, frozen=True, dict=True):
    """Ranks after a tie do not skip."""

    def pass_on(self, state, hands, shown, piles, *, barred, events):
        after = super().pass_on(state, hands, shown, piles, barred=barred, events=events)
        return Unranked(*[getattr(after, name) for name in after.__struct_fields__])

    def unpack(self, wire):
        state = super().unpack(wire)
        return Unranked(*[getattr(state, name) for name in state.__struct_fields__])

    def initial_state(self, seed=None):
        state = super().initial_state(seed)
        return Unranked(*[getattr(state, name) for name in state.__struct_fields__])

    def resample(self, view, seed=None):
        state = super().resample(view, seed)
        return Unranked(*[getattr(state, name) for name in state.__struct_fields__])


class Unranked(State, frozen=True):
    @property
    def ranking(self):
        return (3,) * len(self.piles) if self.is_terminal else None


class PermutesTooMuch(Magpie, frozen=True, dict=True):
    """``permute_hidden`` draws again what the player has seen."""

    def permute_hidden(self, state, player, seed):
        return super().permute_hidden(state, None, seed)


class PermutesNothing(Magpie, frozen=True, dict=True):
    """``permute_hidden`` gives the state back, so that nothing could be found with it."""

    def permute_hidden(self, state, player, seed):
        return state


class PermutesIntoNothing(Magpie, frozen=True, dict=True):
    """``permute_hidden`` loses a card."""

    def permute_hidden(self, state, player, seed):
        other = super().permute_hidden(state, player, seed)
        return replace(other, deck=other.deck[1:])


class WorldsFromSpectators(Magpie, frozen=True, dict=True):
    """A spectator's view is resampled as if it were somebody's."""

    def resample(self, view, seed=None):
        if view.player is not None:
            return super().resample(view, seed)
        aside, hands, deck = self.dealt(view, view.aside, view.shown, view.hands, chance.seed_bytes(seed))
        public = (view.shown, view.piles, view.peeked, view.barred)
        return State(
            self, chance.seed_bytes(seed), view.current_player, view.events, aside, deck, hands, *public
        )


class SeatsFromTheEnd(Magpie, frozen=True, dict=True):
    """Seat -1 is the last."""

    def seat(self, player):
        return player if player == -1 else super().seat(player)


def few_numbers(standard):
    """Two numbers only, so that hands of one number are common."""
    from boardkit.components import ComponentSet, Standard, fingerprint
    from tests.toys import Components

    data = Components(2, 9)
    return Standard(ComponentSet("standard", fingerprint(data), data), standard.provenance, standard.names)
