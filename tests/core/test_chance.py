"""Randomness as a value: the derivation is fixed, so that it can be repeated in any language."""

import hashlib
import re
from collections import Counter
from itertools import islice, permutations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from boardkit import chance
from boardkit.errors import InvalidOption

SEEDS = st.binary(min_size=32, max_size=32)


def by_hand(seed, label, n):
    """Shuffle as the documentation says, written down as plainly as possible."""
    stream = hashlib.shake_256(b"boardkit/1\x00" + seed + label.encode("utf-8")).digest(8 * (4 * n + 64))
    words = [int(stream[8 * i : 8 * i + 8].hex(), 16) for i in range(len(stream) // 8)]
    things = list(range(n))
    for top in reversed(range(1, n)):
        choices = top + 1
        word = words.pop(0)
        while word >= 2**64 - 2**64 % choices:
            word = words.pop(0)
        other = word % choices
        things[top], things[other] = things[other], things[top]
    return tuple(things)


# Seed as an int, label, length, order.
VECTORS = [
    (0, "deck", 1, (0,)),
    (0, "deck", 10, (6, 7, 4, 3, 0, 8, 2, 9, 5, 1)),
    (7, "stage/2/deck", 10, (6, 4, 8, 1, 5, 7, 0, 2, 3, 9)),
    (2**256 - 1, "deck", 10, (4, 0, 8, 2, 5, 9, 6, 1, 3, 7)),
    (7, "山札", 6, (2, 0, 4, 5, 1, 3)),
]
DOCUMENTED = re.compile(
    r'>>> shuffled\(\((\d+)\)\.to_bytes\(32, "big"\), "([^"]+)", (\d+)\)\n[\[(]([\d, ]+)[\])]'
)


@pytest.mark.parametrize(("seed", "label", "n", "order"), VECTORS)
def test_vectors(seed, label, n, order):
    assert chance.shuffled(chance.seed_bytes(seed), label, n) == order


def test_the_vectors_of_the_documentation():
    page = (Path(__file__).parents[2] / "docs" / "guide" / "records.md").read_text(encoding="utf-8")
    found = DOCUMENTED.findall(page)
    assert found
    for seed, label, n, order in found:
        expected = tuple(map(int, order.split(",")))
        assert chance.shuffled(chance.seed_bytes(int(seed)), label, int(n)) == expected
        assert by_hand(chance.seed_bytes(int(seed)), label, int(n)) == expected


@given(SEEDS, st.text(max_size=20).filter(lambda label: label.isprintable()), st.integers(0, 200))
def test_an_independent_implementation_agrees(seed, label, n):
    assert chance.shuffled(seed, label, n) == by_hand(seed, label, n)


@given(SEEDS, st.integers(0, 120))
def test_a_shuffle_loses_nothing(seed, n):
    assert sorted(chance.shuffled(seed, "deck", n)) == list(range(n))


@given(SEEDS)
def test_labels_and_seeds_are_apart(seed):
    other = bytes([seed[0] ^ 1]) + seed[1:]
    orders = {chance.shuffled(s, label, 52) for s in (seed, other) for label in ("a", "b", "stage/1/deck")}
    assert len(orders) == 6


def test_items_are_put_in_the_order_that_the_numbers_say():
    seed = chance.seed_bytes(3)
    order = chance.shuffled(seed, "deck", 5)
    assert chance.shuffle(seed, "deck", "abcde") == tuple("abcde"[i] for i in order)


def test_every_order_is_equally_likely():
    """24 orders of four things, 12,000 shuffles: chi squared with 23 degrees of freedom stays below 60."""
    draws = Counter(chance.shuffled(seed.to_bytes(32, "big"), "deck", 4) for seed in range(12_000))
    assert set(draws) == set(permutations(range(4)))
    expected = 12_000 / 24
    assert sum((count - expected) ** 2 / expected for count in draws.values()) < 60


def test_every_card_is_equally_likely_in_every_place():
    """A 13 x 13 table over 4,000 shuffles: chi squared with 144 degrees of freedom stays below 230."""
    draws = Counter(
        pair
        for seed in range(4_000)
        for pair in enumerate(chance.shuffled(seed.to_bytes(32, "big"), "deck", 13))
    )
    expected = 4_000 / 13
    assert sum((draws[i, j] - expected) ** 2 / expected for i in range(13) for j in range(13)) < 230


class Crafted:
    """A stream that begins with words of our choice."""

    def __init__(self, *words):
        self.words = words

    def __call__(self, _):
        return self

    def digest(self, size):
        return b"".join(word.to_bytes(8, "big") for word in (*self.words, *range(1, 1_000)))[:size]


TOP = 2**64 - 1  # of all words one is left over for 3, this one; for 4 there is none


@pytest.mark.parametrize(
    ("words", "n", "order"),
    [
        # The first word is refused; 4 % 3 = 1 swaps 2 and 1; then 5 % 2 = 1 swaps nothing.
        ((TOP, 4, 5), 3, (0, 2, 1)),
        ((TOP, TOP, TOP, 4, 5), 3, (0, 2, 1)),
        # One below is accepted: (2**64 - 2) % 3 = 2 swaps nothing, then 4 % 2 = 0 swaps 1 and 0.
        ((TOP - 1, 4), 3, (1, 0, 2)),
        # Accepted for four things, refused for three.
        ((TOP, TOP, 4, 5), 4, (0, 2, 1, 3)),
    ],
)
def test_words_that_would_favour_low_indices_are_thrown_away(monkeypatch, words, n, order):
    monkeypatch.setattr(hashlib, "shake_256", Crafted(*words))
    assert chance.shuffled(bytes(32), "deck", n) == order == by_hand(bytes(32), "deck", n)


def test_the_stream_goes_on_as_it_began():
    seed = chance.seed_bytes(8)
    short, long = (list(islice(chance.words(seed, "x", expected), 300)) for expected in (1, 400))
    assert short == long
    assert len(set(long)) == 300


def test_derived_seeds_are_seeds_and_differ():
    seed = chance.seed_bytes(1)
    derived = {chance.derive(seed, label) for label in ("a", "b", "c")}
    assert len(derived | {seed}) == 4
    assert {len(one) for one in derived} == {chance.SEED_BYTES}
    assert chance.derive(seed, "a") == hashlib.shake_256(b"boardkit/1\0" + seed + b"a").digest(32)


def test_seeds_are_big_endian():
    assert chance.seed_bytes(258) == bytes(30) + b"\x01\x02"
    assert chance.seed_bytes(0) == bytes(32)
    assert chance.seed_bytes(2**256 - 1) == b"\xff" * 32
    assert chance.seed_bytes(b"s" * 32) == b"s" * 32


def test_no_seed_is_fresh_entropy():
    assert len({chance.seed_bytes(None) for _ in range(100)}) == 100
    assert len(chance.fresh_seed()) == 32


@pytest.mark.parametrize(
    "seed",
    [
        -1,
        2**256,
        pytest.param(10**5000, id="huge"),
        True,
        False,
        1.0,
        "1",
        b"",
        b"x" * 31,
        b"x" * 33,
        bytearray(32),
        [],
        object(),
    ],
)
def test_other_seeds_are_refused(seed):
    with pytest.raises(InvalidOption, match=r"seed is .* allowed: an int from 0 to 2\*\*256 - 1") as caught:
        chance.seed_bytes(seed)
    assert caught.value.field == "seed"


@pytest.mark.parametrize("count", [0, 1, 2, 5, 9, 10, 50])
def test_drawing_is_the_end_of_a_shuffle(count):
    for n in (0, 1, 2, 10, 50):
        order = chance.shuffle(bytes(32), "x", range(n))
        assert chance.drawn(bytes(32), "x", range(n), count) == order[::-1][:count]
