"""A shuffle in which words are thrown away: with real words that never happens in a lifetime."""

import pytest

from boardkit import chance


@pytest.mark.parametrize("n", [0, 1, 2, 5, 36])
def test_both_ways_of_shuffling_agree(n: int) -> None:
    for label in ("a", "b", "c"):
        assert chance.shuffled(bytes(32), label, n) == chance._shuffled_with_rejection(bytes(32), label, n)


def test_words_out_of_range_are_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    # As if a word had one bit less: about half of the words are then out of range.
    monkeypatch.setattr(chance, "_WORD", 1 << 63)
    stream = chance.words(bytes(32), "a", 64)
    order = list(range(6))
    for i in range(5, 0, -1):
        word = next(w for w in stream if w < (1 << 63) - (1 << 63) % (i + 1))
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    assert chance.shuffled(bytes(32), "a", 6) == tuple(order)
    assert sorted(order) == list(range(6))
