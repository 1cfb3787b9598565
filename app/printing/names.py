"""File names of downloads that every system can keep and every reader can read."""

from __future__ import annotations

import unicodedata
from urllib.parse import quote

_FORBIDDEN = frozenset('<>:"/\\|?*%;')
_RESERVED = frozenset(
    ["con", "prn", "aux", "nul", *(f"com{n}" for n in range(10)), *(f"lpt{n}" for n in range(10))]
)
_LONGEST = 80
_SPELLED = {
    "Æ": "Ae", "æ": "ae", "Ø": "Oe", "ø": "oe", "Å": "Aa", "å": "aa", "Ä": "Ae", "ä": "ae",
    "Ö": "Oe", "ö": "oe", "Ü": "Ue", "ü": "ue", "ß": "ss", "ẞ": "SS", "Ł": "L", "ł": "l",
    "Đ": "D", "đ": "d", "Þ": "Th", "þ": "th", "Ð": "D", "ð": "d", "’": "'", "‘": "'", "–": "-", "—": "-",
}  # fmt: skip


def file_name(title: str, ending: str) -> str:
    """``title`` as a file name: its letters, without what Windows, iOS or Android refuse.

    Quotation marks and other refused signs become spaces; control and direction marks vanish.
    """
    kept = "".join(
        " " if c in _FORBIDDEN else c for c in title if unicodedata.category(c) not in ("Cf", "Cc")
    )
    stem = " ".join(kept.split())[:_LONGEST].strip(" .")
    if not stem or stem.casefold() in _RESERVED:
        stem = f"Feldtog {stem}".strip()
    return f"{stem}.{ending}"


def ascii_name(name: str) -> str:
    """The nearest name in ASCII, for what reads nothing else."""
    stem, _, ending = unicodedata.normalize("NFC", name).rpartition(".")
    spelled = "".join(_SPELLED.get(c, c) for c in stem)
    plain = unicodedata.normalize("NFKD", spelled).encode("ascii", "ignore").decode()
    return f"{' '.join(plain.split()) or 'Feldtog'}.{ending}"


def content_disposition(title: str, ending: str, *, kind: str = "inline") -> str:
    """The header that names a download, in ASCII and in full (RFC 6266, RFC 5987)."""
    name = file_name(title, ending)
    return f"{kind}; filename=\"{ascii_name(name)}\"; filename*=UTF-8''{quote(name, safe='')}"
