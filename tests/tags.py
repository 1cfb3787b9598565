"""What a page is made of, for tests that look at its markup."""

from __future__ import annotations

from html.parser import HTMLParser

Attributes = dict[str, str | None]


class Page(HTMLParser):
    """The start tags of a page with their attributes, in order."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, Attributes]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def all(self, *names: str) -> list[Attributes]:
        """The attributes of every tag of these names."""
        return [attrs for tag, attrs in self.tags if tag in names]
