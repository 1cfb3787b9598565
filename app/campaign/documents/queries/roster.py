"""V10.3: a warband as its player takes it to the table."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import joinedload, selectinload

from app.campaign.access import Here
from app.campaign.company.holdings import company_of
from app.campaign.company.pages import address
from app.campaign.documents.cards import FIGURES, Printed, printed
from app.campaign.documents.fitting import Laid, density, rows
from app.campaign.documents.queries.setups import chosen
from app.campaign.documents.wishes import Wishes
from app.campaign.documents.wording import power_dice_words, where_from
from app.campaign.founding.queries import catalogue_of, tables_of
from app.campaign.orders.models import Order
from app.campaign.warbands.frozen import frozen
from app.campaign.warbands.models import Warband
from app.campaign.warbands.queries import line_up, power_dice
from app.extensions import db


@dataclass(frozen=True)
class RosterSheet:
    """``rows`` are the cards as ``fitting.rows`` lays them; ``wide``: four stand side by side;
    ``roomy``: there is room for notes."""

    name: str
    subtitle: str
    source: str
    page_url: str
    style: int
    emblem: str
    figures: tuple[tuple[str, str], ...]
    models: tuple[Printed, ...]
    density: str
    roomy: bool
    rows: list[list[Laid]]
    wide: bool
    columns: tuple[str, ...] = FIGURES

    @property
    def changed(self) -> bool:
        """Whether a model's figures differ from its card's."""
        return any(model.changed for model in self.models)


def warbands_of(here: Here) -> list[Warband]:
    """The seat's warbands, the oldest first."""
    return list(
        db.session.scalars(
            select(Warband)
            .where(Warband.seat_id == here.seat.id, Warband.dissolved_at.is_(None))
            .options(selectinload(Warband.mercenaries))
            .order_by(Warband.created_at, Warband.id)
        )
    )


def roster_sheet(warband: Warband, here: Here, wishes: Wishes) -> RosterSheet:
    """The warband as it stands, with where it is sent: for its player and the GM alone (V4.7, V3.11).

    Four cards stand side by side on letter paper turned on its side.
    """
    campaign, seat = here.campaign, here.seat
    tables = tables_of(campaign)
    cards = [frozen(card) for card in line_up(warband)]
    models = tuple(printed(card, tables) for card in chosen(cards, wishes))
    columns = 4 if wishes.size == "letter" else 3
    points = sum(model.points for model in models)
    figures = [
        (_("Points"), f"{points} / {campaign.warband_size}"),
        (_("Models"), str(len(models))),
        (_("Power dice"), power_dice_words(power_dice(warband))),
    ]
    target = _sent_to(warband, here)
    if target:
        figures.append((_("Target"), target))
    set_how, roomy = density(models)
    laid: list[Printed | None] = [*(models if wishes.cards else ()), *([None] * wishes.blank)]
    return RosterSheet(
        name=warband.name,
        subtitle=_company_line(here),
        source=where_from(warband.name, campaign),
        page_url=address(here, "warbands.builder", warband_id=warband.id),
        style=seat.style,
        emblem=warband.emblem,
        figures=tuple(figures),
        models=models,
        density=set_how,
        roomy=roomy,
        rows=rows(laid, columns),
        wide=columns > 3,
    )


def _company_line(here: Here) -> str:
    """«Nordwacht · Northern Alliance · Ellen»."""
    company = company_of(here.seat)
    if company is None:
        return str(here.seat.name)
    faction = catalogue_of(here.campaign).factions[company.faction].name
    return " · ".join(part for part in (company.name, faction, str(here.seat.name)) if part)


def _sent_to(warband: Warband, here: Here) -> str | None:
    """The place the warband is sent to in this round."""
    order = db.session.scalars(
        select(Order)
        .where(
            Order.warband_id == warband.id,
            Order.round == here.campaign.round,
            Order.lifted_at.is_(None),
        )
        .options(joinedload(Order.place))
    ).first()
    return order.place.name if order else None
