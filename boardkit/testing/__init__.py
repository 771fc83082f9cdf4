"""The conformance suite: does a game keep boardkit's contract?

::

    from boardkit.testing import check_game
    check_game(boardkit.make("my-game", players=3), episodes=20, seed=1)

It plays random games and raises :class:`ConformanceError` at the first fault, with the check that found it, where
it was found and what differed. ``python -m boardkit.testing my-game --players 3`` does the same from a shell.

The checks, by name:

``registration``
    The game's name and tags are its own, so that JSON finds the way back to it.
``arguments``, ``initial-state``
    Bad seeds and seats are refused; a state keeps its game and its seed.
``legality.menu``
    The legal actions are a tuple without duplicates, empty exactly at the end.
``legality.table``
    The table of actions and its index; all legal actions stand in it.
``legality.accepted``
    What is offered is accepted.
``legality.refused``
    What is not offered is refused, by ``check`` and ``step`` alike.
``legality.junk``
    What is no action of the game is refused by the codes common to all games.
``legality.over``
    After the end everything is refused as ``game-over``.
``step``
    Checked and unchecked steps agree; an equal action is as good as the offered one.
``immutability``
    No past state ever changes; attributes cannot be set.
``fields``
    Values hold no set, dict, list or float and nothing unhashable.
``json.state``, ``json.view``, ``json.action``, ``json.event``
    Exact round trips, the same bytes every time.
``forged.state``, ``forged.view``
    Changed documents are refused, or nothing that is done with them later fails.
``copies``
    Pickle, copy, deepcopy.
``determinism.replay``
    The same seed and actions give the same game, whatever was played before.
``determinism.hash-seed``
    The same in other processes under other hash seeds.
``view``, ``text``
    A view says who looks and who is asked; there is one line for every event and action.
``events.redaction``
    A view's events are the state's with parts left out.
``events.deltas``
    Counts before and deltas make counts after, for every viewer.
``conservation.census``, ``conservation.audit``
    Nothing comes or goes; the game's own invariants hold.
``returns``, ``ranking``
    One int a player; ranks at the end.
``length``
    A game takes at most ``max_steps`` steps.
``record``
    Replay, digest, tampering.
``secrecy.permute``
    ``permute_hidden`` gives legal states and varies all that ``resample`` varies.
``secrecy.view``, ``secrecy.events``, ``secrecy.legal-actions``
    What reaches a player is the same whatever is hidden from that player.
``secrecy.draw``, ``secrecy.text``
    So are pictures and texts, which show nothing that the view has not.
``secrecy.refusal``
    So is how an action is refused.
``secrecy.returns``
    So is the result.
``secrecy.asked``
    Hidden things do not decide who is asked, now or after the next action.
``secrecy.stuck``
    Whoever is asked could do something in every world that others hold possible.
``resample.world``, ``resample.view``
    A world can be drawn from every view, and looks like it.
``resample.audit``, ``resample.census``
    It is a legal state with the same components.
``resample.stuck``, ``resample.legal-actions``
    Nobody is stuck in it, and the viewer may do the same as before.
``resample.play``
    It can be played to its end.
``resample.reproducible``, ``resample.pure``
    It depends on the view and the seed alone.
``resample.seed``
    It never has the true seed.
``resample.spectator``
    A spectator's view is refused.
``resample.variety``
    What ``permute_hidden`` says is hidden varies in drawn worlds.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping

from msgspec import Struct

from boardkit.registry import register
from boardkit.testing._course import play
from boardkit.testing._forged import check_forged
from boardkit.testing._legality import check_junk, check_refusals, check_table
from boardkit.testing._probe import AnyGame, ConformanceError, Played, Probe, seeded
from boardkit.testing._repeat import check_arguments, check_hash_seeds, check_record, check_replay
from boardkit.testing._secrecy import check_asked, check_pictures, check_secrecy
from boardkit.testing._worlds import check_resample, check_spectator, check_variety, play_out

__all__ = ["ConformanceError", "Report", "check_game"]

_GAMES_IN_OTHER_PROCESSES = 2
ConformanceError.__module__ = __name__  # where users find it, also in tracebacks


class Report(Struct, frozen=True):
    """What was checked.

    Attributes:
        game: the game's name.
        players: its number of seats.
        episodes: games played.
        steps: steps in them together.
        longest: steps of the longest.
        widest: the most actions offered at once.
        checks: how often each check ran, by name.
        skipped: checks that could not be made, and why.
    """

    game: str
    players: int
    episodes: int
    steps: int
    longest: int
    widest: int
    checks: Mapping[str, int]
    skipped: Mapping[str, str]

    def __str__(self) -> str:
        head = (
            f"{self.game}, {self.players} players: {self.episodes} games, {self.steps} steps, "
            f"longest {self.longest}, widest choice {self.widest}"
        )
        skipped = "".join(f"\n  skipped {check}: {why}" for check, why in self.skipped.items())
        return f"{head}; {len(self.checks)} checks, run {sum(self.checks.values())} times{skipped}"


def check_game(
    game: AnyGame, episodes: int = 20, seed: int = 0, *, deep: int = 8, processes: bool = True
) -> Report:
    """Play ``game`` at random and check that it keeps the contract.

    Args:
        game: any game, with its players, options and components. A class that is not registered yet is registered.
        episodes: number of games to play.
        seed: everything that the suite draws follows from it.
        deep: positions a game at which the dear checks are made (many resampled worlds, pictures).
        processes: whether to play some games in other processes under other hash seeds.

    Raises:
        ConformanceError: at the first fault.
    """
    probe = Probe(game, seed)
    with probe.guard("registration"):
        register(type(game))
    check_table(probe)
    check_arguments(probe)
    lengths, widest = [], 0
    for episode in range(episodes):
        rng = seeded(seed, "episode", episode)
        probe.at(episode)
        played = play(probe, rng.getrandbits(256), rng, by_kind=bool(episode % 2))
        check_replay(probe, played)
        check_record(probe, played)
        for step in range(len(played.states)):
            probe.at(episode, step)
            _check_shallow(probe, played, step, rng)
        for step in _telling(played, deep, rng):
            probe.at(episode, step)
            _check_deep(probe, played, step, rng)
        lengths.append(len(played.actions))
        widest = max(widest, *map(len, played.menus))
    if processes and episodes > 0:
        check_hash_seeds(probe, min(episodes, _GAMES_IN_OTHER_PROCESSES))
    longest = max(lengths, default=0)
    checks = dict(sorted(probe.ran.items()))
    return Report(game.name, game.players, episodes, sum(lengths), longest, widest, checks, probe.skipped)


def _check_shallow(probe: Probe, played: Played, step: int, rng: random.Random) -> None:
    """Check one position for one viewer: the viewers take turns."""
    state = played.states[step]
    viewers = probe.viewers
    player = probe.player = viewers[(step + (probe.episode or 0)) % len(viewers)]
    other = check_secrecy(probe, state, player, rng.getrandbits(256))
    check_asked(probe, (state, other), player, rng)
    if player is not None:
        check_resample(probe, state, other, player, rng)
    probe.player = None
    check_refusals(probe, state, rng, most=4)


def _check_deep(probe: Probe, played: Played, step: int, rng: random.Random) -> None:
    """Check one position for every viewer, with the dear checks for one of them."""
    state = played.states[step]
    check_refusals(probe, state, rng)
    check_junk(probe, state)
    check_spectator(probe, state)
    dear = rng.randrange(probe.game.players)
    for player in probe.viewers:
        probe.player = player
        other = check_secrecy(probe, state, player, rng.getrandbits(256))
        check_asked(probe, (state, other), player, rng)
        if player in {None, dear}:
            check_pictures(probe, state, other, player)
        if player is None:
            continue
        world = check_resample(probe, state, other, player, rng)
        if player == dear:
            check_pictures(probe, state, world, player, ("en",))
            check_variety(probe, state, player, rng)
            # Where listing the legal actions is dear, one world a game is played to its end.
            whole = probe.game.actions is not None or step == 0
            play_out(probe, world, rng, probe.game.max_steps + 1 if whole else 8)
            check_forged(probe, state, player, rng)
    probe.player = None


def _telling(played: Played, how_many: int, rng: random.Random) -> list[int]:
    """Choose positions: the first, the last, and then one of each kind in turn, rare kinds first.

    Two positions are of one kind when they offer the same kinds of action after the same kinds of event.
    """
    kinds: dict[object, list[int]] = {}
    for step, (state, menu) in enumerate(zip(played.states, played.menus, strict=True)):
        kind = frozenset(map(type, menu)), frozenset(map(type, state.events))
        kinds.setdefault(kind, []).append(step)
    queues = sorted(kinds.values(), key=len)
    for queue in queues:
        rng.shuffle(queue)
    chosen = set([0, len(played.states) - 1][:how_many])
    rest = Counter({step: turn for queue in queues for turn, step in enumerate(queue)})
    for step in sorted(rest, key=lambda step: rest[step]):
        if len(chosen) >= how_many:
            break
        chosen.add(step)
    return sorted(chosen)
