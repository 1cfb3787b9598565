"""Nicknames: what is refused, and which look alike."""

from __future__ import annotations

import pytest

from app.accounts.names import clean_nickname, nickname_key
from app.refusal import Refusal


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ellen", "eLLEN"),
        ("Ellen", "Ｅｌｌｅｎ"),
        ("Zoé", "Zoe\u0301"),
        ("Zoé", "Zoe"),
        ("Ellen", "El\u200blen"),
        ("Ellen", "Ellen\ufeff"),
        ("Große", "GROSSE"),
        ("Ellen", "Еllеn"),  # Cyrillic Е and е
        ("Ole", "Οle"),  # Greek Omicron
        ("Ulf Ulv", "UlfUlv"),
        ("finn", "ﬁnn"),  # the ligature fi
        ("Ⅳ", "iv"),
    ],
)
def test_names_that_look_alike_have_one_key(one: str, other: str) -> None:
    assert nickname_key(one) == nickname_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("Mads", "Mats"), ("Ægir", "Egir"), ("Søren", "Soren"), ("Å1", "Å2")]
)
def test_different_names_stay_different(one: str, other: str) -> None:
    assert nickname_key(one) != nickname_key(other)


@pytest.mark.parametrize("name", ['Ægir "Ulv" Größe & Søn 🐺', "Šárka Łukasz", "李明", "Bo", "x" * 40])
def test_names_of_the_world_are_kept_as_they_are(name: str) -> None:
    assert clean_nickname(name) == name


def test_spaces_are_tidied() -> None:
    assert clean_nickname("  Ulf \t Ulv ") == "Ulf Ulv"


@pytest.mark.parametrize(
    "name",
    [
        "",
        " ",
        "x",
        "x" * 41,
        "ab\u202egnp",  # turns the writing direction
        "El\u200blen",
        "\u2067abc",
        "a\x00b",
        "a\x1bb",
        "a\u3164b",  # Hangul filler
        "\u2800\u2800\u2800",  # blank Braille
        "a\u034fb",
        "—…—",
        "🐺🐺",
        "a\u0301\u0302\u0303",  # three marks on one letter
        "a\ue000",  # private use
        "\ufdfa" * 12,  # each unfolds to 18 letters
    ],
)
def test_names_that_deceive_are_refused(name: str) -> None:
    with pytest.raises(Refusal):
        clean_nickname(name)
