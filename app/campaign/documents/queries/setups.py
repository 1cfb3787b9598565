"""A warband before it is printed: which models, how, and the ways to print that were saved."""

from __future__ import annotations

from dataclasses import dataclass

from sqlalchemy import select

from app.campaign.access import Here
from app.campaign.documents.models import PrintSetup
from app.campaign.documents.wishes import Wishes
from app.campaign.founding.models import Seat
from app.campaign.warbands.frozen import FrozenCard, frozen
from app.campaign.warbands.models import Warband
from app.campaign.warbands.queries import line_up
from app.extensions import db


@dataclass(frozen=True)
class Tick:
    """A model that can be printed or left out."""

    id: str
    name: str
    card: str
    points: int
    on: bool


@dataclass(frozen=True)
class WarbandToPrint:
    """``setup`` is the saved way that is applied, if any; ``setups`` are those of this warband by name."""

    id: str
    name: str
    emblem: str
    models: tuple[Tick, ...]
    wishes: Wishes
    setup: PrintSetup | None
    setups: tuple[PrintSetup, ...]


def printed_as(card: FrozenCard) -> str:
    """What a model is called in wishes: its id, for a mercenary the card's key."""
    return card.model_id or card.card


def chosen(cards: list[FrozenCard], wishes: Wishes) -> list[FrozenCard]:
    """The models that shall be printed, in the warband's order."""
    if wishes.models is None:
        return cards
    return [card for card in cards if printed_as(card) in wishes.models]


def warband_to_print(warband: Warband, here: Here, asked: Wishes, setup: PrintSetup | None) -> WarbandToPrint:
    """The page for one warband, as asked for or as saved."""
    wishes = wishes_saved(setup) if setup is not None else asked
    cards = [frozen(card) for card in line_up(warband)]
    on = {printed_as(card) for card in chosen(cards, wishes)}
    return WarbandToPrint(
        id=warband.id,
        name=warband.name,
        emblem=warband.emblem,
        models=tuple(
            Tick(printed_as(card), card.name, card.card_name, card.points, printed_as(card) in on)
            for card in cards
        ),
        wishes=wishes,
        setup=setup,
        setups=tuple(one for one in setups_of(here.seat) if one.warband_id == warband.id),
    )


def wishes_saved(setup: PrintSetup) -> Wishes:
    return Wishes(setup.size, setup.ink, setup.cards, setup.blank, tuple(setup.models))


def setups_of(seat: Seat) -> list[PrintSetup]:
    """The seat's saved ways to print whose warbands are still there, by name."""
    return list(
        db.session.scalars(
            select(PrintSetup)
            .join(Warband, Warband.id == PrintSetup.warband_id)
            .where(PrintSetup.seat_id == seat.id, Warband.dissolved_at.is_(None))
            .order_by(PrintSetup.name)
        )
    )


def setup_of(seat: Seat, setup_id: str) -> PrintSetup | None:
    """The seat's saved way to print of that id."""
    return db.session.execute(
        select(PrintSetup).where(PrintSetup.id == setup_id, PrintSetup.seat_id == seat.id)
    ).scalar_one_or_none()
