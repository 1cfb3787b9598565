"""Deleting an account, and what stays of it in the campaigns."""

from __future__ import annotations

from typing import Any

from flask import g, has_request_context
from flask_babel import lazy_gettext as _l
from sqlalchemy import delete, func, or_, select, update

from app.accounts.logins import end_logins
from app.accounts.models import Person, RecoveryCode
from app.actor import Actor
from app.boardgame.operations.leaving import leave_all_games
from app.campaign.battles.models import Battle
from app.campaign.events.models import Event
from app.campaign.founding.models import Campaign, Seat
from app.campaign.gold.models import LedgerRow
from app.campaign.guilds import operations as guilds
from app.campaign.letters.models import Letter
from app.campaign.map.models import Map
from app.campaign.orders.models import Order
from app.campaign.pacts import operations as pacts
from app.campaign.settlement.models import Settlement, SettlementEntry
from app.campaign.states import SeatState, State
from app.columns import now
from app.extensions import db
from app.former import FormerPlayer
from app.journal.models import AuditRow, RequestRecord
from app.journal.operations import record_gm, record_public
from app.media.models import Picture
from app.news import operations as news
from app.refusal import Refusal


def delete_account(person: Person) -> None:
    """Delete a person at once; their seats stay, without them.

    - Whoever is GM of an unfinished campaign hands it over or finishes it first: Refusal
      that names it. A campaign in which nobody else has joined goes with them.
    - Other seats in unfinished campaigns pass into the GM's hands (``person_id`` None).
      The seat is called «former player N» from now on, counted in each campaign, and can
      be given to somebody else (V11.1). Open invitations lapse.
    - In finished campaigns the seat is called so too.
    - The journal keeps what happened, not who it was: in every campaign where the person
      has a seat or has done something, each parameter of an audit row, ledger row or
      settlement entry that is exactly one of their names becomes «former player N», at
      whatever key it stands. That may also hit a warband called like its player; a name
      too many is better than one left. What others typed in their own words stays.
    """
    seats = list(db.session.scalars(select(Seat).where(Seat.person_id == person.id)))
    acted = select(AuditRow.campaign_id).where(AuditRow.actor_id == person.id)
    campaigns = db.session.scalars(
        select(Campaign)
        .where(or_(Campaign.id.in_({seat.campaign_id for seat in seats}), Campaign.id.in_(acted)))
        .order_by(Campaign.id)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).all()
    mine = {seat.campaign_id: seat for seat in seats}
    alone = [c for c in campaigns if _runs_alone(c, mine.get(c.id))]
    _require_no_gm([c for c in campaigns if c not in alone], mine)
    for campaign in campaigns:
        if campaign in alone:
            _remove(campaign)
        else:
            _leave(person, campaign, mine.get(campaign.id))
    leave_all_games(person)
    _empty(person)


def _runs_alone(campaign: Campaign, seat: Seat | None) -> bool:
    """Whether the campaign is the person's own, unfinished, and nobody else has joined it."""
    if seat is None or not seat.is_gm or campaign.state == State.FINISHED:
        return False
    return all(
        other is seat or other.person_id is None or other.state not in (SeatState.JOINED, SeatState.DROPPED)
        for other in campaign.seats
    )


def _require_no_gm(campaigns: list[Campaign], mine: dict[str, Seat]) -> None:
    for campaign in campaigns:
        seat = mine.get(campaign.id)
        if seat is not None and seat.is_gm and campaign.state != State.FINISHED:
            raise Refusal(
                _l(
                    "You are the game master of «%(campaign)s». Hand it over or finish it first.",
                    campaign=campaign.name,
                ),
                "V0.2",
            )


def _leave(person: Person, campaign: Campaign, seat: Seat | None) -> None:
    campaign.former_players += 1
    former = FormerPlayer(campaign.former_players)
    names = {person.nickname} | ({seat.given_name} if seat else set())
    if seat is not None:
        _vacate(person, campaign, seat, former)
    db.session.flush()
    _forget_names(campaign.id, names, former)


def _vacate(person: Person, campaign: Campaign, seat: Seat, former: FormerPlayer) -> None:
    seat.given_name, seat.former = "", former.number
    seat.person_id = None
    seat.is_deputy = False
    seat.link_hash = None
    actor = Actor(person.id, seat)
    if seat.state == SeatState.INVITED:
        seat.state = SeatState.LAPSED
        record_gm(
            "accounts.invitation_lapsed", campaign=campaign, actor=actor, seat=seat, params={"name": former}
        )
    elif seat.state == SeatState.JOINED and campaign.state != State.FINISHED:
        record_public("accounts.left", campaign=campaign, actor=actor, seat=seat, params={"name": former})
        guilds.seat_gone(seat, campaign=campaign, actor=actor)
        pacts.seat_gone(seat, campaign=campaign, actor=actor)


def _forget_names(campaign_id: str, names: set[str], former: FormerPlayer) -> None:
    settled = select(Settlement.id).where(Settlement.campaign_id == campaign_id)
    for query in (
        select(AuditRow).where(AuditRow.campaign_id == campaign_id),
        select(LedgerRow).where(LedgerRow.campaign_id == campaign_id),
        select(Letter).where(Letter.campaign_id == campaign_id),
        select(SettlementEntry).where(SettlementEntry.settlement_id.in_(settled)),
    ):
        for row in db.session.scalars(query):
            renamed = _renamed(row.params, names, former)
            if renamed != row.params:
                row.params = renamed


def _renamed(value: Any, names: set[str], former: FormerPlayer) -> Any:
    if isinstance(value, dict):
        return {key: _renamed(inner, names, former) for key, inner in value.items()}
    if isinstance(value, list):
        return [_renamed(inner, names, former) for inner in value]
    return former if isinstance(value, str) and value in names else value


def _remove(campaign: Campaign) -> None:
    """A campaign without anybody: what refers to its places goes before them."""
    for table in (Battle, Order, Event, Map):
        db.session.execute(delete(table).where(table.campaign_id == campaign.id))
    db.session.execute(delete(Campaign).where(Campaign.id == campaign.id))


def _empty(person: Person) -> None:
    """Take everything from the person; the bare row stays for the journal's references."""
    end_logins(person)
    news.forget(person)
    db.session.execute(delete(RecoveryCode).where(RecoveryCode.person_id == person.id))
    db.session.execute(update(Picture).where(Picture.person_id == person.id).values(person_id=None))
    this = g.get("request_id") if has_request_context() else None
    db.session.execute(
        delete(RequestRecord).where(
            RequestRecord.person == f"person:{person.id}", RequestRecord.request_id != func.coalesce(this, "")
        )
    )
    person.nickname = ""
    person.nickname_key = f"deleted:{person.id}"
    person.password_hash = person.email = person.mail_confirmed = person.language = None
    person.news = {}
    person.theme = "system"
    person.guest = False
    person.deleted_at = now()
