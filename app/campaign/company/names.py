"""Names and notes that players give their companies, models and warbands."""

from __future__ import annotations

import unicodedata

from flask_babel import lazy_gettext as _l

from app.refusal import Refusal

LONGEST_NAME = 60
LONGEST_NOTE = 2000
# Joins emoji into one and chooses how they are drawn; the other unseen characters are refused.
_HARMLESS = frozenset("\u200d\ufe0e\ufe0f")
_UNSEEN = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})


def clean_name(typed: str) -> str:
    """A name as it is kept: composed, one line, without needless spaces, 1 to 60 characters.

    Raises Refusal if it is empty, too long, or holds characters that are invisible or turn the text.
    """
    name = " ".join(unicodedata.normalize("NFC", typed).split())
    if any(unicodedata.category(c) in _UNSEEN and c not in _HARMLESS for c in name):
        raise Refusal(_l("A name cannot hold characters that are invisible or turn the writing direction."))
    if not name.strip("".join(_HARMLESS)):
        raise Refusal(_l("Please type a name."))
    if len(name) > LONGEST_NAME:
        raise Refusal(_l("A name has %(most)d characters at most.", most=LONGEST_NAME))
    return name


def clean_note(typed: str) -> str:
    """A note as it is kept: lines made alike, at most 2,000 characters. Raises Refusal if it is longer."""
    note = typed.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "").strip()
    if len(note) > LONGEST_NOTE:
        raise Refusal(_l("A note has %(most)d characters at most.", most=LONGEST_NOTE))
    return note


def clean_reason(typed: str) -> str:
    """The reason of a game master's award or correction (V11.1). Raises Refusal if there is none."""
    reason = " ".join(typed.split())
    if not reason:
        raise Refusal(_l("Please give a reason: the players concerned read it."), "V11.1")
    if len(reason) > 500:
        raise Refusal(_l("A reason has %(most)d characters at most.", most=500), "V11.1")
    return reason
