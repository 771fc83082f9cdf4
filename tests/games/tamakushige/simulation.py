"""A second, plain simulation of Tamakushige's usual rules, sharing no code with the engine but the card data.

A round is a generator: it yields each decision as (player, kind, choices), is sent the choice, and returns the winning
faction and what everybody gained. Cards are (suit, number) pairs, everything is lists and dicts, and whatever is
asked is asked where the rules say so. It serves to check the engine decision by decision, and its statistics.
"""

import json
import random
from importlib import resources

STEP = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}
WAYS = list(STEP)
RING = ["maple", "ginkgo", "hozuki"]
TRUE, FICKLE = "true-heart", "fickle-heart"


def load():
    text = (
        resources.files("boardkit.games.tamakushige").joinpath("components.json").read_text(encoding="utf-8")
    )
    return json.loads(text)["data"]


DATA = load()
EFFECTS = {(card["suit"], card["number"]): card["effects"] for card in DATA["cards"]}
SPACES = {(space["q"], space["r"]): space for space in DATA["area"]["spaces"]}


class RoundOver(Exception):
    """The round has ended in the middle of something."""


class Round:
    def __init__(self, hands, factions, start):
        self.hands = [list(hand) for hand in hands]
        self.factions = factions
        self.players = len(hands)
        self.start = start
        self.soul = (0, 0)
        self.lanterns = {place for place, space in SPACES.items() if space["lantern"]}
        self.collected = 0
        self.scythes = [0] * self.players
        self.points = [0] * self.players
        self.acquired = [[] for _ in hands]
        self.out = [False] * self.players
        self.moves = 0
        self.ending = None

    # ---- the map

    def go(self, way, leaves_count):
        space = SPACES[self.soul]
        q, r = self.soul[0] + STEP[way][0], self.soul[1] + STEP[way][1]
        if leaves_count and way in space["leaves"]:
            return
        if (q, r) not in SPACES:
            self.ending = "void"
            raise RoundOver
        self.soul = (q, r)
        if self.soul in self.lanterns:
            self.lanterns.remove(self.soul)
            self.collected += 1
            if self.collected == 3:
                self.ending = "lanterns"
                raise RoundOver

    def move_by(self, suit):
        space = SPACES[self.soul]
        if suit == "hozuki":
            if space["center"] is not None:
                self.go(space["center"], True)
            return
        turn = DATA["area"]["maple_mark"] if suit == "maple" else DATA["area"]["ginkgo_mark"]
        self.go(WAYS[(WAYS.index(space["icon"]) + turn) % 6], True)

    # ---- who

    def clockwise(self, first):
        seats = [(first + step) % self.players for step in range(self.players)]
        return [seat for seat in seats if not self.out[seat]]

    def window(self, first):
        asking = True
        while asking:
            asking = False
            for seat in self.clockwise(first):
                if self.scythes[seat]:
                    choice = yield seat, "scythe", [*WAYS, None]
                    if choice is not None:
                        self.scythes[seat] -= 1
                        self.go(choice, False)
                        asking = True
                        break

    # ---- a round

    def play(self):
        """Play the round; return (winning faction, gained points)."""
        try:
            yield from self.tricks()
            self.ending = "hands-empty"
        except RoundOver:
            pass
        winner = TRUE if self.ending == "lanterns" else FICKLE
        worth = DATA["true_heart_points"] if winner == TRUE else DATA["fickle_heart_points"]
        gained = [
            0 if self.out[seat] else self.points[seat] + worth * (self.factions[seat] == winner)
            for seat in range(self.players)
        ]
        return winner, gained

    def tricks(self):
        leader = self.start
        yield from self.window(leader)
        while self.hands[leader]:
            order = self.clockwise(leader)
            trick = {}
            for place, seat in enumerate(order):
                card = yield seat, "play", sorted(self.hands[seat])
                self.hands[seat].remove(card)
                trick[seat] = card
                self.moves += 1
                self.move_by(card[0])
                last = place == len(order) - 1
                yield from self.window(self.strongest(trick, order) if last else order[place + 1])
            leader = yield from self.evaluate(trick, order)
            yield from self.window(leader)

    def value(self, card, led):
        shift = (RING.index(card[0]) - RING.index(led)) % 3
        return ({1: 2, 0: 1, 2: 0}[shift], card[1])

    def strongest(self, trick, order):
        return max(trick, key=lambda seat: self.value(trick[seat], trick[order[0]][0]))

    def evaluate(self, trick, order):
        led = trick[order[0]][0]
        winner = self.strongest(trick, order)
        weakest = min(trick, key=lambda seat: self.value(trick[seat], led))
        mine = [card for card in trick.values() if card[0] == "hozuki"]
        rest = [card for card in trick.values() if card[0] != "hozuki"]
        self.acquired[winner] += mine
        theirs = []
        picked = []
        if rest:
            card = yield winner, "acquire", sorted(rest)
            rest.remove(card)
            self.acquired[winner].append(card)
            picked.append(card)
        if rest and self.players >= 4 and weakest != winner:
            card = yield winner, "give", sorted(rest)
            self.acquired[weakest].append(card)
            theirs.append(card)
        self.next_leader = winner
        yield from self.window(winner)
        yield from self.process(winner, [card for card in mine if EFFECTS[card]], picked)
        if theirs and not self.out[weakest]:
            yield from self.window(weakest)
            yield from self.process(weakest, [], theirs)
        return self.clockwise(self.next_leader)[0]

    # ---- effects

    def process(self, actor, hozuki, others):
        hozuki = list(hozuki)
        while hozuki and not self.out[actor]:
            card = hozuki[0]
            if len(hozuki) > 1:
                card = yield actor, "process", sorted(hozuki)
            hozuki.remove(card)
            yield from self.card(actor, card)
        for card in others:
            if not self.out[actor] and card in self.acquired[actor]:
                yield from self.card(actor, card)

    def card(self, actor, card):
        for effect in EFFECTS[card]:
            if not self.out[actor] and self.condition(actor, effect.get("when")):
                yield from self.effect(actor, effect)

    def condition(self, actor, when):
        if when is None:
            return True
        mine = self.acquired[actor]
        if when["if"] == "lanterns_at_least":
            return self.collected >= when["lanterns"]
        if when["if"] == "acquired_total_at_least":
            return len(mine) >= when["cards"]
        if when["if"] == "acquired_all_suits":
            return {card[0] for card in mine} == set(RING)
        return sum(card[0] == when["suit"] for card in mine) >= when["cards"]

    def effect(self, actor, effect):
        do = effect["do"]
        others = [seat for seat in range(self.players) if seat != actor and not self.out[seat]]
        possible = {
            "points": True,
            "eliminate_self": True,
            "gain_scythe": sum(self.scythes) < DATA["scythes"],
            "lose_scythe": self.scythes[actor] > 0,
            "move_soul_toward_center": self.soul != (0, 0),
            "relight_lantern": bool(self.collected and self.circles()),
            "peek_role": bool(others),
            "swap_hand_card": bool(others and self.hands[actor]),
            "choose_next_starter": bool(self.hands[actor]),
            "steal_scythe": any(self.scythes[seat] for seat in others),
            "discard_acquired": bool(self.acquired[actor]),
            "eliminate_other": bool(others),
        }[do]
        if not possible:
            return
        if effect.get("optional"):
            wanted = yield actor, "accept", [False, True]
            if not wanted:
                return
        if do == "points":
            self.points[actor] = max(0, self.points[actor] + effect["change"])
        elif do == "gain_scythe":
            self.scythes[actor] += min(effect["tokens"], DATA["scythes"] - sum(self.scythes))
        elif do == "lose_scythe":
            self.scythes[actor] -= min(effect["tokens"], self.scythes[actor])
        elif do == "move_soul_toward_center":
            self.move_by("hozuki")
        elif do == "eliminate_self":
            self.eliminate(actor)
        else:
            yield from self.with_choice(actor, do, others)

    def with_choice(self, actor, do, others):
        if do == "relight_lantern":
            place = yield actor, "relight", sorted(self.circles())
            self.lanterns.add(place)
            self.collected -= 1
        elif do == "discard_acquired":
            card = yield actor, "drop", sorted(self.acquired[actor])
            self.acquired[actor].remove(card)
        elif do == "peek_role":
            yield actor, "target", others
        elif do == "choose_next_starter":
            self.next_leader = yield actor, "target", sorted([actor, *others])
        elif do == "steal_scythe":
            victim = yield actor, "target", [seat for seat in others if self.scythes[seat]]
            self.scythes[victim] -= 1
            self.scythes[actor] += 1
        elif do == "eliminate_other":
            victim = yield actor, "target", others
            self.eliminate(victim)
        else:
            partner = yield actor, "target", others
            given = yield actor, "swap", sorted(self.hands[actor])
            received = yield partner, "swap", sorted(self.hands[partner])
            self.hands[actor].remove(given)
            self.hands[partner].remove(received)
            self.hands[actor].append(received)
            self.hands[partner].append(given)

    def circles(self):
        return {
            place
            for place, space in SPACES.items()
            if space["lantern"] and place not in self.lanterns and place != self.soul
        }

    def eliminate(self, victim):
        self.out[victim] = True
        self.scythes[victim] = 0
        if all(self.out):
            self.ending = "everybody-out"
            raise RoundOver


