"""Words for what the journal says of events."""

from __future__ import annotations

from flask_babel import gettext as _

from app.wording import Params, Wording


def _added(params: Params) -> str:
    return _("At %(place)s something happens: %(event)s.", **params)


def _changed(params: Params) -> str:
    return _("The event %(event)s was changed.", **params)


def _ended(params: Params) -> str:
    return _("The event %(event)s at %(place)s ends before its time.", **params)


KINDS: dict[str, Wording] = {
    "event.added": _added,
    "event.changed": _changed,
    "event.ended": _ended,
}
