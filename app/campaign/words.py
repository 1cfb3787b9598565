"""States and phases in the reader's language."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

from app.campaign.founding.models import Campaign
from app.campaign.states import Phase, State

STATES: dict[str, LazyString] = {
    State.DRAFT: _l("Draft"),
    State.GATHERING: _l("Gathering"),
    State.HIDEOUTS: _l("Choice of hideouts"),
    State.RUNNING: _l("Running"),
    State.FINISHED: _l("Finished"),
}
PHASES: dict[str, LazyString] = {
    Phase.PREPARATION: _l("Preparation"),
    Phase.ORDERS: _l("Orders"),
    Phase.BATTLES: _l("Battles"),
    Phase.SETTLEMENT: _l("Settlement"),
    Phase.DAWN: _l("Dawn"),
}


def phase_or_state(campaign: Campaign) -> str:
    """«Orders» in a running round, else the state (V0.1, V2.1)."""
    if campaign.running and campaign.phase:
        return str(PHASES[campaign.phase])
    return str(STATES[campaign.state])


def where_it_stands(campaign: Campaign) -> str:
    """«Round 4 · Orders», or the state of a campaign without a running round."""
    if campaign.running and campaign.phase:
        return _("Round %(round)d · %(phase)s", round=campaign.round, phase=PHASES[campaign.phase])
    return str(STATES[campaign.state])
