"""A small writer of SVG documents, shared by the pictures of all games.

Sizes are in user units (pixels at a scale of 1), y points down. Output depends on nothing but the calls, so
pictures can be compared byte by byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from xml.sax.saxutils import escape, quoteattr

__all__ = ["FONTS", "Svg", "number"]

Number = int | float

# Present on every common system, Japanese glyphs included; pictures embed no font.
FONTS = "'Noto Sans','Noto Sans CJK JP','Hiragino Sans','Yu Gothic','Segoe UI',Helvetica,Arial,sans-serif"


def number(value: Number) -> str:
    """Write a number with at most two decimals and no trailing zeros."""
    text = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return "0" if text in {"-0", ""} else text


class Svg:
    """An SVG document under construction.

    Args:
        width: width of the picture in user units.
        height: height of the picture in user units.
        title: read out by screen readers and shown as a tooltip.
        background: a colour, or None for a transparent picture.
    """

    def __init__(self, width: Number, height: Number, title: str, background: str | None = "#ffffff") -> None:
        self._size = (width, height)
        self._title = title
        self._parts: list[str] = []
        if background is not None:
            self.rect(0, 0, width, height, fill=background)

    def element(self, name: str, content: str | None = None, /, **attributes: str | Number | None) -> None:
        """Add any element; ``stroke_width=2`` becomes ``stroke-width="2"``, None leaves an attribute out."""
        written = "".join(
            f" {key.rstrip('_').replace('_', '-')}={_attribute(value)}"
            for key, value in attributes.items()
            if value is not None
        )
        body = "/>" if content is None else f">{escape(content)}</{name}>"
        self._parts.append(f"<{name}{written}{body}")

    def rect(self, x: Number, y: Number, width: Number, height: Number, **style: str | Number | None) -> None:
        """Add a rectangle by its top left corner."""
        self.element("rect", x=x, y=y, width=width, height=height, **style)

    def circle(self, cx: Number, cy: Number, r: Number, **style: str | Number | None) -> None:
        """Add a circle by its centre."""
        self.element("circle", cx=cx, cy=cy, r=r, **style)

    def line(self, x1: Number, y1: Number, x2: Number, y2: Number, **style: str | Number | None) -> None:
        """Add a straight line."""
        self.element("line", x1=x1, y1=y1, x2=x2, y2=y2, **style)

    def polygon(self, points: Sequence[tuple[Number, Number]], **style: str | Number | None) -> None:
        """Add a closed polygon."""
        self.element("polygon", points=" ".join(f"{number(x)},{number(y)}" for x, y in points), **style)

    def path(self, d: str, **style: str | Number | None) -> None:
        """Add a path by its ``d``."""
        self.element("path", d=d, **style)

    def text(
        self,
        x: Number,
        y: Number,
        content: str,
        size: Number = 14,
        anchor: str = "start",
        **style: str | Number | None,
    ) -> None:
        """Add one line of text; ``y`` is its baseline, ``anchor`` one of start, middle, end."""
        self.element("text", content, x=x, y=y, font_size=size, text_anchor=anchor, **style)

    @contextmanager
    def group(self, **attributes: str | Number | None) -> Iterator[None]:
        """Put everything drawn inside the ``with`` block into one ``g`` element."""
        self.element("g", **attributes)
        self._parts[-1] = self._parts[-1].removesuffix("/>") + ">"
        yield
        self._parts.append("</g>")

    def __str__(self) -> str:
        """Return the whole document."""
        width, height = map(number, self._size)
        head = (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" '
            f'height="{height}" role="img" font-family={quoteattr(FONTS)}><title>{escape(self._title)}</title>'
        )
        return head + "".join(self._parts) + "</svg>"


def _attribute(value: str | Number) -> str:
    return quoteattr(value) if isinstance(value, str) else f'"{number(value)}"'
