"""Nicknames: which are allowed, and when two of them look alike."""

from __future__ import annotations

import re
import unicodedata

from flask_babel import lazy_gettext as _l

from app.refusal import Refusal

SHORTEST, LONGEST = 2, 40
_KEY_LONGEST = 120
_MOST_MARKS = 2

# Letters and symbols that draw nothing, though Unicode does not call them format characters.
_UNSEEN = frozenset("\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0")
_REFUSED = frozenset({"Cc", "Cf", "Co", "Cs", "Cn", "Zl", "Zp"})

# Cyrillic and Greek letters drawn like Latin ones, after folding to small letters.
_LIKE_LATIN = str.maketrans(
    "аеорсухіјѕһԁԛԝкмтвнαορνικτυχ",
    "aeopcyxijshdqwkmtbhaopviktux",
)


def clean_nickname(typed: str) -> str:
    """The nickname as it is kept: composed (NFC), without spaces at its ends or double ones inside.

    Raises Refusal if it is too short or long, holds a character that cannot be seen or
    turns the writing direction, or has neither letter nor digit.
    """
    name = re.sub(r"\s+", " ", unicodedata.normalize("NFC", typed)).strip()
    if any(c in _UNSEEN or unicodedata.category(c) in _REFUSED for c in name):
        raise Refusal(
            _l("A nickname cannot hold characters that are invisible or turn the writing direction.")
        )
    if not SHORTEST <= len(name) <= LONGEST or len(nickname_key(name)) > _KEY_LONGEST:
        raise Refusal(_l("A nickname has %(least)d to %(most)d characters.", least=SHORTEST, most=LONGEST))
    if not any(unicodedata.category(c)[0] in "LN" for c in name):
        raise Refusal(_l("A nickname needs at least one letter or digit."))
    if _longest_stack(name) > _MOST_MARKS:
        raise Refusal(_l("A nickname cannot pile up marks on one letter."))
    return name


def nickname_key(name: str) -> str:
    """``name`` folded so that names which look alike are equal.

    Case, width, ligatures, accents, spaces, unseen characters and Cyrillic or Greek
    letters drawn like Latin ones make no difference.
    """
    text = unicodedata.normalize("NFKD", name).casefold()
    text = unicodedata.normalize("NFKD", text).casefold()
    kept = (c for c in text if unicodedata.category(c)[0] not in "MCZ" and c not in _UNSEEN)
    return "".join(kept).translate(_LIKE_LATIN)


def _longest_stack(name: str) -> int:
    longest = run = 0
    for c in unicodedata.normalize("NFD", name):
        run = run + 1 if unicodedata.category(c)[0] == "M" else 0
        longest = max(longest, run)
    return longest
