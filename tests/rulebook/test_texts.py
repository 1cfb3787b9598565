"""The rulebook's texts are complete, in three languages, and agree with the tables the app plays by."""

from __future__ import annotations

import re

import pytest

from rules.content import ContentError
from rules.rulebook import LANGUAGES, REFERENCE, Book, Rule, faults_between, read_book, rulebook
from rules.vanguard.tables_store import shipped_tables
from tests.rulebook.expected import CHAPTERS, OURS, ids

TABLES = shipped_tables()


def rows(rule: Rule) -> list[list[str]]:
    """The body of a rule's table, cell by cell."""
    lines = [line for line in rule.text.splitlines() if line.startswith("|")]
    return [[cell.strip() for cell in line.strip("|").split("|")] for line in lines[2:]]


def rule(language: str, rule_id: str) -> Rule:
    found = rulebook(language).rule(rule_id)
    assert found is not None
    return found


def test_the_list_of_ids_is_whole() -> None:
    """113 rules of the campaign, 31 of the core tables, 62 and 58 of the two board games."""
    assert sum(rule_id.startswith("V") for rule_id in ids(CHAPTERS)) == 113
    assert sum(rule_id.startswith("C") for rule_id in ids(CHAPTERS)) == 31
    assert sum(rule_id.startswith("N") for rule_id in ids(CHAPTERS)) == 62
    assert sum(rule_id.startswith("M") for rule_id in ids(CHAPTERS)) == 58
    assert "V8.7" not in ids(CHAPTERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_a_text_in_the_order_of_its_numbers(language: str) -> None:
    assert list(rulebook(language).rules) == ids(CHAPTERS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_texts_say_something(language: str) -> None:
    for each in rulebook(language).rules.values():
        assert len(each.title) >= 3, each.id
        assert len(each.plain) >= 45, (each.id, each.plain)
        assert each.plain[-1] in ".!" or "|" in each.text or "- " in each.text, each.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_ours_is_marked(language: str) -> None:
    assert [each.id for each in rulebook(language).rules.values() if each.ours] == ids(OURS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_references_lead_to_rules_of_the_same_language(language: str) -> None:
    book = rulebook(language)
    pointed = [target for each in book.rules.values() for target in REFERENCE.findall(each.text)]
    assert len(pointed) > 50
    assert [target for target in pointed if book.rule(target) is None] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_point_to_the_same_rules(language: str) -> None:
    for each in rulebook(language).rules.values():
        here, there = REFERENCE.findall(each.text), REFERENCE.findall(rule("en", each.id).text)
        assert sorted(here) == sorted(there), each.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_languages_name_the_same_amounts(language: str) -> None:
    """A figure that is in one language only is a slip of translation."""
    for each in rulebook(language).rules.values():
        here = re.findall(r"\d+", REFERENCE.sub("", each.text))
        there = re.findall(r"\d+", REFERENCE.sub("", rule("en", each.id).text))
        assert sorted(here) == sorted(there), each.id


# Names of the game stay as they are in every language.
NAMES = {"king of the hill", "destroy the baggage train"}


def sentences(text: str) -> set[str]:
    found = (part.strip().casefold() for part in re.split(r"[.:;!?|·\n]+", REFERENCE.sub("", text)))
    return {part for part in found if len(part.split()) >= 4} - NAMES


@pytest.mark.parametrize(("one", "other"), [("da", "en"), ("de", "en"), ("da", "de")])
def test_no_sentence_is_left_untranslated(one: str, other: str) -> None:
    for each in rulebook(one).rules.values():
        assert sentences(each.text), each.id
        assert not sentences(each.text) & sentences(rule(other, each.id).text), each.id


def test_the_german_text_says_du() -> None:
    formal = re.compile(r"\b(Ihnen|Ihre[nmrs]? (?:Kompanie|Bande|Gold)|Sie (?:haben|können|dürfen|müssen))\b")
    texts = {each.id: each.text for each in rulebook("de").rules.values()}
    # «Sie» may begin a sentence about several things; a person is never addressed so.
    assert [i for i, text in texts.items() if formal.search(re.sub(r"(^|[.:] )Sie ", r"\1sie ", text))] == []


def test_danish_keeps_card_and_map_apart() -> None:
    """«kort» is a card; a map is a «landkort»."""
    texts = " ".join(each.text.casefold() for each in rulebook("da").rules.values())
    assert "på kortet" in texts
    for card_for_map in ("kortets veje", "stedets kort", "kort over", "steder på kortet"):
        assert not re.search(rf"\b{card_for_map}", texts)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.rule("C3.1", "C6.2", "C8.1", "C8.2", "C8.3", "C9.1")
def test_tables_are_those_the_app_plays_by(language: str) -> None:
    def span(low: int, high: int) -> str:
        return str(low) if low == high else f"{low}-{high}"

    injuries = [cells[:2] for cells in rows(rule(language, "C6.2"))]
    assert injuries == [[span(row.low, row.high), row.names[language]] for row in TABLES.injuries.rows]
    ranks = rows(rule(language, "C8.1"))
    assert ranks == [[str(row.experience), row.names[language]] for row in TABLES.ranks.rows]
    advances = [cells[0] for cells in rows(rule(language, "C8.2"))]
    assert advances == [span(row.low, row.high) for row in TABLES.advances.rows]
    special = [cells[0] for cells in rows(rule(language, "C8.3"))]
    assert special == [row.names[language] for row in TABLES.special_rules.rows]
    roles = [cells[0].partition(" (")[0] for cells in rows(rule(language, "C9.1"))]
    assert roles == [role.names[language] for role in TABLES.retinue.roles]
    underdog = [(cells[0].split("-")[0].split()[0], cells[1]) for cells in rows(rule(language, "C3.1"))]
    assert underdog == [(str(row.start), str(row.dice)) for row in TABLES.underdog.rows]


def source(*rules: str, chapter: str = "V4") -> str:
    head = f'id = "vanguard"\ntitle = "B"\n[[chapter]]\nid = "{chapter}"\ntitle = "C"\nlead = "L"\n'
    return head + "".join(f"[[chapter.rule]]\n{each}\n" for each in rules)


def entry(rule_id: str, text: str = "A text.", ours: str = "false") -> str:
    return f'id = "{rule_id}"\ntitle = "T"\nours = {ours}\ntext = """{text}"""'


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (source(entry("V3.1")), "V3.1 is no rule of chapter V4"),
        (source(entry("V4.x")), "V4.x is no rule of chapter V4"),
        (source(entry("V4.1"), entry("V4.1")), "V4.1 stands there twice"),
        (source(entry("V4.1", text="")), "V4.1 has no heading or no text"),
        (source(entry("V4.1", text="> Ours.")), "V4.1 has a part of our own but is not marked as ours"),
        (source('id = "V4.1"\ntitle = "T"\ntext = "A."'), "ours"),
        ("id = ", "da/book.toml"),
    ],
)
def test_a_faulty_book_is_refused_with_its_fault(text: str, fault: str) -> None:
    with pytest.raises(ContentError) as caught:
        read_book(text, "da/book.toml")
    assert fault in str(caught.value)
    assert str(caught.value).startswith("da/book.toml")


def shelf(*rules: str) -> tuple[Book, ...]:
    return (read_book(source(*rules), "book"),)


@pytest.mark.parametrize(
    ("danish", "fault"),
    [
        ([entry("V4.1")], "da: V4.2 is missing"),
        ([entry("V4.1"), entry("V4.2"), entry("V4.3")], "da: V4.3 is in no other language"),
        ([entry("V4.1"), entry("V4.2", ours="true")], "da: V4.2 is not ours in the same way as in en"),
        ([entry("V4.1"), entry("V4.2", "See [V9.9].")], "da: V4.2 points to V9.9, which there is not"),
    ],
)
def test_languages_that_differ_are_found_out(danish: list[str], fault: str) -> None:
    english = shelf(entry("V4.1"), entry("V4.2"))
    assert list(faults_between({"en": english, "da": shelf(*danish)})) == [fault]


def test_our_own_part_is_told_from_the_rest() -> None:
    part = rule("en", "V3.8")
    assert part.common_text.startswith("You give each model a name")
    assert part.own_text == "A model can also have a picture."
    assert not part.own_table
    assert rule("en", "C3.1").own_table
    assert rule("en", "C9.2").ours is False
