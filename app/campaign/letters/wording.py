"""Words for what one's own journal says of letters."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask_babel import gettext as _

Wording = Callable[[Mapping[str, Any]], str]


def _sent(params: Mapping[str, Any]) -> str:
    return _("You sent a courier to %(player)s.", player=params["player"])


def _came(params: Mapping[str, Any]) -> str:
    return _("A courier came from %(player)s.", player=params["player"])


KINDS: dict[str, Wording] = {"letter.sent": _sent, "letter.came": _came}
