"""The rulebook's texts: several books in three languages, with the same rules in each.

Every rule of the specification has an id ("V4.6", "C2.3", "N5.7"), a heading and a text in a little Markdown:
paragraphs, lists, tables, bold; ``[V4.2]`` points to another rule. What stands in the text after ``> `` is
the part that Feldtog decided itself; a rule that is ours (``ours``) and has no such part is ours as a whole.
"""

from __future__ import annotations

import re
import tomllib
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache, cached_property

import msgspec

from rules.content import ContentError, content_bytes
from rules.content.decoding import convert

LANGUAGES = ("en", "da", "de")
BOOKS = ("vanguard", "vanguard_core", "nerath", "minas_tirith")
REFERENCE = re.compile(r"\[([VCNM]\d+\.\d+)\]")
_ID = re.compile(r"[VCNM]\d+\.\d+")


@dataclass(frozen=True)
class Rule:
    """One rule in one language; ``book`` and ``chapter`` are the ids of where it stands."""

    id: str
    title: str
    text: str
    ours: bool
    book: str
    chapter: str

    @property
    def common_text(self) -> str:
        """The text without the part that Feldtog decided; Markdown."""
        return "\n".join(line for line in self.text.splitlines() if not line.startswith(">")).strip()

    @property
    def own_text(self) -> str:
        """The part that Feldtog decided, or "" if there is no such part of its own; Markdown."""
        own = [line[1:].strip() for line in self.text.splitlines() if line.startswith(">")]
        return "\n".join(own).strip()

    @property
    def own_table(self) -> bool:
        """Whether the rule is a table of Feldtog's, which a campaign may replace with its book's."""
        return self.ours and not self.own_text and "|---" in self.text

    @cached_property
    def plain(self) -> str:
        """The text without marks, for searching and excerpts; a reference is its rule's number."""
        kept = [line for line in self.text.splitlines() if not line.startswith("|---")]
        bare = REFERENCE.sub(lambda found: found[1].removeprefix("V"), "\n".join(kept))
        return " ".join(re.sub(r"[*`>|]|^\s*(?:-|\d\.) ", " ", bare, flags=re.MULTILINE).split())


@dataclass(frozen=True)
class Chapter:
    """A chapter: its id ("V4"), heading, one sentence that leads in, and its rules in order."""

    id: str
    title: str
    lead: str
    rules: tuple[Rule, ...]


@dataclass(frozen=True)
class Book:
    """One of BOOKS in one language."""

    id: str
    title: str
    chapters: tuple[Chapter, ...]

    @property
    def rules(self) -> Iterator[Rule]:
        for chapter in self.chapters:
            yield from chapter.rules


@dataclass(frozen=True)
class Hit:
    """A rule that a search found; hits with a higher ``score`` stand first."""

    rule: Rule
    score: int


@dataclass(frozen=True)
class Rulebook:
    """All books in one language."""

    language: str
    books: tuple[Book, ...]

    @cached_property
    def rules(self) -> Mapping[str, Rule]:
        """Every rule by its id, in the order of the books."""
        return {rule.id: rule for book in self.books for rule in book.rules}

    def book(self, book_id: str) -> Book | None:
        return next((book for book in self.books if book.id == book_id), None)

    def rule(self, rule_id: str) -> Rule | None:
        """The rule with this id, in upper or lower case; None if there is none."""
        return self.rules.get(rule_id.upper())

    def search(self, query: str) -> list[Hit]:
        """The rules in which every word of ``query`` begins a word, best first.

        Case and diacritics make no difference, and "loesepenge" finds «løsepenge». A word in the heading
        weighs more than one in the text, a whole word more than a beginning. An id ("V7.4", "v7") finds its
        rule or chapter; within the same score the books' order holds.
        """
        asked = query.strip().upper()
        named = [rule for rule in self.rules.values() if asked and asked in (rule.id, rule.chapter)]
        if named:
            return [Hit(rule, 100) for rule in named]
        words = _words(query)
        hits = [Hit(rule, _score(words, *self._index[rule.id])) for rule in self.rules.values()]
        return sorted((hit for hit in hits if hit.score), key=lambda hit: -hit.score)

    @cached_property
    def _index(self) -> Mapping[str, tuple[list[str], list[str]]]:
        return {rule.id: (_words(rule.title), _words(rule.plain)) for rule in self.rules.values()}


