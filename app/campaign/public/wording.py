"""Words for what the journal says of the public link."""

from __future__ import annotations

from flask_babel import gettext as _

from app.wording import Params, Wording


def _opened(_params: Params) -> str:
    return _("Chronicle, standings and map can be read by everybody who has the public link.")


def _renewed(_params: Params) -> str:
    return _("The public link was renewed; the old one is void.")


def _revoked(_params: Params) -> str:
    return _("The public link was revoked.")


KINDS: dict[str, Wording] = {
    "public.opened": _opened,
    "public.renewed": _renewed,
    "public.revoked": _revoked,
}
