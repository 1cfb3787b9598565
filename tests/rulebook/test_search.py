"""The search of the rulebook finds a rule by its words, however they are typed, and by its number."""

from __future__ import annotations

import pytest

from rules.rulebook import LANGUAGES, rulebook


def found(language: str, query: str) -> list[str]:
    return [hit.rule.id for hit in rulebook(language).search(query)]


@pytest.mark.parametrize(
    ("language", "query"),
    [
        ("da", "løsepenge"),
        ("da", "LØSEPENGE"),
        ("da", "losepenge"),
        ("da", "loesepenge"),
        ("da", "løsep"),
        ("de", "Lösegeld"),
        ("de", "losegeld"),
        ("de", "loesegeld"),
        ("de", "gefangene lösegeld"),
        ("en", "ransom"),
        ("en", "Captives RANSOM"),
    ],
)
@pytest.mark.rule("V7.4")
def test_ransom_is_found_first_in_each_language(language: str, query: str) -> None:
    assert found(language, query)[0] == "V7.4"


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("query", ["V7.4", "v7.4", " V7.4 "])
def test_an_id_finds_its_rule_alone(language: str, query: str) -> None:
    assert found(language, query) == ["V7.4"]


def test_a_chapter_finds_its_rules_in_order() -> None:
    assert found("de", "v2") == [f"V2.{number}" for number in range(1, 10)]


def test_every_word_must_be_there() -> None:
    """Healer and ransom meet in the steps of settlement alone."""
    assert found("en", "healer ransom") == ["V7.1"]
    assert found("en", "healer submarine") == []


def test_headings_weigh_more_than_texts() -> None:
    """Mercenaries have two headings; other rules only speak of them."""
    hits = found("en", "mercenary")
    assert hits[0] == "C2.8"
    assert set(hits) > {"V4.5", "V4.12"}
    scores = [hit.score for hit in rulebook("en").search("mercenary")]
    assert scores == sorted(scores, reverse=True)


@pytest.mark.parametrize(
    ("language", "spellings", "rule_id"),
    [
        ("da", ("spærring", "spaerring", "SPÆRRING"), "V5.4"),
        ("da", ("åbningstid", "aabningstid", "abningstid"), "V3.3"),
        ("da", ("landkortet ændringer", "landkortet aendringer"), "V1.12"),
        ("de", ("Dämmerung beginnt", "daemmerung beginnt", "dammerung beginnt"), "V7.8"),
        ("de", ("Söldner", "soeldner", "soldner"), "V4.5"),
    ],
)
def test_letters_of_the_languages_can_be_typed_either_way(
    language: str, spellings: tuple[str, ...], rule_id: str
) -> None:
    results = [found(language, spelling) for spelling in spellings]
    assert rule_id in results[0][:3]
    assert all(result == results[0] for result in results)


@pytest.mark.parametrize("query", ["", "   ", "!?", "[V99.1]"])
def test_nothing_asked_nothing_found(query: str) -> None:
    assert found("en", query) == []


def test_only_the_readers_language_is_searched() -> None:
    assert found("en", "løsepenge") == []
    assert found("da", "ransom") == []
