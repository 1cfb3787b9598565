"""Words for transfers in the two ledgers and the two players' own journals."""

from __future__ import annotations

from flask_babel import gettext as _

from app.wording import Params, Wording


def _sent(params: Params) -> str:
    return _("Sent to %(player)s, privately", **params)


def _received(params: Params) -> str:
    return _("Received from %(player)s, privately", **params)


def _you_sent(params: Params) -> str:
    return _("You sent %(gold)d gold to %(player)s.", **params)


def _you_received(params: Params) -> str:
    return _("%(player)s sent you %(gold)d gold.", **params)


KINDS: dict[str, Wording] = {"transfer.sent": _you_sent, "transfer.received": _you_received}
LEDGER: dict[str, Wording] = {"transfer.sent": _sent, "transfer.received": _received}
