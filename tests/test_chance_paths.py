"""The quick way to shuffle and the careful one are the same function."""

import pytest

from boardkit import chance


@pytest.mark.parametrize("n", [0, 1, 2, 3, 7, 24, 99, 300])
def test_quick_and_careful_shuffles_agree(n: int) -> None:
    for seed in range(20):
        key = chance.seed_bytes(seed)
        quick = chance.shuffled(key, "food", n)
        assert sorted(quick) == list(range(n))
        assert quick == chance._shuffled_carefully(key, "food", n)


def test_a_word_out_of_range_is_thrown_away(monkeypatch: pytest.MonkeyPatch) -> None:
    class Stream:
        """Words 2**64 - 1 (no index below 3, which is thrown away), 5 and 1, then zeros."""

        def digest(self, size: int) -> bytes:
            return (b"\xff" * 8 + (5).to_bytes(8, "big") + (1).to_bytes(8, "big") + bytes(size))[:size]

    monkeypatch.setattr(chance.hashlib, "shake_256", lambda data: Stream())
    # 5 mod 3 is 2, which leaves the last in place; 1 mod 2 is 1, which leaves the middle one.
    assert chance.shuffled(bytes(32), "food", 3) == (0, 1, 2)
