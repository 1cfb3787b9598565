"""The locks pin everything that pyproject.toml asks for, by hash, and say nothing of where it came from."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
RUNTIME, DEVELOPMENT = "requirements.lock", "requirements-dev.lock"


def plain(requirement: str) -> str:
    """The normalised name in a requirement such as `psycopg[binary]>=3.3`."""
    name = re.match(r"[A-Za-z0-9._-]+", requirement)
    assert name, requirement
    return re.sub(r"[-_.]+", "-", name[0]).lower()


def pins(lock: str) -> dict[str, tuple[str, int]]:
    """Name → version and number of hashes, for every entry of a lock."""
    found = {}
    entries = re.split(r"\n(?=\S)", (ROOT / lock).read_text("utf-8"))
    for entry in entries:
        pin = re.match(r"([a-z0-9-]+)==(\S+)", entry)
        if pin:
            found[pin[1]] = (pin[2], len(re.findall(r"--hash=sha256:[0-9a-f]{64}", entry)))
        else:
            assert entry.startswith("#"), f"{lock}: {entry!r} is no pin"
    return found


@pytest.mark.parametrize("lock", [RUNTIME, DEVELOPMENT])
def test_every_dependency_is_pinned_by_hash(lock: str) -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    asked = list(project["dependencies"])
    if lock == DEVELOPMENT:
        asked += project["optional-dependencies"]["dev"]
    pinned = pins(lock)
    assert {plain(one) for one in asked} <= set(pinned)
    assert [name for name, (_, hashes) in pinned.items() if not hashes] == []


def test_the_development_lock_holds_the_other_one() -> None:
    development = pins(DEVELOPMENT)
    assert {name: development.get(name) for name in pins(RUNTIME)} == pins(RUNTIME)


@pytest.mark.parametrize("lock", [RUNTIME, DEVELOPMENT])
def test_no_index_is_named(lock: str) -> None:
    text = (ROOT / lock).read_text("utf-8")
    assert re.findall(r"\w+://|--(?:extra-)?index-url|--find-links|--trusted-host", text) == []
