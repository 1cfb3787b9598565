"""What is missing before a campaign can take its next step (V1.1, V1.9, V1.11)."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import exists, func, or_, select

from app.campaign.company.models import Company
from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Map, Path, Place
from app.extensions import db

LEAST_PLAYERS = 2


@dataclass(frozen=True)
class Gap:
    """One thing that is missing: the sentence, its rule, the wizard's step, and whether it blocks."""

    sentence: str
    rule: str
    step: str | None = None
    blocks: bool = True


@dataclass(frozen=True)
class PlaceCounts:
    """How many places a campaign has, and how many of them bear a banner."""

    places: int
    banners: int


@dataclass(frozen=True)
class Unready:
    """A player who keeps the first round waiting (V1.11)."""

    seat: Seat
    no_hideout: bool
    no_company: bool


def place_counts(campaign: Campaign) -> PlaceCounts:
    """Places on all maps of the campaign, in one query."""
    row = db.session.execute(
        select(func.count(Place.id), func.count(Place.id).filter(Place.banner)).where(
            Place.campaign_id == campaign.id
        )
    ).one()
    return PlaceCounts(row[0], row[1])


def campaign_map(campaign: Campaign) -> Map | None:
    """The campaign's own map, not that of a place; None until one is chosen (V1.4)."""
    return db.session.execute(
        select(Map).where(Map.campaign_id == campaign.id, Map.parent_place_id.is_(None))
    ).scalar_one_or_none()


def gaps_of_draft(campaign: Campaign) -> list[Gap]:
    """What the wizard's last step says is missing (V1.1, V1.9); what does not block can be done later."""
    gaps = []
    if not campaign.name.strip():
        gaps.append(Gap(_("The campaign has no name yet."), "V1.1", "story"))
    if campaign_map(campaign) is None:
        gaps.append(Gap(_("The campaign has no map yet."), "V1.4", "map"))
    else:
        banners = place_counts(campaign).banners
        if banners < campaign.max_players:
            gaps.append(Gap(banner_sentence(campaign.max_players, banners), "V1.9", "map", blocks=False))
        if campaign.module_paths and not _has_ways(campaign):
            sentence = _(
                "Paths between places are on and none is drawn: warbands could go to their own places alone."
            )
            gaps.append(Gap(sentence, "V9.3", "map", blocks=False))
    return gaps


def _has_ways(campaign: Campaign) -> bool:
    """Whether any path is drawn or any access marked (V9.3, V1.8)."""
    return db.session.execute(
        select(
            or_(
                exists().where(Path.campaign_id == campaign.id),
                exists().where(Place.campaign_id == campaign.id, Place.access),
            )
        )
    ).scalar_one()


def banner_sentence(players: int, banners: int) -> str:
    """Says how many banner places there are and how many players need one (V1.9)."""
    if banners == 0:
        return _("%(count)d players need a banner place each, and there is none yet.", count=players)
    return ngettext(
        "%(players)d players need a banner place each, and there is only %(num)d.",
        "%(players)d players need a banner place each, and there are only %(num)d.",
        banners,
        players=players,
    )


def gaps_before_hideouts(campaign: Campaign) -> list[Gap]:
    """What is missing before hideouts can be chosen (V1.9)."""
    gaps = []
    players = len(campaign.players)
    if players < LEAST_PLAYERS:
        gaps.append(
            Gap(
                _("A campaign needs at least %(count)d players who have accepted.", count=LEAST_PLAYERS),
                "V1.10",
            )
        )
    banners = place_counts(campaign).banners
    if banners < players:
        gaps.append(Gap(banner_sentence(players, banners), "V1.9"))
    return gaps


def unready(campaign: Campaign) -> list[Unready]:
    """The players without a hideout or without a confirmed company (V1.11)."""
    housed = set(
        db.session.execute(
            select(Place.owner_id).where(Place.campaign_id == campaign.id, Place.owner_id.is_not(None))
        ).scalars()
    )
    confirmed = set(
        db.session.execute(
            select(Company.seat_id).where(
                Company.campaign_id == campaign.id, Company.confirmed_at.is_not(None)
            )
        ).scalars()
    )
    waiting = [Unready(seat, seat.id not in housed, seat.id not in confirmed) for seat in campaign.players]
    return [one for one in waiting if one.no_hideout or one.no_company]


def unready_sentence(one: Unready) -> str:
    """What this player still has to do, as the others are told."""
    if one.no_hideout and one.no_company:
        return _("%(player)s has neither a hideout nor a confirmed company.", player=one.seat.name)
    if one.no_hideout:
        return _("%(player)s has no hideout yet.", player=one.seat.name)
    return _("%(player)s has not confirmed a company yet.", player=one.seat.name)
