"""V3.8: name, note and picture of a model, and the order of the cards."""

from __future__ import annotations

from typing import Literal

from werkzeug.datastructures import FileStorage

from app.actor import Actor
from app.campaign.company.holdings import group_of, holdings_of, in_card_order
from app.campaign.company.models import CompanyModel
from app.campaign.company.names import clean_name, clean_note
from app.campaign.founding.models import Campaign, Seat
from app.campaign.founding.queries.catalogue import catalogue_of
from app.extensions import db
from app.journal.models import seat_audience
from app.journal.operations import record_private
from app.media.models import Picture
from app.media.operations import store_picture


def describe_model(
    model: CompanyModel, *, name: str, note: str, campaign: Campaign, seat: Seat, actor: Actor
) -> None:
    """Name a model and write a note to it, at any time. Raises Refusal for what cannot be read or kept."""
    name, note = clean_name(name), clean_note(note)
    if (model.name, model.note) == (name, note):
        return
    model.name, model.note = name, note
    _described(model, campaign, seat, actor)


def set_picture(
    model: CompanyModel, file: FileStorage, *, campaign: Campaign, seat: Seat, actor: Actor
) -> None:
    """Give a model a picture that its player and the GM see (V3.11). Raises Refusal for no picture."""
    former = model.picture_id
    picture = store_picture(file, campaign=campaign, person=seat.person, audience=seat_audience(seat.id))
    model.picture_id = picture.id
    _forget_picture(former)
    _described(model, campaign, seat, actor)


def remove_picture(model: CompanyModel, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """Take a model's picture away."""
    former = model.picture_id
    if former is None:
        return
    model.picture_id = None
    _forget_picture(former)
    _described(model, campaign, seat, actor)


def move_card(
    model: CompanyModel,
    direction: Literal["up", "down"],
    *,
    campaign: Campaign,
    seat: Seat,
    actor: Actor,
) -> None:
    """Move a model's card one up or down among those of its type; the prints keep this order.

    At the end of its group nothing changes.
    """
    catalogue = catalogue_of(campaign)
    ordered = in_card_order(holdings_of(model.company).models, catalogue)
    place = next(i for i, one in enumerate(ordered) if one.id == model.id)
    other = place + (1 if direction == "down" else -1)
    for position, one in enumerate(ordered):
        one.position = position
    same_group = 0 <= other < len(ordered) and group_of(catalogue.card(ordered[other].card)) == group_of(
        catalogue.card(model.card)
    )
    if same_group:
        ordered[place].position, ordered[other].position = other, place
        record_private(
            "company.cards_moved", campaign=campaign, actor=actor, seat=seat, params={"model": model.name}
        )


def _described(model: CompanyModel, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    record_private(
        "company.model_described", campaign=campaign, actor=actor, seat=seat, params={"model": model.name}
    )


def _forget_picture(picture_id: str | None) -> None:
    picture = db.session.get(Picture, picture_id) if picture_id else None
    if picture is not None:
        db.session.flush()
        db.session.delete(picture)
