"""Component sets of one's own: maps and effects are checked, with a pointer to the fault."""

import random

import pytest

import boardkit
from boardkit.errors import InvalidComponents
from tests.games.tamakushige.build import standard_data


def fault(data):
    with pytest.raises(InvalidComponents) as caught:
        boardkit.make("tamakushige", components={"id": "mine", "data": data})
    return caught.value.pointer, caught.value.detail


def plain(value):
    """Lists all the way down, so that a test can change anything."""
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    return [plain(item) for item in value] if isinstance(value, list | tuple) else value


def with_change(path, value):
    data = plain(standard_data())
    at = data
    *way, last = path.split("/")
    for step in way:
        at = at[step] if isinstance(at, dict) else at[int(step)]
    at[last if isinstance(at, dict) else int(last)] = value
    return data


SPACES = "area/spaces"


@pytest.mark.rule("TA-6", "TA-1")
@pytest.mark.parametrize(
    ("path", "value", "pointer", "words"),
    [
        ("cards/3/effects", [{"do": "fly"}], "/data/cards/3/effects/0/do", "fly"),
        ("cards/3/effects", [{"do": "points"}], "/data/cards/3/effects/0", "change"),
        ("cards/3/effects", [{"do": "points", "change": "1"}], "/data/cards/3/effects/0/change", "int"),
        ("cards/3/effects", [{"do": "points", "change": True}], "/data/cards/3/effects/0/change", "bool"),
        ("cards/3/effects", [{"do": "points", "change": 0}], "/data/cards/3/effects/0/change", "0"),
        ("cards/3/effects", [{"do": "peek_role", "n": 1}], "/data/cards/3/effects/0", "n"),
        ("cards/3/effects", [{"change": 1}], "/data/cards/3/effects/0", "do"),
        (
            "cards/3/effects",
            [{"do": "peek_role", "when": {"if": "rain"}}],
            "/data/cards/3/effects/0/when/if",
            "rain",
        ),
        (
            "cards/3/effects",
            [{"do": "peek_role", "when": {"if": "acquired_suit_at_least", "suit": "oak", "cards": 1}}],
            "/data/cards/3/effects/0/when/suit",
            "oak",
        ),
        (
            "cards/3/effects",
            [{"do": "peek_role", "when": {"if": "lanterns_at_least"}}],
            "/data/cards/3/effects/0/when",
            "lanterns",
        ),
        ("cards/3/effects", [{"do": "gain_scythe", "tokens": 10}], "/data/cards/3/effects/0/tokens", "9"),
        ("cards/3/effects", [{"do": "peek_role"}] * 5, "/data/cards/3/effects", "4"),
        ("cards/3/id", "maple-1", "/data/cards/3/id", "two cards"),
        ("cards/3/id", "maple-4\n", "/data/cards/3/id", ""),
        ("cards/3/number", 1, "/data/cards/3/number", "two maple cards"),
        ("cards/3/suit", "oak", "/data/cards/3/suit", "oak"),
        ("hearts/1/id", "true-heart-1", "/data/hearts/1/id", "two cards"),
        ("hearts/1/ability", {"does": "shine"}, "/data/hearts/1/ability/does", "shine"),
        (
            "factions/0",
            {"players": 4, "true_heart": 2, "fickle_heart": 2},
            "/data/factions/1/players",
            "twice",
        ),
        ("factions/0/true_heart", 3, "/data/factions/0", "do not make"),
        (
            "factions/3",
            {"players": 6, "true_heart": 3, "fickle_heart": 3},
            "/data/factions/3/fickle_heart",
            "3",
        ),
        (f"{SPACES}/4/id", 5, f"/data/{SPACES}/4/id", "number 4"),
        (f"{SPACES}/4/q", 0, f"/data/{SPACES}/4", "lies there already"),
        (f"{SPACES}/4/icon", "N", f"/data/{SPACES}/4/icon", "N"),
        (f"{SPACES}/4/leaves", ["N"], f"/data/{SPACES}/4/leaves/0", "N"),
        (f"{SPACES}/4/lantern", False, f"/data/{SPACES}", "2 spaces with a lantern"),
        (f"{SPACES}/6/lantern", True, f"/data/{SPACES}", "4 spaces with a lantern"),
        (f"{SPACES}/4/center", None, f"/data/{SPACES}/4/center", "centre already"),
        (f"{SPACES}/0/center", "E", f"/data/{SPACES}", "no space is the centre"),
        (f"{SPACES}/9/center", "NE", f"/data/{SPACES}/9/center", "void"),
        (f"{SPACES}/1/center", "E", f"/data/{SPACES}/2/center", "never comes"),
        (
            f"{SPACES}/18",
            {"id": 18, "q": 9, "r": 9, "icon": "E", "center": "E"},
            f"/data/{SPACES}/18",
            "not connected",
        ),
        ("area/maple_mark", 6, "/data/area/maple_mark", "5"),
        ("target", 0, "/data/target", "1"),
        ("max_rounds", 100, "/data/max_rounds", "99"),
        ("scythes", -1, "/data/scythes", "0"),
        ("surprise", 1, "/data", "surprise"),
    ],
)
def test_faults(path, value, pointer, words):
    data = with_change(path, value)
    if path == f"{SPACES}/1/center":
        data["area"]["spaces"][2]["center"] = "W"  # 1 and 2 lead to each other
        pointer = f"/data/{SPACES}/"
    at, detail = fault(data)
    assert at.startswith(pointer)
    assert words in detail


