"""Twenty devices send the same action at the same moment: one effect.

The scenes are those of the tests, which set up every stage of a campaign; here they are run and counted.
"""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SCENES = (
    "tests/attack/test_once.py::test_twenty_sends_at_once_have_one_effect",
    "tests/journal/test_writes.py::test_twenty_sends_at_once_have_one_effect",
    "tests/journal/test_writes.py::test_twenty_different_sends_at_once_never_overdraw",
    "tests/journal/test_writes.py::test_twenty_sign_ups_of_one_name_at_once_make_one_account",
    "tests/campaign/orders/test_races.py",
    "tests/campaign/company/test_shop.py::test_twenty_purchases_at_once_with_gold_for_one_buy_one",
    "tests/campaign/transfers/test_transfers.py::test_twenty_at_once_send_no_more_than_there_is",
)
"""Buying, selling, forming and sending warbands, founding guilds, accepting, transfers, saying done,
switching phases (announcing battles, ending the round), entering, confirming and deciding results, rolling
dice, ransoms."""


def run() -> list[list[str]]:
    """Rows: what, target, measured."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *SCENES],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    passed, failed = (_number(word, done.stdout) for word in ("passed", "failed"))
    if not passed:
        raise SystemExit(done.stdout[-2000:])
    return [
        [
            "20 parallel sends of each kind of action",
            "one effect each",
            f"{passed} scenes with one effect, {failed} with another",
        ]
    ]


def _number(word: str, text: str) -> int:
    found = re.search(rf"(\d+) {word}", text)
    return int(found[1]) if found else 0
