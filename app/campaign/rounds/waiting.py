"""For what somebody waits who has nothing to do in a running round (B13)."""

from __future__ import annotations

from flask_babel import gettext as _

from app.campaign.founding.models import Campaign
from app.campaign.states import Phase


def waiting_sentence(campaign: Campaign) -> str:
    """For whom or what one waits. The same for all, whatever others have ordered (V4.7, V4.9)."""
    gm = next((str(seat.name) for seat in campaign.seats if seat.is_gm), "")
    return {
        Phase.PREPARATION: _("Buy, sell and form warbands. Waiting for %(gm)s to call for orders.", gm=gm),
        Phase.ORDERS: _("Waiting for %(gm)s to announce the battles.", gm=gm),
        Phase.BATTLES: _("Waiting for the other results, then for %(gm)s to begin the settlement.", gm=gm),
        Phase.SETTLEMENT: _("Waiting for the other settlements, then for %(gm)s to begin dawn.", gm=gm),
        Phase.DAWN: _("Waiting for %(gm)s to end the round.", gm=gm),
    }[Phase(campaign.phase or Phase.PREPARATION)]
