"""Words that several sheets share."""

from __future__ import annotations

from collections.abc import Mapping

from flask_babel import gettext as _

from app.campaign.founding.models import Campaign


def where_from(name: str, campaign: Campaign) -> str:
    """«Ulveflokken · Arven efter Salzfurt, round 4»: what stands at the foot of every page."""
    if campaign.running:
        return _(
            "%(name)s · %(campaign)s, round %(round)d",
            name=name,
            campaign=campaign.name,
            round=campaign.round,
        )
    return _("%(name)s · %(campaign)s", name=name, campaign=campaign.name)


def power_dice_words(dice: Mapping[str, int]) -> str:
    """«4 red, 1 white» (C2.9)."""
    words = {
        "red": _("%(count)d red", count=dice.get("red", 0)),
        "white": _("%(count)d white", count=dice.get("white", 0)),
        "blue": _("%(count)d blue", count=dice.get("blue", 0)),
    }
    return ", ".join(word for colour, word in words.items() if dice.get(colour))
