"""Every rule of the specification has its text, its place in the code and a test (docs/architecture.md)."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rules.rulebook import LANGUAGES, rulebook
from tests.rulebook.expected import CHAPTERS, ids

ROOT = Path(__file__).resolve().parents[2]
ID = re.compile(r"(?<![\w.])[VCNM]\d+\.\d+(?![\d.]*\w)")
RANGE = re.compile(r"([VCNM]\d+)\.(\d+)-(?:\1\.)?(\d+)")
RULES = ids(CHAPTERS)


def sources(*folders: str) -> Iterator[str]:
    """The text of every module below the folders but this one."""
    for folder in folders:
        for path in sorted((ROOT / folder).rglob("*.py")):
            if path != Path(__file__):
                yield path.read_text("utf-8")


def named_in(text: str) -> set[str]:
    """The ids in a text; «V6.1-V6.3» and «V6.1-3» name three rules."""
    found = set(ID.findall(text))
    for chapter, first, last in RANGE.findall(text):
        found |= {f"{chapter}.{number}" for number in range(int(first), int(last) + 1)}
    return found


def shown_by(source: str) -> set[str]:
    """The ids that tests of a module show: by the mark `rule`, by a test's name or the words under it."""
    found = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "rule":
            found |= {str(one.value) for one in node.args if isinstance(one, ast.Constant)}
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            found |= named_in(ast.get_docstring(node) or "")
            found |= {f"{c.upper()}.{n}" for c, n in re.findall(r"(?<=_)([vcnm]\d+)_(\d+)(?=_|$)", node.name)}
    return found


def test_the_specification_has_all_its_rules() -> None:
    assert len(RULES) == 264


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_rule_has_its_text(language: str) -> None:
    book = rulebook(language)
    assert [one for one in RULES if book.rule(one) is None] == []


def test_every_rule_is_cited_by_the_code_that_carries_it_out() -> None:
    cited = set[str]().union(*(named_in(source) for source in sources("app", "rules")))
    assert [one for one in RULES if one not in cited] == []


def test_every_rule_is_shown_by_a_test() -> None:
    shown = set[str]().union(*(shown_by(source) for source in sources("tests", "e2e")))
    assert [one for one in RULES if one not in shown] == []


def test_no_code_and_no_test_names_a_rule_that_does_not_exist() -> None:
    named = set[str]().union(*(named_in(source) for source in sources("app", "rules")))
    named = named.union(*(shown_by(source) for source in sources("tests", "e2e")))
    known = set(RULES)
    assert sorted(one for one in named if ID.fullmatch(one) and one not in known) == []


@pytest.mark.parametrize(
    ("text", "ids_in_it"),
    [
        ("V4.6: one order (C2.1, V5.5).", {"V4.6", "C2.1", "V5.5"}),
        ("V6.1-V6.3 and C6.1-3", {"V6.1", "V6.2", "V6.3", "C6.1", "C6.2", "C6.3"}),
        ("V4.11 is not V4.1", {"V4.11", "V4.1"}),
        ("IPV4.6 and V4.6b and V4.6.1", set()),
    ],
)
def test_how_ids_are_read(text: str, ids_in_it: set[str]) -> None:
    assert named_in(text) == ids_in_it


def test_how_a_test_shows_a_rule() -> None:
    module = (
        '@pytest.mark.rule("V4.6", "D6")\ndef test_a() -> None: ...\n'
        "def test_v4_7_is_secret() -> None: ...\n"
        'def test_b() -> None:\n    """C3.1: a table."""\n'
        '# V4.8 in a comment\nNAME = "V4.9"\n'
    )
    assert shown_by(module) == {"V4.6", "D6", "V4.7", "C3.1"}
