"""The catalogues hold exactly the texts of the code, every one of them translated soundly."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from tools.messages import LANGUAGES, catalogue_path, collect, is_translated

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

HOLE = re.compile(r"%\(\w+\)[sd]|%%|\{\w+\}")
"""What is filled in, and the doubled sign that stands for one per cent sign."""

GAME_TERMS = {
    "Push",
    "Mail",
    "Conquest of Nerath",
    "Karkoth",
    "Vailin",
    "Iron Circle",
    "Nerath",
    "Power dice",
    "D8: {value}",
    "D8: %(roll)d",
    "D%(sides)s: %(value)s",
    "D8",
    "Speed",
    "Melee",
    "Ranged",
    "Armour",
    "Nerve",
    "Wounds",
    "Height",
    "A2",
    "A3",
    "A4",
    "Letter",
    "Markdown",
}
"""Words of the game that stay English in all languages (glossary), and sizes of paper."""
SAME_WORDS = {
    "da": {
        "VP",
        "Alliance",
        "Log",
        "Monster",
        "%(num)d monster",
        "%(points)d VP",
        "%(realms)s: %(points)d VP.",
        "Orange",
        "Emblem",
        "Fort",
        "Mine",
        "Flag",
        "Banner",
        "Software",
        "Version",
        "Build",
        "Build %(build)s",
        "E-mail",
        "Note",
        "Invitation",
        "Send",
        "OK",
        "model",
        "Model",
        "%(num)d model",
        "point",
        "%(num)d point",
        "+%(num)d point",
    },
    "de": {
        "Bots",
        "Monster",
        "%(num)d monster",
        "Nickname",
        "Nicknames",
        "Text",
        "Text %(number)d",
        "Orange",
        "Gold",
        "Wolf",
        "Emblem",
        "Name",
        "Banner",
        "Software",
        "Version",
    },
}
"""Words that the language writes as English does."""


@pytest.fixture(scope="module")
def texts() -> Catalog:
    return collect()


def catalogue(language: str) -> Catalog:
    with catalogue_path(language).open("rb") as file:
        return read_po(file, locale=language)


def messages(catalogue: Catalog) -> Iterator[Message]:
    return (message for message in catalogue if message.id)


def key(message: Message) -> tuple[object, str | None]:
    return message.id, message.context


def forms(text: object) -> list[str]:
    """The text, or its forms for one and for many."""
    return [text] if isinstance(text, str) else [str(one) for one in text or ()]  # type: ignore[attr-defined]


def holes(text: str) -> set[str]:
    return set(HOLE.findall(text))


def has_words(text: str) -> bool:
    return any(sign.isalpha() for sign in HOLE.sub("", text))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_catalogue_holds_exactly_the_texts_of_the_code(language: str, texts: Catalog) -> None:
    wanted, found = set(map(key, messages(texts))), set(map(key, messages(catalogue(language))))
    assert sorted(map(str, wanted - found)) == []
    assert sorted(map(str, found - wanted)) == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_text_is_translated_and_none_is_a_guess(language: str) -> None:
    assert [one.id for one in messages(catalogue(language)) if one.fuzzy or not is_translated(one)] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_plural_text_has_the_forms_of_its_language(language: str) -> None:
    found = catalogue(language)
    wrong = [
        one.id
        for one in messages(found)
        if len(forms(one.string)) != (found.num_plurals if one.pluralizable else 1)
    ]
    assert wrong == []
    assert found.plural_expr == "(n != 1)"


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_have_the_holes_of_their_text(language: str) -> None:
    """The form for one may leave its number out, as the English one may; every other hole is filled."""
    wrong = []
    for one in messages(catalogue(language)):
        english, translated = forms(one.id), forms(one.string)
        if any("%" in HOLE.sub("", text) for text in translated):
            wrong.append(one.id)
        if holes(translated[-1]) != holes(english[-1]):
            wrong.append(one.id)
        if not holes(english[0]) - {"%(num)d", "%(num)s"} <= holes(translated[0]) <= holes(english[-1]):
            wrong.append(one.id)
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_translations_begin_and_end_like_their_text(language: str) -> None:
    def edges(text: str) -> tuple[str, str]:
        return text[: len(text) - len(text.lstrip())], text[len(text.rstrip()) :]

    assert [
        one.id
        for one in messages(catalogue(language))
        if {edges(text) for text in forms(one.string)} != {edges(text) for text in forms(one.id)}
    ] == []


# Danish quotes »so«, German „so“; nothing shouts.
FOREIGN_SIGNS = {"da": r"«[^»]*»|[“”„\"!]", "de": r"[«»”\"!]"}


@pytest.mark.parametrize("language", FOREIGN_SIGNS)
def test_the_quotes_are_those_of_the_language_and_nothing_shouts(language: str) -> None:
    foreign = re.compile(FOREIGN_SIGNS[language])
    assert [
        text for one in messages(catalogue(language)) for text in forms(one.string) if foreign.search(text)
    ] == []


@pytest.mark.parametrize("language", SAME_WORDS)
def test_nothing_stays_english_but_the_words_of_the_game(language: str) -> None:
    allowed = GAME_TERMS | SAME_WORDS[language]
    left = [
        english
        for one in messages(catalogue(language))
        for english, text in zip(forms(one.id), forms(one.string), strict=False)
        if text == english and has_words(english) and english not in allowed
    ]
    assert left == []
