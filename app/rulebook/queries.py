"""The rulebook's pages: books with their rules as HTML, searches, and the address of a rule."""

from __future__ import annotations

from collections.abc import MutableMapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from flask import url_for
from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import OptionsDict
from markupsafe import Markup, escape

from app.i18n import language
from rules.rulebook import REFERENCE, Book, Chapter, Rule, rulebook

LONGEST_QUERY = 100
EXCERPT = 180


@dataclass(frozen=True)
class ShownRule:
    """A rule as the page shows it. ``ours``: "" (not ours), "part" (``own_html``), "ruling" or "table"."""

    id: str
    number: str
    title: str
    html: Markup
    own_html: Markup
    ours: str


@dataclass(frozen=True)
class ShownChapter:
    """``number`` is "4" for V4; in the other books it is the whole id, "C4"."""

    id: str
    number: str
    title: str
    lead: str
    rules: tuple[ShownRule, ...]


@dataclass(frozen=True)
class BookPage:
    id: str
    title: str
    chapters: tuple[ShownChapter, ...]


@dataclass(frozen=True)
class ContentsEntry:
    """A line of the contents or of what a search found."""

    url: str
    number: str
    title: str
    text: str


@dataclass(frozen=True)
class ContentsBook:
    url: str
    title: str
    chapters: tuple[ContentsEntry, ...]


@dataclass(frozen=True)
class ContentsPage:
    """``hits`` is None when nothing was searched for."""

    query: str
    hits: tuple[ContentsEntry, ...] | None
    books: tuple[ContentsBook, ...]


def rule_url(rule_id: str) -> str:
    """The address of a rule's text, with its anchor. Raises LookupError if there is no such rule."""
    rule = rulebook("en").rule(rule_id)
    if rule is None:
        raise LookupError(rule_id)
    return url_for("rulebook.book", book_id=rule.book, _anchor=rule.id)


def number(rule_id: str) -> str:
    """How a rule or chapter is numbered for readers: "4.6" for V4.6, but "C2.3" and "N5.7"."""
    return rule_id.removeprefix("V")


def contents_page(query: str) -> ContentsPage:
    """The books' contents and, if ``query`` says anything, the rules it finds in the reader's language."""
    books = rulebook(language())
    query = query.strip()[:LONGEST_QUERY]
    hits = None
    if query:
        hits = tuple(
            ContentsEntry(rule_url(hit.rule.id), number(hit.rule.id), hit.rule.title, _excerpt(hit.rule))
            for hit in books.search(query)
        )
    return ContentsPage(query, hits, tuple(_contents(book) for book in books.books))


def book_page(book_id: str) -> BookPage | None:
    """A whole book in the reader's language; None if there is none with this id."""
    book = rulebook(language()).book(book_id)
    if book is None:
        return None
    return BookPage(book.id, book.title, tuple(_chapter(chapter) for chapter in book.chapters))


def _contents(book: Book) -> ContentsBook:
    return ContentsBook(
        url_for("rulebook.book", book_id=book.id),
        book.title,
        tuple(
            ContentsEntry(
                url_for("rulebook.book", book_id=book.id, _anchor=chapter.id),
                number(chapter.id),
                chapter.title,
                chapter.lead,
            )
            for chapter in book.chapters
        ),
    )


def _chapter(chapter: Chapter) -> ShownChapter:
    rules = tuple(_shown(rule) for rule in chapter.rules)
    return ShownChapter(chapter.id, number(chapter.id), chapter.title, chapter.lead, rules)


def _shown(rule: Rule) -> ShownRule:
    ours = ""
    if rule.ours:
        ours = "part" if rule.own_text and rule.common_text else "table" if rule.own_table else "ruling"
    return ShownRule(
        rule.id,
        number(rule.id),
        rule.title,
        _html(rule.common_text, rule.title),
        _html(rule.own_text, rule.title),
        ours,
    )


def _excerpt(rule: Rule) -> str:
    if len(rule.plain) <= EXCERPT:
        return rule.plain
    return rule.plain[:EXCERPT].rsplit(" ", 1)[0] + " …"


def _html(text: str, title: str) -> Markup:
    linked = REFERENCE.sub(lambda found: f"[{number(found[1])}]({rule_url(found[1])})", text)
    # The texts are our own files and the parser passes no HTML through, so what it makes is safe.
    return Markup(_parser().render(linked, {"title": title}))  # noqa: S704


@cache
def _parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    parser.add_render_rule("th_open", _heading_open)
    parser.add_render_rule("th_close", _heading_close)
    return parser


def _table_open(
    _self: RendererHTML,
    _tokens: Sequence[Token],
    _index: int,
    _options: OptionsDict,
    env: MutableMapping[str, Any],
) -> str:
    """A table in a frame that scrolls by itself on a narrow screen, named after its rule."""
    return (
        f'<div class="tblwrap" tabindex="0" role="group" aria-label="{escape(env["title"])}">'
        '<table class="tbl">\n'
    )


def _table_close(*_rest: Any) -> str:
    return "</table></div>\n"


def _heading_open(_self: RendererHTML, tokens: Sequence[Token], index: int, *_rest: Any) -> str:
    # A corner without a word heads nothing.
    return '<th scope="col">' if tokens[index + 1].content else "<td>"


def _heading_close(_self: RendererHTML, tokens: Sequence[Token], index: int, *_rest: Any) -> str:
    return "</th>\n" if tokens[index - 1].content else "</td>\n"
