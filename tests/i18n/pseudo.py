"""A language in which every text of the catalogues stands in ⟦brackets⟧, and a reader of what does not."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from typing import TYPE_CHECKING

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from tools.messages import LANGUAGES, collect

if TYPE_CHECKING:
    from pathlib import Path

OPEN, CLOSE = "⟦", "⟧"
DICE = re.compile(r"\b\d*D8\b")
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
UNSEEN = {"script", "style", "title"}
"""What is no text, and the title, which repeats the heading that the layout makes of the same name."""
SPOKEN = ("alt", "aria-description", "aria-label", "placeholder", "title")
"""Attributes that people see or hear."""


def write_catalogues(folder: Path) -> None:
    """Write the bracketed catalogues of all languages, so that every reader gets brackets."""
    texts = collect()
    for language in LANGUAGES:
        catalogue = Catalog(locale=language, fuzzy=False)
        for message in texts:
            if message.id:
                catalogue.add(message.id, _bracketed(message.id), context=message.context)
        path = folder / language / "LC_MESSAGES" / "messages.mo"
        path.parent.mkdir(parents=True)
        with path.open("wb") as file:
            write_mo(file, catalogue)


def _bracketed(text: str | tuple[str, ...]) -> str | tuple[str, ...]:
    if isinstance(text, str):
        return f"{OPEN}{text}{CLOSE}"
    return tuple(f"{OPEN}{form}{CLOSE}" for form in text)


def outside(text: str) -> str:
    """What of the text stands outside brackets, which may hold brackets themselves."""
    depth, left = 0, []
    for sign in text:
        depth += (sign == OPEN) - (sign == CLOSE and depth > 0)
        left.append(sign if depth == 0 and sign != CLOSE else " ")
    return " ".join("".join(left).split())


class BareText(HTMLParser):
    """Collects in `found` the words of a page that are neither bracketed, nor content, nor known."""

    def __init__(self, known: set[str], choices: set[str]) -> None:
        super().__init__()
        self.known = _any_of(known)
        self.choices = _any_of(known | choices)
        self.found: list[str] = []
        self._above: list[tuple[str, bool]] = []
        self._depth = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        had = dict(attrs)
        skipped = tag in UNSEEN or tag == "time" or "data-content" in had or self._skips()
        if not skipped:
            for name in SPOKEN:
                self._judge(outside(had.get(name) or ""), f"{tag} {name}")
            if tag == "input" and had.get("type") in ("submit", "button"):
                self._judge(outside(had.get("value") or ""), "input value")
        if tag not in VOID:
            self._above.append((tag, skipped))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self._above.pop()

    def handle_endtag(self, tag: str) -> None:
        while self._above:
            closed, _skipped = self._above.pop()
            if closed == tag:
                return

    def handle_data(self, data: str) -> None:
        left = []
        for sign in data:
            if sign == OPEN:
                self._depth += 1
            elif sign == CLOSE:
                self._depth = max(0, self._depth - 1)
            elif self._depth == 0:
                left.append(sign)
        if not self._skips():
            self._judge("".join(left), self._above[-1][0] if self._above else "page")

    def _skips(self) -> bool:
        return bool(self._above) and self._above[-1][1]

    def _judge(self, text: str, where: str) -> None:
        words = " ".join(
            DICE.sub(" ", (self.choices if where == "option" else self.known).sub(" ", text)).split()
        )
        if any(sign.isalpha() for sign in words):
            self.found.append(f"{where}: {words}")


def _any_of(words: set[str]) -> re.Pattern[str]:
    longest_first = sorted(words, key=len, reverse=True)
    return re.compile("|".join(rf"(?<!\w){re.escape(one)}(?!\w)" for one in longest_first))


def bare_text(html: str, known: set[str], choices: set[str]) -> list[str]:
    """The words of the page that are neither bracketed nor content nor known; lists may hold ``choices``."""
    reader = BareText(known, choices)
    reader.feed(html)
    reader.close()
    return reader.found