@pytest.mark.rule("TA-1")
def test_a_lantern_in_the_centre_is_refused():
    data = plain(standard_data())
    data["area"]["spaces"][0]["lantern"], data["area"]["spaces"][4]["lantern"] = True, False
    assert fault(data)[0] == f"/data/{SPACES}/0/lantern"


@pytest.mark.rule("TA-6", "T1")
def test_another_set_plays_to_the_end():
    """A small map, 24 cards with numbers of their own, more abilities: played at every number of players."""
    around = [(1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1)]
    ways = ["E", "NE", "NW", "W", "SW", "SE"]
    spaces = [{"id": 0, "q": 0, "r": 0, "icon": "E", "center": None}]
    spaces += [
        {"id": k + 1, "q": q, "r": r, "icon": ways[k], "center": ways[(k + 3) % 6], "lantern": k % 2 == 0,
         "leaves": [ways[k]] if k else []}
        for k, (q, r) in enumerate(around)
    ]  # fmt: skip
    data = plain(standard_data())
    data["area"] = {"spaces": spaces, "maple_mark": 1, "ginkgo_mark": 5}
    data["cards"] = [card for card in data["cards"] if card["number"] <= 8]
    data["cards"][0]["number"] = 99
    data["hearts"] += [
        {"id": f"more-{number}", "faction": faction, "ability": {"does": "ignore_elimination"}}
        for number, faction in enumerate(["true-heart", "fickle-heart"])
    ]
    data["cards"][2]["effects"] = [
        {"do": "eliminate_other"},
        {"do": "points", "change": -9, "optional": True},
    ]
    for players in (3, 4, 5, 6):
        of = boardkit.make("tamakushige", players, components={"id": "small", "data": data}, abilities=True)
        for seed in range(3):
            state, rng = of.initial_state(seed), random.Random(seed)
            assert state.hands[0].bit_count() == 24 // players
            while not state.is_terminal:
                of.audit(state)
                for player in (None, 0) if rng.random() < 0.1 else ():
                    view = of.observe(state, player)
                    assert boardkit.from_json(boardkit.to_json(view)) == view
                    assert boardkit.draw(view).startswith("<svg")
                    assert boardkit.text(view)
                state = boardkit.step(state, rng.choice(boardkit.legal_actions(state)))