def statistics(players, rounds, seed=1, uses_a_scythe=0.15):
    """Return the share of true-heart wins in per cent, eliminations and moves a round, and rounds to the target."""
    rng = random.Random(seed)
    counts = next(count for count in DATA["factions"] if count["players"] == players)
    wins = outs = moves = played = matches = 0
    while played < rounds:
        scores, start = [0] * players, rng.randrange(players)
        while max(scores) < DATA["target"]:
            deck = list(EFFECTS)
            rng.shuffle(deck)
            size = len(deck) // players
            hands = [deck[seat * size : (seat + 1) * size] for seat in range(players)]
            factions = [TRUE] * counts["true_heart"] + [FICKLE] * counts["fickle_heart"]
            rng.shuffle(factions)
            game = Round(hands, factions, start)
            course = game.play()
            choice = None
            try:
                while True:
                    _, kind, choices = course.send(choice)
                    if kind == "scythe":
                        choice = rng.choice(WAYS) if rng.random() < uses_a_scythe else None
                    else:
                        choice = rng.choice(choices)
            except StopIteration as stop:
                winner, gained = stop.value
            scores = [score + points for score, points in zip(scores, gained, strict=True)]
            wins += winner == TRUE
            outs += sum(game.out)
            moves += game.moves
            played += 1
            start = (start + 1) % players
        matches += 1
    return 100 * wins / played, outs / played, moves / played, played / matches
