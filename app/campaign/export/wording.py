"""Words of the export for the journal and the ledger."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext as _

Wording = Callable[[Mapping[str, Any]], str]


def _brought_back(params: Mapping[str, Any]) -> str:
    return _(
        "%(campaign)s was brought back from a file. Dice and lots begin anew.", campaign=params["campaign"]
    )


def _settled(_params: Mapping[str, Any]) -> str:
    return _("Private gold that stayed behind")


KINDS: dict[str, Wording] = {"export.brought_back": _brought_back}
LEDGER: dict[str, Wording] = {"export.settled": _settled}
REFUSALS: dict[str, Wording] = {}
