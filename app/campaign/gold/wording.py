"""Words for the ledger: every room says what its rows are for."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from flask_babel import gettext as _

import app.campaign as rooms
from app.campaign.gold.models import LedgerRow

Wording = Callable[[Mapping[str, Any]], str]


@cache
def ledger_wording() -> dict[str, Wording]:
    """The wording of every ledger kind, from the ``LEDGER`` of each room's ``wording`` module."""
    found: dict[str, Wording] = {}
    for room in pkgutil.iter_modules(rooms.__path__):
        name = f"{rooms.__name__}.{room.name}.wording"
        if room.ispkg and find_spec(name) is not None:
            found.update(getattr(import_module(name), "LEDGER", {}))
    return found


def why(row: LedgerRow) -> str:
    """Why gold came or went, in the reader's words (V3.9)."""
    wording = ledger_wording().get(row.kind)
    return wording(row.params) if wording else _("Gold")
