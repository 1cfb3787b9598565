"""Words for what the journal and the rules say of times and pauses."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from flask_babel import gettext as _

from app.campaign.clock.zones import in_words
from app.campaign.words import PHASES, STATES
from app.wording import Params, Wording


def _when(params: Mapping[str, Any]) -> dict[str, str]:
    key = str(params["phase"])
    return {
        "phase": str(PHASES[key] if key in PHASES else STATES[key]),
        "moment": in_words(datetime.fromisoformat(params["at"]), params["zone"]),
    }


def _set(params: Params) -> str:
    return _("%(phase)s is to end by %(moment)s.", **_when(params))


def _extended(params: Params) -> str:
    return _("%(phase)s has more time: until %(moment)s.", **_when(params))


def _cleared(_params: Params) -> str:
    return _("The phase has no set time any more.")


def _paused(_params: Params) -> str:
    return _("The campaign is paused.")


def _resumed(_params: Params) -> str:
    return _("The campaign goes on.")


def _reminded(params: Params) -> str:
    return _("A reminder: %(phase)s ends by %(moment)s.", **_when(params))


def _up(params: Params) -> str:
    return _("The time for %(phase)s was up on %(moment)s; nothing switches by itself.", **_when(params))


def _left_out(_params: Params) -> str:
    return _("That hour is left out that night, when the clocks go forward. Choose another one.")


def _over(_params: Params) -> str:
    return _("That moment is over already. Choose one ahead.")


def _too_far(_params: Params) -> str:
    return _("That is more than a year ahead. Choose an earlier day.")


KINDS: dict[str, Wording] = {
    "clock.set": _set,
    "clock.extended": _extended,
    "clock.cleared": _cleared,
    "clock.paused": _paused,
    "clock.resumed": _resumed,
    "clock.reminded": _reminded,
    "clock.up": _up,
}
REFUSALS: dict[str, Wording] = {
    "deadline_hour_left_out": _left_out,
    "deadline_over": _over,
    "deadline_too_far": _too_far,
}


def refusal_sentence(code: str, params: Params) -> str:
    """What a refusal of this room says, in the reader's language."""
    return REFUSALS[code](params)
