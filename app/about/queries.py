"""Version and credits."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

_ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Credit:
    """Somebody else's work that Feldtog is built of. ``kind``: type, icons or library; ``changed``: by us."""

    kind: str
    what: str
    licence: str
    by: str | None = None
    url: str | None = None
    changed: bool = False


@cache
def credits() -> tuple[Credit, ...]:
    """All credits, in the order of ``credits.toml``."""
    with (Path(__file__).parent / "credits.toml").open("rb") as file:
        return tuple(Credit(**entry) for entry in tomllib.load(file)["credit"])


@cache
def version() -> str:
    """Feldtog's version, as pyproject.toml says it."""
    with (_ROOT / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])
