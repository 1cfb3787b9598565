"""The one writer of saved ways to print."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import func, select

from app.campaign.documents.models import PrintSetup
from app.campaign.documents.wishes import Wishes
from app.campaign.founding.models import Campaign, Seat
from app.campaign.warbands.models import Warband
from app.extensions import db
from app.journal.models import seat_audience
from app.journal.operations import tell
from app.refusal import Refusal

MOST_SETUPS = 20


def save_setup(
    name: str, wishes: Wishes, *, warband: Warband, models: list[str], campaign: Campaign, seat: Seat
) -> PrintSetup:
    """Keep a way to print under a name; one of that name is replaced. ``models`` are those to be printed.

    Raises Refusal for a name that cannot be read, or when there are too many (V10.3).
    """
    _check(name)
    setup = _named(seat, name)
    if setup is None:
        count = db.session.scalar(select(func.count(PrintSetup.id)).where(PrintSetup.seat_id == seat.id))
        if (count or 0) >= MOST_SETUPS:
            raise Refusal(
                _l("You have saved %(most)d already. Delete one that you no longer use.", most=MOST_SETUPS),
                "V10.3",
            )
        setup = PrintSetup(seat_id=seat.id, name=name, warband_id=warband.id)
        db.session.add(setup)
    setup.warband_id, setup.models = warband.id, models
    setup.cards, setup.blank = wishes.cards, wishes.blank
    setup.size, setup.ink = wishes.size, wishes.ink
    db.session.flush()
    tell(campaign, seat_audience(seat.id))
    return setup


def rename_setup(setup: PrintSetup, name: str, *, campaign: Campaign, seat: Seat) -> None:
    """Call it something else. Raises Refusal for a name that is taken or cannot be read."""
    _check(name)
    other = _named(seat, name)
    if other is not None and other.id != setup.id:
        raise Refusal(_l("You have saved another one under this name."), "V10.3")
    setup.name = name
    db.session.flush()
    tell(campaign, seat_audience(seat.id))


def delete_setup(setup: PrintSetup, *, campaign: Campaign, seat: Seat) -> None:
    """Forget it."""
    db.session.delete(setup)
    db.session.flush()
    tell(campaign, seat_audience(seat.id))


def _named(seat: Seat, name: str) -> PrintSetup | None:
    return db.session.execute(
        select(PrintSetup).where(PrintSetup.seat_id == seat.id, PrintSetup.name == name)
    ).scalar_one_or_none()


def _check(name: str) -> None:
    if not name.isprintable():
        raise Refusal(_l("The name holds signs that cannot be read."), "V10.3")
