"""V11.8: opening the public link, renewing and revoking it."""

from __future__ import annotations

import secrets

from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.founding.models import Campaign
from app.campaign.states import State
from app.journal.operations import record_public
from app.refusal import Refusal


def open_link(campaign: Campaign, *, actor: Actor) -> None:
    """Make a public link of 144 random bits; the one before is void. Everybody at the table is told.

    Raises Refusal for a draft. Also of a finished campaign, whose story is the one to be shown.
    """
    if campaign.state == State.DRAFT:
        raise Refusal(_l("A draft has nothing to show yet."), "V11.8")
    renewed = campaign.public_nonce is not None
    campaign.public_nonce = secrets.token_urlsafe(18)
    record_public("public.renewed" if renewed else "public.opened", campaign=campaign, actor=actor)


def revoke_link(campaign: Campaign, *, actor: Actor) -> None:
    """Make the public link void at once; a second time changes nothing."""
    if campaign.public_nonce is None:
        return
    campaign.public_nonce = None
    record_public("public.revoked", campaign=campaign, actor=actor)
