"""V2.1, V2.7: the order of the phases and the ways between them."""

from __future__ import annotations

from itertools import pairwise

from flask_babel import gettext as _

from app.campaign.states import Phase

ORDER = tuple(Phase)
FORWARD = dict(pairwise(ORDER))
BACK = {Phase.ORDERS: Phase.PREPARATION, Phase.DAWN: Phase.SETTLEMENT}
"""Once battles are announced there is no way back to orders, once settlement has begun none to battles."""

END = "end"
"""Names End round where else a phase is named as what comes next."""


def next_after(phase: Phase) -> str:
    """What comes next: a phase, or the end of the round."""
    return FORWARD.get(phase, END)


def reachable(phase: Phase) -> tuple[str, ...]:
    """Where the GM can switch to from ``phase``: onward, and back where there is a way back."""
    return (next_after(phase), *([BACK[phase]] if phase in BACK else []))


def switch_label(to: str) -> str:
    """The words of the button that switches to ``to``."""
    return {
        Phase.PREPARATION: _("Back to preparation"),
        Phase.ORDERS: _("Open the orders"),
        Phase.BATTLES: _("Announce battles"),
        Phase.SETTLEMENT: _("Begin the settlement"),
        Phase.DAWN: _("Begin dawn"),
        END: _("End round"),
    }[to]


def effect_of(present: Phase, to: str) -> str:
    """What a switch from ``present`` to ``to`` does, in a sentence for the GM."""
    if present == Phase.DAWN and to == Phase.SETTLEMENT:
        return _("Places that were taken at this dawn go back to whoever held them before.")
    return {
        Phase.PREPARATION: _("Orders already given are kept; one that becomes illegal is lifted."),
        Phase.ORDERS: _("Players send their warbands in secret. The shop stays open."),
        Phase.BATTLES: _(
            "All orders are revealed and the battles are announced, with lots where they are needed."
        ),
        Phase.SETTLEMENT: _(
            "Each battle with a confirmed result can be settled. Results can still be entered."
        ),
        Phase.DAWN: _("Winners take their places. Captives for whom no price was named go free."),
        END: _("Income is paid, all orders are over, mercenaries leave, and the next round begins."),
    }[to]


def no_return_of(present: Phase, to: str) -> str | None:
    """What cannot be undone after the switch, or None if the GM can switch back (V2.7)."""
    if to == END:
        return _("There is no way back to this round.")
    if to == BACK.get(present) or BACK.get(Phase(to)) == present:
        return None
    return _("There is no way back to the phase before.")


def why_no_way(present: Phase, to: str) -> str:
    """Why there is no switch from ``present`` to ``to`` (V2.7)."""
    if to == Phase.ORDERS and present in (Phase.BATTLES, Phase.SETTLEMENT, Phase.DAWN):
        return _("The battles are announced: there is no way back to the orders.")
    if to == Phase.BATTLES and present in (Phase.SETTLEMENT, Phase.DAWN):
        return _("The settlement has begun: there is no way back to the battles.")
    return _("From here the round goes on to another phase. Phases are switched one at a time.")
