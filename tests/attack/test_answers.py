"""What every answer has in common: nothing between keeps it, and no table holds a formula."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.attack.conftest import Scene
from tests.attack.pages import addresses, rules
from tests.attack.world import ANNA, GM

ROOT = Path(__file__).resolve().parents[2]
THE_ONE_WRITER = "rules/vanguard/exchange/tabular.py"
FOR_ALL = frozenset({"pwa.manifest", "pwa.worker", "pwa.service_worker"})
"""Answers that are the same for everybody."""


@pytest.mark.rule("V4.7")
@pytest.mark.parametrize("who", [GM, ANNA])
def test_no_proxy_may_keep_an_answer(stand: Callable[..., Scene], who: str) -> None:
    """Pages, downloads, pictures and answers in JSON alike; paper says so in one place for all of it."""
    scene = stand("orders")
    client, seen, wrong = scene.at(who), 0, []
    for rule in rules(scene.app, "GET"):
        if rule.endpoint in FOR_ALL or rule.rule.endswith(".pdf"):
            continue
        for url in addresses(scene.app, rule, scene.world.mine, scene.world.seats[ANNA], most=1)[:1]:
            answer = client.get(url)
            kept = answer.headers.get("Cache-Control", "")
            seen += 1
            if "no-store" not in kept and "private" not in kept and "no-cache" not in kept:
                wrong.append((rule.endpoint, answer.status_code, kept))
            if "public" in kept or "Last-Modified" in answer.headers:
                wrong.append((rule.endpoint, "may be kept", kept))
    assert wrong == []
    assert seen > 100


def test_every_table_is_written_by_the_one_writer_that_disarms_formulas() -> None:
    writers = {
        str(path.relative_to(ROOT))
        for folder in ("app", "rules")
        for path in (ROOT / folder).rglob("*.py")
        if re.search(r"csv\.(writer|DictWriter)|import csv\b.*writer", path.read_text("utf-8"))
    }
    assert writers == {THE_ONE_WRITER}
