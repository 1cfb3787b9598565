"""Words for the journal (V0.3), and for what the game master writes into it."""

from __future__ import annotations

from textwrap import shorten

from flask_babel import gettext as _

from app.journal.models import AuditRow
from app.wording import Params, Wording, wordings

ENTRY = "chronicle.entry"
NOTE = "chronicle.note"
"""What the game master writes: for all, or for themselves alone (A10)."""

LONGEST_ENTRY = 4000
_IN_A_LINE = 240


def _typed(params: Params) -> str:
    """The text as one line; the chronicle itself shows it whole."""
    return shorten(str(params["text"]), _IN_A_LINE, placeholder=" …")


KINDS: dict[str, Wording] = {ENTRY: _typed, NOTE: _typed}


def sentence(row: AuditRow) -> str:
    """What an audit row says, in the reader's language, with the names as they were at the time."""
    worded = wordings("KINDS").get(row.kind)
    return worded(row.params) if worded is not None else _("Something was changed.")
