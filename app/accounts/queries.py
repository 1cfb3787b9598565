"""What the pages about oneself show."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from flask_babel import gettext as _
from sqlalchemy import func, select

from app.accounts.logins import token_hash
from app.accounts.models import Login, Person, RecoveryCode
from app.campaign.founding.models import Campaign, Seat
from app.campaign.states import SeatState, State
from app.extensions import db

# In this order: Edge and Opera call themselves Chrome too, and all but Firefox call themselves Safari.
_BROWSERS = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrom", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
_SYSTEMS = (
    ("Android", "Android"),
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Windows", "Windows"),
    ("Mac OS", "Mac"),
    ("CrOS", "ChromeOS"),
    ("Linux", "Linux"),
)


@dataclass(frozen=True)
class Device:
    """One login of a person."""

    id: str
    name: str
    since: datetime
    seen: datetime
    this: bool


@dataclass(frozen=True)
class Leaving:
    """What deleting the account would mean."""

    to_hand_over: list[str]
    to_gm: list[str]


def device_name(user_agent: str) -> str:
    """Browser and system in words, as far as they can be told."""
    browser = next((name for mark, name in _BROWSERS if mark in user_agent), None)
    system = next((name for mark, name in _SYSTEMS if mark in user_agent), None)
    if browser and system:
        return _("%(browser)s on %(system)s", browser=browser, system=system)
    return browser or system or _("A device")


def devices(person: Person) -> list[Device]:
    """Where the person is logged in, this browser first, then the last seen."""
    here = token_hash(person.login_token or "")
    rows = db.session.scalars(select(Login).where(Login.person_id == person.id)).all()
    found = [
        Device(row.id, device_name(row.device), row.created_at, row.seen_at, row.token_hash == here)
        for row in rows
    ]
    return sorted(found, key=lambda d: (not d.this, -d.seen.timestamp()))


def codes_left(person: Person) -> int:
    """How many unused recovery codes there are."""
    return db.session.execute(
        select(func.count()).where(RecoveryCode.person_id == person.id, RecoveryCode.used_at.is_(None))
    ).scalar_one()


def leaving(person: Person) -> Leaving:
    """The campaigns to hand over first, and those whose GM gets the seat."""
    rows = db.session.execute(
        select(Seat, Campaign.name)
        .join(Campaign, Campaign.id == Seat.campaign_id)
        .where(Seat.person_id == person.id, Seat.state == SeatState.JOINED, Campaign.state != State.FINISHED)
        .order_by(Campaign.name)
    ).all()
    others = (
        select(Seat.campaign_id)
        .where(Seat.campaign_id.in_([row.Seat.campaign_id for row in rows]), Seat.person_id != person.id)
        .where(Seat.state.in_([SeatState.JOINED, SeatState.DROPPED]))
    )
    shared = set(db.session.scalars(others)) if rows else set()
    return Leaving(
        to_hand_over=[row.name for row in rows if row.Seat.is_gm and row.Seat.campaign_id in shared],
        to_gm=[row.name for row in rows if not row.Seat.is_gm],
    )
