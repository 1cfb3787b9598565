"""Words for what the journal says of events."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext as _

Wording = Callable[[Mapping[str, Any]], str]


def _added(params: Mapping[str, Any]) -> str:
    return _("At %(place)s something happens: %(event)s.", place=params["place"], event=params["event"])


def _changed(params: Mapping[str, Any]) -> str:
    return _("The event %(event)s was changed.", event=params["event"])


def _ended(params: Mapping[str, Any]) -> str:
    return _(
        "The event %(event)s at %(place)s ends before its time.",
        event=params["event"],
        place=params["place"],
    )


KINDS: dict[str, Wording] = {
    "event.added": _added,
    "event.changed": _changed,
    "event.ended": _ended,
}
LEDGER: dict[str, Wording] = {}
REFUSALS: dict[str, Wording] = {}
