"""V11.1 as a table: whoever goes, in whatever phase, with whatever modules, the round goes on to its end."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from app.campaign.chronicle.models import Standing
from app.campaign.founding.models import Campaign, Seat
from app.campaign.gold.models import LedgerRow
from app.campaign.guilds.models import Guild, GuildMember
from app.campaign.map.models import Place
from app.campaign.orders.models import Order
from app.campaign.settlement.models import Captive
from app.campaign.states import CAPTIVE, Phase, SeatState
from app.campaign.warbands.models import Warband
from app.extensions import db
from tests.campaign.dropouts.evening import Evening, evening
from tests.story.reconciled import assert_reconciled

if TYPE_CHECKING:
    from flask import Flask

MODULES = {
    "as_founded": (),
    "bonds": ("guilds", "alliances", "messages", "transfers"),
    "field": ("guilds", "movement", "multi"),
}
# A round more or less of the same: in the long run alone.
SETS = [pytest.param("as_founded", marks=pytest.mark.long), "bonds", "field"]


def state_of(one: Evening, who: str) -> Seat:
    return db.session.get_one(Seat, one.seats[who])


@pytest.mark.rule("V11.1", "V7.8", "V8.6", "V8.12", "B8")
@pytest.mark.parametrize("modules", SETS)
@pytest.mark.parametrize("who", ["Ellen", "Mads", pytest.param("Rosa", marks=pytest.mark.long)])
@pytest.mark.parametrize("phase", list(Phase))
def test_a_round_is_played_to_its_end_without_whoever_dropped_out(
    app: Flask, phase: Phase, who: str, modules: str
) -> None:
    one = evening(app, MODULES[modules])
    one.play_to(phase)
    one.drop_out(who)
    assert_reconciled(app, one.campaign)
    with app.app_context():
        seat = one.seats[who]
        if phase in (Phase.PREPARATION, Phase.ORDERS):
            standing = select(Order).where(Order.seat_id == seat, Order.lifted_at.is_(None))
            assert db.session.scalars(standing).all() == []
        held = select(Captive).where(Captive.campaign_id == one.campaign, Captive.state.in_(CAPTIVE))
        if who in ("Ellen", "Mads"):
            assert db.session.scalars(held).all() == [], "captor or captive is gone"
    one.end_round()
    assert_reconciled(app, one.campaign)
    with app.app_context():
        campaign = db.session.get_one(Campaign, one.campaign)
        assert (campaign.round, campaign.phase) == (2, Phase.PREPARATION)
        assert state_of(one, who).state == SeatState.DROPPED
        assert db.session.scalars(select(Place.name).where(Place.owner_id == seat)).all() == []
        assert db.session.get(GuildMember, seat) is None
        stands = select(Warband.standing_place_id).where(Warband.seat_id == seat)
        assert db.session.scalars(stands).all() == [None]
        paid = select(LedgerRow.id).where(LedgerRow.seat_id == seat, LedgerRow.kind == "round.income")
        assert db.session.scalars(paid).all() == []
        assert db.session.get(Standing, (one.campaign, 1, seat)) is None
        guild = db.session.scalars(select(Guild)).one_or_none()
        if guild is not None:
            assert (guild.dissolved_at is not None) == (who == "Ellen"), "a founder dissolves it"


@pytest.mark.rule("V11.1", "V7.8", "V8.6", "B8")
@pytest.mark.parametrize("modules", SETS)
@pytest.mark.parametrize("who", ["Ellen", "Mads"])
@pytest.mark.parametrize("phase", list(Phase))
def test_a_deleted_account_leaves_a_seat_that_the_game_master_plays_on(
    app: Flask, phase: Phase, who: str, modules: str
) -> None:
    one = evening(app, MODULES[modules])
    one.play_to(phase)
    one.delete_account(who)
    one.end_round()
    assert_reconciled(app, one.campaign)
    with app.app_context():
        campaign = db.session.get_one(Campaign, one.campaign)
        assert (campaign.round, campaign.phase) == (2, Phase.PREPARATION)
        seat = state_of(one, who)
        assert (seat.state, seat.person_id, seat.former) == (SeatState.JOINED, None, 1)
        owned = db.session.scalars(select(Place.name).where(Place.owner_id == seat.id)).all()
        assert owned, "places pass on with the seat"
        assert db.session.get(GuildMember, seat.id) is None
        paid = select(LedgerRow.amount).where(LedgerRow.seat_id == seat.id, LedgerRow.kind == "round.income")
        assert len(db.session.scalars(paid).all()) == 1
        assert db.session.get(Standing, (one.campaign, 1, seat.id)) is not None
