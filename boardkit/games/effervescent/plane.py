"""A window of the sea as one big integer, in which all places of a pose are tried at once.

A position (x, y) of the window is bit ``(y - y0) * width + x - x0``; moving a layer by (dx, dy) is one shift.
The window is wider than what lies in it, so that nothing wraps around onto something else.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from boardkit.games.effervescent.cells import MIDDLE, SIZE
from boardkit.games.effervescent.placing import Placing
from boardkit.games.effervescent.poses import Frame, Point, Pose, runs_of
from boardkit.games.effervescent.sea import HIGHEST, LOWEST, SAND_LINE

__all__ = ["Plane"]

# No tile reaches farther than this from its anchor, and no run of cells is longer than twice that.
REACH = 72
PAD = REACH + 2


class Plane:
    """The window around everything that lies in the sea, or around a part of it.

    Args:
        placing: the rules of placing there.
        box: public columns and rows (left, top, right, bottom) of the wanted positions; None for all.
    """

    def __init__(self, placing: Placing, box: tuple[int, int, int, int] | None = None) -> None:
        self.placing = placing
        occupied = placing.sea.occupied
        left, top, right, bottom = _bounds(occupied)
        if box is not None:
            left, top = max(left, box[0] - PAD), max(top, box[1] - PAD)
            right, bottom = min(right, box[2] + PAD), min(bottom, box[3] + PAD)
        self.left, self.top, self.right, self.bottom = left, top, right, bottom
        self.empty = right < left or bottom < top
        self.x0, self.y0 = left - PAD, top - PAD
        self.width = -(-(max(0, right - left + 1) + 3 * PAD + 8) // 8) * 8
        self.height = max(0, bottom - top + 1) + 2 * PAD
        self._smears: dict[tuple[str, int], int] = {("body", 0): self.gather(occupied)}
        self._smears["target", 0] = self.gather(placing.targets)
        self.allowed = self._allowed(box)

    def gather(self, layer: list[int]) -> int:
        """Return the part of a layer that lies in the window."""
        mask = (1 << max(0, self.right - self.left + 1)) - 1
        shift, size = self.left + MIDDLE, self.width // 8
        rows = layer[self.top + MIDDLE : self.bottom + 1 + MIDDLE] if not self.empty else []
        packed = b"".join((((row >> shift) & mask) << PAD).to_bytes(size, "little") for row in rows)
        return int.from_bytes(packed, "little") << (PAD * self.width)

    def rectangle(self, left: int, top: int, right: int, bottom: int) -> int:
        """Return the positions of a rectangle, inclusive, cut to the window."""
        left, right = max(left, self.x0), min(right, self.x0 + self.width - 1)
        top, bottom = max(top, self.y0), min(bottom, self.y0 + self.height - 1)
        if left > right or top > bottom:
            return 0
        row = ((1 << (right - left + 1)) - 1) << (left - self.x0)
        packed = row.to_bytes(self.width // 8, "little") * (bottom - top + 1)
        return int.from_bytes(packed, "little") << ((top - self.y0) * self.width)

    def _allowed(self, box: tuple[int, int, int, int] | None) -> int:
        # Beyond the pads nothing can be touched, and the last columns are there against wrapping.
        if self.empty:
            return 0
        left, top, right, bottom = box or (-SIZE, -SIZE, SIZE, SIZE)
        return self.rectangle(
            max(left, self.left - PAD),
            max(top, self.top - PAD),
            min(right, self.right + PAD),
            min(bottom, self.bottom + PAD),
        )

    def smear(self, layer: str, power: int) -> int:
        """Return the positions from which one of the ``2**power`` cells to the right is set."""
        key = (layer, power)
        known = self._smears.get(key)
        if known is None:
            half = self.smear(layer, power - 1)
            known = self._smears[key] = half | half >> (1 << (power - 1))
        return known

    def square(self, power: int) -> int:
        """Return the positions whose square of side ``2**power`` (to the right and down) is not free."""
        key = ("square", power)
        known = self._smears.get(key)
        if known is None:
            known = self.smear("body", power)
            for step in range(power):
                known |= known >> (self.width << step)
            self._smears[key] = known
        return known

    @cached_property
    def ring(self) -> int:
        """The free cells 8-adjacent to the targets."""
        targets, width = self.smear("target", 0), self.width
        across = targets | targets << 1 | targets >> 1
        return (across | across << width | across >> width) & ~self.smear("body", 0)

    def lattice(self, step: int) -> int:
        """Return every fifth position of each row, shifted by ``step`` from row to row."""
        known = self._smears.get(("lattice", step))
        if known is None:
            size = self.width // 8
            rows = [
                sum(1 << i for i in range(shift, self.width, 5)).to_bytes(size, "little")
                for shift in range(5)
            ]
            packed = b"".join(rows[step * j % 5] for j in range(self.height))
            known = self._smears["lattice", step] = int.from_bytes(packed, "little")
        return known

    def likely(self, posed: Pose) -> int:
        """Return positions at which a pose's tail lies at a target and its middle is free: most are legal."""
        anchors = posed.rim_anchors if self.placing.whole else posed.tail_anchors
        found = 0
        for x, y in anchors:
            found |= self.moved(self.ring, x, y)
        found &= self.limits(posed)
        for x, y, power in posed.bulk:
            if not found:
                break
            found &= ~self.moved(self.square(power), x, y)
        return found

    def hit(self, layer: str, frame: Frame) -> int:
        """Return the positions at which ``frame`` shares a cell with a layer."""
        found = 0
        for x, y, length in runs_of(frame):
            power = length.bit_length() - 1
            smear = self.smear(layer, power)
            found |= self.moved(smear, x, y)
            if length != 1 << power:
                found |= self.moved(smear, x + length - (1 << power), y)
        return found

    def moved(self, bits: int, x: int, y: int) -> int:
        """Return the positions that see one of ``bits`` at the distance (x, y)."""
        offset = y * self.width + x
        return bits >> offset if offset >= 0 else bits << -offset

    def limits(self, posed: Pose) -> int:
        """Return the positions at which a pose lies on the board and on the right side of the sand line."""
        body = posed.body
        top = LOWEST - body.y0
        if self.placing.sand:
            top = max(top, SAND_LINE - body.y0)
        return self.allowed & self.rectangle(
            LOWEST - body.x0, top, HIGHEST - body.x0 - posed.width + 1, HIGHEST - body.y0 - posed.height + 1
        )

    def legal(self, posed: Pose) -> int:
        """Return every legal position of a pose, exactly."""
        found = self.limits(posed)
        if found:
            found &= self.hit("target", self.placing.probe(posed))
        if found:
            found &= ~self.hit("body", posed.body)
        return found

    def points(self, bits: int) -> Iterator[Point]:
        """Yield the positions of a set of bits in reading order."""
        if not bits:
            return
        size = self.width // 8
        last = (bits.bit_length() - 1) // self.width
        first = ((bits & -bits).bit_length() - 1) // self.width
        packed = bits.to_bytes(self.height * size, "little")
        for j in range(first, last + 1):
            row = int.from_bytes(packed[j * size : (j + 1) * size], "little")
            while row:
                low = row & -row
                yield self.x0 + low.bit_length() - 1, self.y0 + j
                row ^= low


def _bounds(layer: list[int]) -> tuple[int, int, int, int]:
    used = 0
    for row in layer:
        used |= row
    if not used:
        return 0, 0, -1, -1
    top = next(y for y, row in enumerate(layer) if row)
    bottom = next(y for y in range(SIZE - 1, -1, -1) if layer[y])
    return (
        (used & -used).bit_length() - 1 - MIDDLE,
        top - MIDDLE,
        used.bit_length() - 1 - MIDDLE,
        bottom - MIDDLE,
    )
