"""Words for the ledger: every room says what its rows are for."""

from __future__ import annotations

from flask_babel import gettext as _

from app.campaign.gold.models import LedgerRow
from app.wording import wordings


def why(row: LedgerRow) -> str:
    """Why gold came or went, in the reader's words (V3.9)."""
    wording = wordings("LEDGER").get(row.kind)
    return wording(row.params) if wording else _("Gold")
