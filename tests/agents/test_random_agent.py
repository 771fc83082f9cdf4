from collections import Counter

import boardkit
from boardkit.agents import Agent, RandomAgent
from tests.toys import Magpie

STATE = Magpie.make(3, {"hand_size": 5}).initial_state(1)
LEGAL = boardkit.legal_actions(STATE)
VIEW = boardkit.observe(STATE, 0)


def choices(agent: Agent, times: int) -> list[boardkit.Action]:
    return [agent.act(VIEW, LEGAL) for _ in range(times)]


def test_the_same_seed_chooses_the_same():
    assert choices(RandomAgent(7), 100) == choices(RandomAgent(7), 100)
    assert choices(RandomAgent(7), 100) != choices(RandomAgent(8), 100)


def test_without_a_seed_it_chooses_anew():
    assert choices(RandomAgent(), 100) != choices(RandomAgent(), 100)


def test_it_shares_nothing_with_other_agents():
    one, other = RandomAgent(7), RandomAgent(7)
    alone = choices(RandomAgent(7), 50)
    taken_in_turns = [(one.act(VIEW, LEGAL), other.act(VIEW, LEGAL)) for _ in range(50)]
    assert taken_in_turns == list(zip(alone, alone, strict=True))


def test_it_chooses_uniformly():
    """With 6000 draws, the statistic exceeds 99.9 % of chi squared only once in a thousand seeds; this one is fixed."""
    limits = {1: 10.83, 2: 13.82, 3: 16.27, 4: 18.47, 5: 20.52, 6: 22.46}
    counts = Counter(choices(RandomAgent(11), 6000))
    assert set(counts) == set(LEGAL)
    expected = 6000 / len(LEGAL)
    assert sum((count - expected) ** 2 / expected for count in counts.values()) < limits[len(LEGAL) - 1]


def test_it_takes_the_only_action_there_is():
    assert RandomAgent(1).act(VIEW, LEGAL[:1]) is LEGAL[0]


def test_the_choice_is_one_of_the_actions_handed_in():
    assert all(any(choice is action for action in LEGAL) for choice in choices(RandomAgent(3), 20))


def test_it_looks_at_nothing_but_the_number_of_actions():
    """What is hidden, and even what is seen, cannot sway it."""
    other = boardkit.observe(Magpie.make(3, {"hand_size": 5}).initial_state(2), 0)
    one, two = RandomAgent(5), RandomAgent(5)
    assert [one.act(VIEW, LEGAL) for _ in range(30)] == [two.act(other, LEGAL) for _ in range(30)]


def test_it_plays_whole_games():
    for seed in range(20):
        state, agents = Magpie.make(3).initial_state(seed), [RandomAgent(seed + place) for place in range(3)]
        while (seat := state.current_player) is not None:
            action = agents[seat].act(boardkit.observe(state, seat), boardkit.legal_actions(state))
            state = boardkit.step(state, action)
        assert state.ranking is not None
