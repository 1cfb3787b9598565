"""What happens when a player drops out, told to the GM beforehand (V11.1)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from flask_babel import gettext as _
from sqlalchemy import or_, select
from sqlalchemy.orm import joinedload

from app.campaign.battles.queries.loading import open_battles_of
from app.campaign.battles.wording import battle_title
from app.campaign.dawn.queries import open_choices
from app.campaign.dropouts.latest import can_drop_out, row_to_take_back
from app.campaign.founding.models import Campaign, Seat
from app.campaign.guild_words import guild_text, word_of
from app.campaign.guilds.queries import membership
from app.campaign.map.models import Place
from app.campaign.orders.legality import standing_orders
from app.campaign.orders.queries import sentence
from app.campaign.settlement.models import Captive
from app.campaign.settlement.queries.unfinished import unfinished_of
from app.campaign.states import CAPTIVE, Phase
from app.campaign.warbands.models import Warband
from app.extensions import db


@dataclass(frozen=True)
class Effect:
    """One kind of thing that happens, with what it happens to: ``what`` as people have named it."""

    text: str
    icon: str
    what: tuple[str, ...] = ()


@dataclass(frozen=True)
class DropoutPage:
    """``possible`` tells whether there is anything to ask; ``effects`` what would happen now."""

    seat: Seat
    possible: bool
    effects: tuple[Effect, ...]


def dropout_page(campaign: Campaign, seat: Seat) -> DropoutPage:
    """What closing the seat does now. Nothing of alliances, letters and transfers, which the GM does not
    know of (V8.17, V8.22, V8.23): that they end is said of everybody alike."""
    possible = can_drop_out(seat, campaign)
    return DropoutPage(seat, possible, tuple(_effects(campaign, seat)) if possible else ())


def take_back_page(campaign: Campaign, seat: Seat) -> DropoutPage:
    """Whether the seat can be opened again, and what comes back with it."""
    possible = row_to_take_back(seat, campaign) is not None
    effects = (
        Effect(_("Company, gold and warbands are as they were."), "company"),
        Effect(_("Places that nobody has taken since belong to the seat again."), "banner"),
        Effect(_("Settlements go on at the step they stood at."), "injury"),
        Effect(
            _("Orders stay taken back, captives stay free, and what was left or dissolved stays so."),
            "l-undo-2",
        ),
    )
    return DropoutPage(seat, possible, effects if possible else ())


def _effects(campaign: Campaign, seat: Seat) -> Iterator[Effect]:
    yield from _in_the_field(campaign, seat)
    yield from _in_battle(campaign, seat)
    yield from _in_bonds(campaign, seat)
    places = db.session.scalars(select(Place).where(Place.owner_id == seat.id).order_by(Place.name)).all()
    if places:
        yield Effect(_("Places become ownerless, and their hideouts are gone."), "banner", _named(places))
    if campaign.running and campaign.phase == Phase.DAWN:
        claims = [fate.place for fate in open_choices(campaign) if seat.id in fate.candidates]
        if claims:
            yield Effect(_("Claims on places end; the rules decide without them."), "sun", _named(claims))
    yield Effect(
        _("Company and gold stay with the closed seat. Nothing more is bought, sent or paid for it."),
        "company",
    )
    if seat.is_deputy:
        yield Effect(_("The deputyship ends."), "l-star")


def _in_the_field(campaign: Campaign, seat: Seat) -> Iterator[Effect]:
    if campaign.running and campaign.phase in (Phase.PREPARATION, Phase.ORDERS):
        sent = [sentence(order) for order in standing_orders(campaign) if order.seat_id == seat.id]
        if sent:
            text = _("Orders are taken back, and fees of mercenaries returned.")
            yield Effect(text, "order", tuple(sent))
    if campaign.module_movement:
        standing = db.session.execute(
            select(Warband.name, Place.name)
            .join(Place, Place.id == Warband.standing_place_id)
            .where(Warband.seat_id == seat.id, Warband.dissolved_at.is_(None))
            .order_by(Warband.created_at)
        )
        words = tuple(
            _("%(warband)s, at %(place)s", warband=warband, place=place) for warband, place in standing
        )
        if words:
            yield Effect(_("Warbands leave the map."), "l-users", words)


def _in_battle(campaign: Campaign, seat: Seat) -> Iterator[Effect]:
    if not campaign.running:
        return
    open_ones = [battle_title(battle.place.name) for battle in open_battles_of(seat, campaign)]
    if open_ones:
        yield Effect(_("Open battles are yours to decide."), "battle", tuple(open_ones))
    unfinished = tuple(one.side.warband_name for one in unfinished_of(seat, campaign))
    if unfinished:
        text = _("Settlements are closed: what is settled stays, nothing more is rolled.")
        yield Effect(text, "injury", unfinished)
    captives = db.session.scalars(
        select(Captive)
        .where(
            Captive.campaign_id == campaign.id,
            Captive.state.in_(CAPTIVE),
            or_(Captive.captor_id == seat.id, Captive.owner_id == seat.id),
        )
        .options(joinedload(Captive.model), joinedload(Captive.owner))
        .order_by(Captive.created_at, Captive.id)
    ).all()
    if captives:
        words = tuple(
            _("%(model)s of %(player)s", model=one.model.name, player=one.owner.name) for one in captives
        )
        yield Effect(_("Captives of this company and with it go free, without a ransom."), "captive", words)


def _in_bonds(campaign: Campaign, seat: Seat) -> Iterator[Effect]:
    word = word_of(campaign)
    member = membership(seat) if campaign.module_guilds else None
    if member is not None and member.guild.founder_id == seat.id:
        yield Effect(guild_text(word, "The guild is dissolved."), "guild", (member.guild.name,))
    elif member is not None:
        yield Effect(guild_text(word, "The player leaves the guild."), "guild", (member.guild.name,))
    if campaign.module_alliances and campaign.running:
        yield Effect(
            _("Whatever the player has agreed on with others for this round ends with the seat."), "l-users"
        )


def _named(things: Any) -> tuple[str, ...]:
    return tuple(one.name for one in things)
