"""Words for what the journal says of players who drop out."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext as _

Params = Mapping[str, Any]
Wording = Callable[[Params], str]


def _dropped(params: Params) -> str:
    return _("%(player)s has dropped out of the campaign.", player=params["player"])


def _taken_back(params: Params) -> str:
    return _(
        "The game master takes it back that %(player)s dropped out: the seat plays again.",
        player=params["player"],
    )


KINDS: dict[str, Wording] = {"dropout.dropped": _dropped, "dropout.taken_back": _taken_back}
LEDGER: dict[str, Wording] = {}
REFUSALS: dict[str, Wording] = {}
