"""Names of spaces and figures in each language. What the cards do is told by the rulebook (M9)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache

import msgspec

from rules.content import content_bytes

LANGUAGES = ("en", "da", "de")


class KindName(msgspec.Struct, frozen=True):
    """A kind of figure, in the middle of a sentence: one of it, and many."""

    one: str
    many: str


class Texts(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Names in one language; keys are codes of spaces and ids of kinds."""

    spaces: Mapping[str, str]
    kinds: Mapping[str, KindName]


@cache
def texts(language: str) -> Texts:
    """The names in one of LANGUAGES; FileNotFoundError for another."""
    data = tomllib.loads(content_bytes("minas_tirith", "texts", f"{language}.toml").decode())
    return msgspec.convert(data, Texts)