_LETTERS = str.maketrans({"æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l"})


def folded(text: str) -> str:
    """``text`` without case and diacritics; ae, oe, ue and aa count as ä, ö, ü and å do."""
    base = unicodedata.normalize("NFD", text.casefold().translate(_LETTERS))
    bare = "".join(character for character in base if not unicodedata.combining(character))
    return re.sub(r"([aou])e|aa", lambda found: found[1] or "a", bare)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", folded(text))


def _score(words: list[str], title: list[str], text: list[str]) -> int:
    """0 if some word is nowhere; else the sum over the words of the best place of each."""
    total = 0
    for word in words:
        if word in title:
            total += 8
        elif any(other.startswith(word) for other in title):
            total += 6
        elif word in text:
            total += 2
        elif any(other.startswith(word) for other in text):
            total += 1
        else:
            return 0
    return total


class _RuleEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    ours: bool
    text: str


class _ChapterEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    lead: str
    rule: list[_RuleEntry]


class _BookEntry(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    title: str
    chapter: list[_ChapterEntry]


def read_book(source: str, where: str) -> Book:
    """The book that ``source`` (TOML) holds. ``where`` names it in faults.

    Raises ContentError with every fault found.
    """
    faults: list[str] = []
    try:
        entry = convert(tomllib.loads(source), _BookEntry, where, faults)
    except tomllib.TOMLDecodeError as error:
        raise ContentError([f"{where}: {error}"]) from error
    if entry is None:
        raise ContentError(faults)
    book = Book(
        entry.id,
        entry.title,
        tuple(
            Chapter(
                chapter.id,
                chapter.title,
                chapter.lead,
                tuple(
                    Rule(rule.id, rule.title, rule.text.strip(), rule.ours, entry.id, chapter.id)
                    for rule in chapter.rule
                ),
            )
            for chapter in entry.chapter
        ),
    )
    faults.extend(f"{where}: {fault}" for fault in _book_faults(book))
    if faults:
        raise ContentError(faults)
    return book


def _book_faults(book: Book) -> Iterator[str]:
    seen: set[str] = set()
    for chapter in book.chapters:
        for rule in chapter.rules:
            if not _ID.fullmatch(rule.id) or not rule.id.startswith(f"{chapter.id}."):
                yield f"{rule.id} is no rule of chapter {chapter.id}"
            if rule.id in seen:
                yield f"{rule.id} stands there twice"
            seen.add(rule.id)
            if not rule.title or not rule.text:
                yield f"{rule.id} has no heading or no text"
            if rule.own_text and not rule.ours:
                yield f"{rule.id} has a part of our own but is not marked as ours"


def faults_between(books: Mapping[str, tuple[Book, ...]]) -> Iterator[str]:
    """What differs between the languages (language → its books), and references that lead nowhere."""
    first = next(iter(books))
    model = {rule.id: rule for book in books[first] for rule in book.rules}
    for language, shelf in books.items():
        here = {rule.id: rule for book in shelf for rule in book.rules}
        yield from (f"{language}: {rule_id} is missing" for rule_id in model.keys() - here.keys())
        yield from (
            f"{language}: {rule_id} is in no other language" for rule_id in here.keys() - model.keys()
        )
        for rule_id in model.keys() & here.keys():
            mine, other = here[rule_id], model[rule_id]
            if (mine.ours, bool(mine.own_text)) != (other.ours, bool(other.own_text)):
                yield f"{language}: {rule_id} is not ours in the same way as in {first}"
        for rule in here.values():
            for target in REFERENCE.findall(rule.text):
                if target not in here:
                    yield f"{language}: {rule.id} points to {target}, which there is not"


@cache
def _shelves() -> Mapping[str, Rulebook]:
    books = {
        language: tuple(
            read_book(
                content_bytes("rulebook", language, f"{book}.toml").decode("utf-8"), f"{language}/{book}.toml"
            )
            for book in BOOKS
        )
        for language in LANGUAGES
    }
    faults = sorted(faults_between(books))
    if faults:
        raise ContentError(faults)
    return {language: Rulebook(language, shelf) for language, shelf in books.items()}


def rulebook(language: str) -> Rulebook:
    """The rulebook in ``language`` (one of LANGUAGES, else KeyError), read and checked once."""
    return _shelves()[language]
