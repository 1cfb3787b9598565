"""Keys of new catalogue entries, made of their names."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Container

LONGEST_KEY = 60
# Letters that no decomposition turns into plain ones.
_PLAIN = str.maketrans(
    {"æ": "ae", "ø": "oe", "å": "aa", "ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "ł": "l", "đ": "d"}
)


def slug(name: str) -> str:
    """The name in plain letters with hyphens; "entry" where nothing of it is left.

    >>> slug("Jarrun's Bow Ω")
    'jarruns-bow'
    """
    lower = unicodedata.normalize("NFC", name).casefold().replace("'", "").replace("’", "")
    plain = unicodedata.normalize("NFKD", lower.translate(_PLAIN))
    letters = "".join(one for one in plain if not unicodedata.combining(one) and one.isascii())
    return re.sub(r"[^a-z0-9]+", "-", letters).strip("-")[:LONGEST_KEY].strip("-") or "entry"


def free_key(name: str, taken: Container[str], prefix: str = "") -> str:
    """A key for ``name`` that is not ``taken``; ``prefix`` is a faction's key for its models."""
    base = f"{prefix}.{slug(name)}" if prefix else slug(name)
    key, number = base, 2
    while key in taken:
        key, number = f"{base}-{number}", number + 1
    return key
