"""Numbered actions: shown a page at a time, found by typing a part of their text."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from boardkit.cli.phrases import phrase
from boardkit.errors import BoardkitError, shorten

__all__ = ["ActionMenu", "NotInMenu"]

_NUMBER = re.compile(r"[+-]?\d+")
_DIGITS_MAX = 9


class NotInMenu(BoardkitError):
    """What was typed names no action; the message says so in one line."""


class ActionMenu:
    """The legal actions of one decision, and which of them are on the screen.

    Args:
        labels: one line an action, in the order of ``legal_actions``; they are numbered from 1.
        page: how many fit on the screen.
        language: ``en`` or ``ja``.
    """

    def __init__(self, labels: Sequence[str], page: int, language: str = "en") -> None:
        self._labels = labels
        self._page = max(1, page)
        self._language = language
        self._show_all()

    def __len__(self) -> int:
        return len(self._labels)

    def _show_all(self) -> None:
        self._shown: Sequence[int] = range(len(self._labels))
        self._first = 0
        self._looked_for = ""

    def lines(self) -> list[str]:
        """Return the page to show: a heading, then the numbered actions."""
        last = min(self._first + self._page, len(self._shown))
        width = len(str(len(self._labels)))
        numbered = (
            f"{place + 1:>{width}}  {self._labels[place]}" for place in self._shown[self._first : last]
        )
        return [self._heading(last), *numbered]

    def _heading(self, last: int) -> str:
        count = len(self._shown)
        if self._first > 0 or last < count:
            return phrase("actions-part", self._language, first=self._first + 1, last=last, count=count)
        if self._looked_for:
            return phrase("actions-found", self._language, count=count, text=shorten(self._looked_for))
        return phrase("actions", self._language, count=count)

    def answer(self, typed: str) -> int | None:
        """Take what was typed: the place of the chosen action, or None when :meth:`lines` are to be shown.

        Nothing turns the page; after the last one, all actions come again from the first.

        Raises:
            NotInMenu: a number or words that no action has; what is on the screen stays.
        """
        typed = unicodedata.normalize("NFKC", typed).strip()
        if not typed:
            self._turn_page()
            return None
        if _NUMBER.fullmatch(typed):
            number = int(typed) if len(typed) <= _DIGITS_MAX else 0
            if not 1 <= number <= len(self._labels):
                raise NotInMenu(
                    phrase("no-number", self._language, text=shorten(typed), count=len(self._labels))
                )
            return number - 1
        self._look_for(typed.removeprefix("/"))
        return None

    def _turn_page(self) -> None:
        self._first += self._page
        if self._first >= len(self._shown):
            self._show_all()

    def _look_for(self, typed: str) -> None:
        words = typed.casefold().split()
        found = [
            place
            for place, label in enumerate(self._labels)
            if all(word in unicodedata.normalize("NFKC", label).casefold() for word in words)
        ]
        if not found:
            raise NotInMenu(phrase("no-match", self._language, text=shorten(typed)))
        self._shown, self._first, self._looked_for = found, 0, typed
