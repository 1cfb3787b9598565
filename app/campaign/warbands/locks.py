"""V4.1, V4.8: which warbands stand as they are, and why."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import select

from app.campaign.founding.models import Campaign, Seat
from app.campaign.map.models import Place
from app.campaign.orders.models import Order
from app.campaign.states import State
from app.campaign.warbands.models import Warband, WarbandModel
from app.extensions import db
from app.refusal import Refusal, Sentence


def sent_warbands(campaign: Campaign, seat: Seat) -> set[str]:
    """Ids of the seat's warbands that are sent: an order of this round stands (V4.8)."""
    found = db.session.execute(
        select(Order.warband_id).where(
            Order.campaign_id == campaign.id,
            Order.seat_id == seat.id,
            Order.round == campaign.round,
            Order.lifted_at.is_(None),
        )
    ).scalars()
    return set(found)


def standing_in(model_id: str) -> Warband | None:
    """The warband a model stands in, or None (V4.1)."""
    return db.session.execute(
        select(Warband)
        .join(WarbandModel, WarbandModel.warband_id == Warband.id)
        .where(WarbandModel.model_id == model_id)
    ).scalar_one_or_none()


def check_model_free(model_id: str, *, campaign: Campaign, seat: Seat) -> None:
    """Raise Refusal (V4.8) when the model stands in a warband that is sent."""
    warband = standing_in(model_id)
    if warband is not None and warband.id in sent_warbands(campaign, seat):
        raise Refusal(
            _l(
                "%(warband)s is sent. Its models and items stay as they are until the round ends.",
                warband=warband.name,
            ),
            "V4.8",
        )


def phase_lock(campaign: Campaign) -> Sentence | None:
    """Why no warband can be changed now, or None (V4.1)."""
    if campaign.shop_open:
        return None
    if campaign.state == State.FINISHED:
        return _l("The campaign is finished. Warbands stay as they are.")
    return _l(
        "Warbands stay as they are from the battles to the end of the round. "
        "You change them again in the preparation of round %(round)d.",
        round=campaign.round + 1,
    )


def sent_sentence() -> Sentence:
    """Why a sent warband cannot be changed (V4.8)."""
    return _l("This warband is sent. It stays as it is until the round ends.")


def away_lock(warband: Warband, *, campaign: Campaign, seat: Seat) -> Sentence | None:
    """Why its line-up stays as it is, or None: with Movement it changes only in a hideout (V9.5)."""
    if not campaign.module_movement or warband.standing_place_id is None:
        return None
    place = db.session.get_one(Place, warband.standing_place_id)
    if place.owner_id == seat.id:
        return None
    return _l(
        "%(warband)s stands at %(place)s. A line-up changes only in a hideout.",
        warband=warband.name,
        place=place.name,
    )


def check_changeable(warband: Warband, *, campaign: Campaign, seat: Seat, line_up: bool = True) -> None:
    """Raise Refusal when the warband cannot be changed: the phase (V4.1), it is sent (V4.8), or, if its
    ``line_up`` is to change, it stands away from the hideouts (V9.5)."""
    locked = phase_lock(campaign)
    if locked is not None:
        raise Refusal(locked, "V4.1")
    if warband.id in sent_warbands(campaign, seat):
        raise Refusal(sent_sentence(), "V4.8")
    away = away_lock(warband, campaign=campaign, seat=seat) if line_up else None
    if away is not None:
        raise Refusal(away, "V9.5")


def check_may_leave(model_id: str, *, campaign: Campaign, seat: Seat) -> None:
    """Raise Refusal (V9.5) when the model stands in a warband away from the hideouts."""
    warband = standing_in(model_id) if campaign.module_movement else None
    away = away_lock(warband, campaign=campaign, seat=seat) if warband is not None else None
    if away is not None:
        raise Refusal(away, "V9.5")
