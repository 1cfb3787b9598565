"""Writing the journal: audit rows, versions, announcements."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime
from typing import Any

from flask import g, has_request_context
from sqlalchemy import select

from app.actor import Actor
from app.campaign.founding.models import Campaign, Seat
from app.columns import new_id, now
from app.extensions import db
from app.journal.models import (
    GM,
    PUBLIC,
    Announcement,
    AudienceVersion,
    AuditRow,
    person_audience,
    seat_audience,
)
from rules.engine.rng import Draw


def record(
    kind: str,
    *,
    campaign: Campaign,
    actor: Actor,
    audience: str,
    seat: Seat | None = None,
    chronicle: bool = False,
    public_from: datetime | None = None,
    params: dict[str, Any] | None = None,
    reason: str | None = None,
    draws: Iterable[Draw] = (),
    place_id: str | None = None,
    battle_id: str | None = None,
    picture_id: str | None = None,
) -> AuditRow:
    """Write one audit row and tell its audience (V0.3).

    ``kind`` is worded by the rooms' ``wording`` modules; ``params`` hold names as they
    are now. A row for one seat is also the GM's to read (V4.7: the player and the GM),
    so both are told; ``record_sealed`` tells of a row for one person. ``chronicle`` rows
    are public from now on, or from ``public_from``.
    """
    row = AuditRow(
        key=new_id(),
        campaign_id=campaign.id,
        kind=kind,
        audience=audience,
        chronicle=chronicle,
        public_from=(public_from or now()) if chronicle else None,
        seat_id=seat.id if seat else None,
        actor_id=actor.person_id,
        by_gm=actor.acts_for(seat) if seat else False,
        round=campaign.round,
        phase=campaign.phase,
        place_id=place_id,
        battle_id=battle_id,
        picture_id=picture_id,
        reason=reason,
        params=params or {},
        draws=[{"why": d.why, "sides": d.sides, "values": list(d.values)} for d in draws],
        request_id=g.get("request_id") if has_request_context() else None,
    )
    db.session.add(row)
    if not audience.startswith("own:"):
        tell(campaign, audience)
    if audience.startswith("seat:"):
        tell(campaign, GM)
    return row


def tell(campaign: Campaign, *audiences: str) -> None:
    """Raise the version of each audience and announce it when the change is committed.

    What is public is also seen by every seat and the GM; they follow the public version
    themselves, so one row is enough.
    """
    for audience in audiences:
        version = db.session.get(AudienceVersion, (campaign.id, audience))
        if version is None:
            version = AudienceVersion(campaign_id=campaign.id, audience=audience, version=0)
            db.session.add(version)
        version.version += 1
        db.session.add(Announcement(campaign_id=campaign.id, audience=audience, version=version.version))


def record_public(kind: str, *, campaign: Campaign, actor: Actor, **rest: Any) -> AuditRow:
    """A chronicle row that everyone at the table may read at once."""
    return record(kind, campaign=campaign, actor=actor, audience=PUBLIC, chronicle=True, **rest)


def record_private(kind: str, *, campaign: Campaign, actor: Actor, seat: Seat, **rest: Any) -> AuditRow:
    """A row that only the seat's player and the GM may read."""
    return record(kind, campaign=campaign, actor=actor, audience=seat_audience(seat.id), seat=seat, **rest)


def record_sealed(
    kind: str, *, campaign: Campaign, actor: Actor, seat: Seat, params: dict[str, Any]
) -> AuditRow | None:
    """A row that only the person who holds the seat now may read, not the GM (V8.22, V8.23).

    The seat's version rises, and nobody else's. Without a person there is nobody to tell: None.
    """
    if seat.person_id is None:
        return None
    audience = person_audience(seat.person_id)
    row = record(kind, campaign=campaign, actor=actor, audience=audience, seat=seat, params=params)
    tell(campaign, seat_audience(seat.id))
    return row


def record_gm(kind: str, *, campaign: Campaign, actor: Actor, **rest: Any) -> AuditRow:
    """A row for the GM alone."""
    return record(kind, campaign=campaign, actor=actor, audience=GM, **rest)


def versions(campaign_id: str, audiences: Iterable[str]) -> dict[str, int]:
    """The present version of each audience; one that nothing was told to yet has 0."""
    wanted = list(audiences)
    rows = db.session.execute(
        select(AudienceVersion.audience, AudienceVersion.version).where(
            AudienceVersion.campaign_id == campaign_id, AudienceVersion.audience.in_(wanted)
        )
    )
    found: dict[str, int] = {row.audience: row.version for row in rows}
    return {audience: found.get(audience, 0) for audience in wanted}
