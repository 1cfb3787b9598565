"""V2.4, V2.9, B5: the switch to battles announces them, once, however often the button is pressed."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import select

from app.campaign.battles.models import Battle
from app.campaign.founding.models import Seat
from app.campaign.orders.models import Order
from app.campaign.states import Fate
from app.extensions import db
from tests.campaign.orders.conftest import Night
from tests.campaign.rounds.test_switching import switch
from tests.story import orders
from tests.story.people import browser, send


def fates(night: Night) -> list[tuple[str, str | None]]:
    with night.app.app_context():
        rows = db.session.scalars(select(Order).where(Order.campaign_id == night.campaign))
        return sorted((row.warband.name, row.fate) for row in rows)


def both_to(night: Night, place: str) -> None:
    """Ellen's and Mads' warbands go to the same place."""
    place_id = night.place(place)
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, place_id)
    orders.order(night.at_mads, night.campaign, night.mads, night.stags, place_id)


@pytest.mark.rule("V2.4", "V2.9")
def test_the_switch_announces_the_battles(night: Night) -> None:
    both_to(night, "Salzfurt")
    assert switch(night, "battles") == 303
    assert fates(night) == [("Graue Hirsche", Fate.BATTLE), ("Ulveflokken", Fate.BATTLE)]
    with night.app.app_context():
        assert len(db.session.scalars(select(Battle)).all()) == 1


@pytest.mark.rule("V2.4")
def test_a_warband_that_met_nobody_is_unopposed(night: Night) -> None:
    orders.order(night.at_ellen, night.campaign, night.ellen, night.wolves, night.place("Salzfurt"))
    switch(night, "battles")
    assert fates(night) == [("Ulveflokken", Fate.UNOPPOSED)]


@pytest.mark.rule("V2.9")
def test_five_tabs_announce_one_lottery(night: Night) -> None:
    """B5: five tabs press within the same moment; the lots are drawn once."""
    both_to(night, "Salzfurt")
    with night.app.app_context():
        gm = db.session.scalars(
            select(Seat.person_id).where(Seat.campaign_id == night.campaign, Seat.is_gm)
        ).one()
    tabs = [browser(night.app, str(gm)) for _ in range(5)]
    start = Barrier(5)

    def press(tab: int) -> int:
        start.wait()
        return send(tabs[tab], night.url("/round/switch/battles"), seen="running.1.orders").status_code

    with ThreadPoolExecutor(5) as pool:
        assert sorted(pool.map(press, range(5))) == [303, 409, 409, 409, 409]
    with night.app.app_context():
        assert len(db.session.scalars(select(Battle)).all()) == 1
