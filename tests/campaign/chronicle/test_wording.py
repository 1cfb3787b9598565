"""V0.3: every change that is recorded has words, and every kind its place among the filters."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest
from flask import Flask

from app.campaign.chronicle.groups import ROOMS, Group, group_of, is_players_deed, kinds_of
from app.campaign.company.wording import REFUSALS
from app.refusal import Refusal
from app.wording import rules_in_words, wording_modules, wordings
from rules.engine.refusal import IllegalAction

ROOT = Path(__file__).resolve().parents[3] / "app"
RECORDERS = {"record", "record_public", "record_private", "record_gm"}
HOLE = r"\w+"


def kinds_in(source: str) -> Iterator[str]:
    """Patterns of the kinds that a module records: constants, both ends of a choice, f-strings with holes.

    A function that hands its parameter ``kind`` on to a recorder is one itself.
    """
    tree = ast.parse(source)
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    recorders = set(RECORDERS)
    for function in functions:
        names = [arg.arg for arg in (*function.args.args, *function.args.kwonlyargs)]
        if "kind" in names and any(_called(call) in recorders for call in _calls(function)):
            recorders.add(function.name)
    for function in functions:
        assigned = _assigned(function)
        for call in _calls(function):
            if _called(call) not in recorders:
                continue
            named = [word.value for word in call.keywords if word.arg == "kind"]
            for given in (*call.args, *named):
                yield from _patterns(given, assigned)


def _calls(function: ast.FunctionDef) -> list[ast.Call]:
    return [node for node in ast.walk(function) if isinstance(node, ast.Call)]


def _called(call: ast.Call) -> str:
    return getattr(call.func, "id", getattr(call.func, "attr", ""))


def _assigned(function: ast.FunctionDef) -> dict[str, list[ast.expr]]:
    found: dict[str, list[ast.expr]] = {}
    for node in ast.walk(function):
        if not isinstance(node, ast.Assign):
            continue
        for target in node.targets:
            pairs = [(target, node.value)]
            if isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                pairs = list(zip(target.elts, node.value.elts, strict=True))
            for name, value in pairs:
                if isinstance(name, ast.Name):
                    found.setdefault(name.id, []).append(value)
    return found


def _patterns(node: ast.expr, assigned: dict[str, list[ast.expr]]) -> Iterator[str]:
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        if re.fullmatch(r"[a-z]+\.[a-z_]+", node.value):
            yield re.escape(node.value)
    elif isinstance(node, ast.JoinedStr):
        parts = [re.escape(part.value) if isinstance(part, ast.Constant) else HOLE for part in node.values]
        if re.match(r"[a-z]+\\\.", "".join(parts)):
            yield "".join(parts)
    elif isinstance(node, ast.IfExp):
        yield from _patterns(node.body, assigned)
        yield from _patterns(node.orelse, assigned)
    elif isinstance(node, ast.Name):
        for value in assigned.get(node.id, ()):
            if not isinstance(value, ast.Name):
                yield from _patterns(value, assigned)


def used() -> dict[str, str]:
    """Every kind recorded anywhere in the app → where."""
    found = {}
    for path in sorted(ROOT.rglob("*.py")):
        for pattern in kinds_in(path.read_text("utf-8")):
            found[pattern] = str(path.relative_to(ROOT))
    return found


@pytest.mark.rule("V0.3")
def test_every_kind_that_is_recorded_has_words() -> None:
    known = wordings("KINDS")
    recorded = used()
    assert len(recorded) > 50, "the walk found too few recorded kinds"
    silent = {
        kind: where for kind, where in recorded.items() if not any(re.fullmatch(kind, one) for one in known)
    }
    assert silent == {}


def test_the_walk_finds_each_way_a_kind_is_given() -> None:
    source = """
def one(first):
    record_public("round.a" if first else "round.b", campaign=1)
    kind = "round.c"
    record(kind, campaign=1)
    record_gm(f"round.{first}", campaign=1)
    write, name = 1, "round.d"
    _tell(name, 2)

def _tell(kind, campaign):
    record_private(kind, campaign=campaign)
"""
    assert set(kinds_in(source)) == {r"round\.a", r"round\.b", r"round\.c", r"round\.d", r"round\.\w+"}


def test_no_two_rooms_word_the_same_kind() -> None:
    for which in ("KINDS", "LEDGER"):
        seen: dict[str, str] = {}
        for name in wording_modules():
            for kind in getattr(import_module(name), which, {}):
                assert kind not in seen, f"{kind} in {name} and {seen.get(kind)}"
                seen[kind] = name


@pytest.mark.rule("V10.2")
def test_every_kind_belongs_to_a_group_and_every_group_has_kinds() -> None:
    prefixes = {kind.partition(".")[0] for kind in wordings("KINDS")}
    assert prefixes <= ROOMS.keys()
    assert all(kinds_of(group) for group in Group)
    assert sum(len(kinds_of(group)) for group in Group) == len(wordings("KINDS"))
    assert group_of("battle.corrected") is Group.GM
    assert group_of("battle.confirmed") is Group.BATTLES


@pytest.mark.rule("V11.5")
def test_only_deeds_that_are_a_players_are_marked_as_done_in_their_stead() -> None:
    assert is_players_deed("order.given")
    assert is_players_deed("shop.models_bought")
    assert not is_players_deed("award.item")
    assert not is_players_deed("settlement.reopened")
    assert not is_players_deed("battle.revealed")


def refused(code: str) -> str:
    """What the shop says where the rules refuse with ``code``."""
    with pytest.raises(Refusal) as said, rules_in_words(REFUSALS):
        raise IllegalAction("V3.8", code)
    assert said.value.rule == "V3.8"
    return str(said.value.message)


def test_a_code_of_the_rules_becomes_a_sentence_and_an_unknown_one_too(app: Flask) -> None:
    with app.test_request_context("/"):
        assert refused("role_taken") == "Another model has this role. It must give it up first."
        assert refused("no_such_code") == "The rules do not allow that."
