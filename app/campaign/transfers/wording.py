"""Words for transfers in the two ledgers and the two players' own journals."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext as _

Wording = Callable[[Mapping[str, Any]], str]


def _sent(params: Mapping[str, Any]) -> str:
    return _("Sent to %(player)s, privately", player=params["player"])


def _received(params: Mapping[str, Any]) -> str:
    return _("Received from %(player)s, privately", player=params["player"])


def _you_sent(params: Mapping[str, Any]) -> str:
    return _("You sent %(gold)d gold to %(player)s.", gold=params["gold"], player=params["player"])


def _you_received(params: Mapping[str, Any]) -> str:
    return _("%(player)s sent you %(gold)d gold.", gold=params["gold"], player=params["player"])


KINDS: dict[str, Wording] = {"transfer.sent": _you_sent, "transfer.received": _you_received}
LEDGER: dict[str, Wording] = {"transfer.sent": _sent, "transfer.received": _received}
