"""V7.5-V7.8, V7.10, V7.11: who holds a place after dawn, and taking dawn back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select

from app.campaign.battles.models import Battle, BattleSide
from app.campaign.dawn import operations as dawn
from app.campaign.dawn.models import DawnFate
from app.campaign.dawn.queries import open_choices
from app.campaign.events.models import Event
from app.campaign.map.models import Place
from app.campaign.orders.models import Order
from app.campaign.rounds import operations as rounds
from app.campaign.settlement.models import Settlement
from app.campaign.states import BattleState, Fate, Phase, SideOutcome
from app.campaign.warbands.models import Warband
from app.columns import now
from app.extensions import db
from app.journal.models import AuditRow
from app.refusal import Refusal
from tests.story import campaign as story
from tests.story.people import account, browser, send

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

OWN = {"Ellen": "Ulvedal", "Jonas": "Rabenfels", "Sigrid": "Mühlgrund"}
"""Who owns what before dawn; Salzfurt and Gråkloster have no owner."""


@dataclass
class Night:
    """A round in the settlement; players, seats and warbands by name."""

    app: Flask
    id: str
    people: dict[str, str]
    seats: dict[str, str]
    bands: dict[str, str]

    def device(self, name: str) -> FlaskClient:
        return browser(self.app, self.people[name])

    def fought(
        self,
        place: str,
        *names: str,
        won: tuple[str, ...] = (),
        event: bool = False,
        state: str = "confirmed",
    ) -> None:
        """A battle of these players; whoever is not in ``won`` lost, without winners it is a draw."""
        with story.change(self.app, self.id) as (campaign, _gm, _actor):
            spot = self._place(place)
            happening = None
            if event:
                happening = Event(
                    campaign_id=campaign.id, place_id=spot.id, title="Market day", first_round=1
                )
                db.session.add(happening)
                db.session.flush()
            number = len(db.session.scalars(select(Battle.id)).all()) + 1
            battle = Battle(
                campaign_id=campaign.id,
                round=1,
                number=number,
                place_id=spot.id,
                event_id=happening.id if happening else None,
                state=BattleState(state),
            )
            db.session.add(battle)
            for position, name in enumerate(names):
                lost = SideOutcome.LOST if won else SideOutcome.DRAWN
                battle.sides.append(
                    BattleSide(
                        seat_id=self.seats[name],
                        warband_id=self.bands[name],
                        warband_name=name,
                        position=position,
                        points=50,
                        outcome=SideOutcome.WON if name in won else lost,
                    )
                )

    def came(self, place: str, name: str, fate: Fate = Fate.UNOPPOSED) -> None:
        """A warband that met nobody at the place, or was left over by lot."""
        with story.change(self.app, self.id) as (campaign, _gm, _actor):
            warband = Warband(campaign_id=campaign.id, seat_id=self.seats[name], name=f"{name} at {place}")
            db.session.add(warband)
            db.session.flush()
            order = Order(
                campaign_id=campaign.id,
                round=1,
                seat_id=self.seats[name],
                warband_id=warband.id,
                place_id=self._place(place).id,
                fate=fate,
                points=30,
            )
            db.session.add(order)

    def dawns(self) -> None:
        with story.change(self.app, self.id) as (campaign, _gm, actor):
            dawn.begin(campaign, actor)
            campaign.phase = Phase.DAWN

    def goes_back(self) -> None:
        with story.change(self.app, self.id) as (campaign, _gm, actor):
            campaign.phase = Phase.SETTLEMENT
            dawn.undo(campaign, actor)

    def owner(self, place: str) -> str | None:
        seat = story.place_owner(self.app, self.id, place)
        return next((name for name, key in self.seats.items() if key == seat), None)

    def owners(self) -> dict[str, str | None]:
        return {place: self.owner(place) for place in story.INCOMES}

    def fate(self, place: str) -> tuple[str, str]:
        with self.app.app_context():
            row = db.session.scalars(
                select(DawnFate).join(Place, Place.id == DawnFate.place_id).where(Place.name == place)
            ).one()
            return row.outcome, row.rule

    def _place(self, name: str) -> Place:
        return db.session.scalars(select(Place).where(Place.campaign_id == self.id, Place.name == name)).one()


@pytest.fixture
def night(app: Flask) -> Night:
    names = ("Frida", *OWN)
    people = {name: account(app, name) for name in names}
    campaign_id, keys = story.run_campaign(app, people["Frida"], *[people[name] for name in OWN])
    seats = dict(zip(OWN, keys, strict=True))
    bands = {}
    with story.change(app, campaign_id) as (campaign, _gm, _actor):
        campaign.phase = Phase.SETTLEMENT
        for name, seat in seats.items():
            warband = Warband(campaign_id=campaign_id, seat_id=seat, name=name)
            db.session.add(warband)
            db.session.flush()
            bands[name] = warband.id
    return Night(app, campaign_id, people, seats, bands)


@pytest.mark.rule("V7.5", "V7.11")
def test_the_one_winner_takes_a_place_from_its_owner(night: Night) -> None:
    night.fought("Rabenfels", "Ellen", "Jonas", won=("Ellen",))
    night.dawns()
    assert night.owner("Rabenfels") == "Ellen"
    assert night.fate("Rabenfels") == ("taken", "V7.5")
    page = night.device("Jonas").get(f"/campaigns/{night.id}/dawn").text
    assert "Ellen is the only winner here and takes the place from Jonas." in page
    assert "/rules/id/V7.5" in page


@pytest.mark.rule("V7.5", "V7.10")
def test_an_owner_who_wins_keeps_the_place_and_a_draw_leaves_it(night: Night) -> None:
    night.fought("Rabenfels", "Ellen", "Jonas", won=("Jonas",))
    night.fought("Ulvedal", "Ellen", "Sigrid")
    night.fought("Salzfurt", "Jonas", "Sigrid")
    night.dawns()
    assert (night.owner("Rabenfels"), night.fate("Rabenfels")) == ("Jonas", ("kept", "V7.5"))
    assert (night.owner("Ulvedal"), night.fate("Ulvedal")) == ("Ellen", ("kept", "V7.10"))
    assert (night.owner("Salzfurt"), night.fate("Salzfurt")) == (None, ("ownerless", "V7.10"))
    page = night.device("Ellen").get(f"/campaigns/{night.id}/dawn").text
    assert "No battle here had a winner: Ellen keeps the place." in page


@pytest.mark.rule("V7.7", "V7.11")
def test_who_met_nobody_takes_only_what_nobody_owns(night: Night) -> None:
    night.came("Salzfurt", "Ellen")
    night.came("Rabenfels", "Ellen")
    night.came("Gråkloster", "Jonas", Fate.LEFT_OVER)
    night.dawns()
    assert (night.owner("Salzfurt"), night.fate("Salzfurt")) == ("Ellen", ("taken", "V7.7"))
    assert (night.owner("Rabenfels"), night.fate("Rabenfels")) == ("Jonas", ("kept", "V7.7"))
    assert night.owner("Gråkloster") is None


@pytest.mark.rule("V7.10")
def test_a_draw_hinders_nobody_and_a_winner_goes_before_who_met_nobody(night: Night) -> None:
    """At an ownerless place: a draw, and Sigrid who met nobody there. At another: a winner, and Sigrid."""
    night.fought("Salzfurt", "Ellen", "Jonas")
    night.came("Salzfurt", "Sigrid")
    night.fought("Gråkloster", "Ellen", "Jonas", won=("Jonas",), event=True)
    night.came("Gråkloster", "Sigrid")
    night.dawns()
    assert night.owner("Salzfurt") == "Sigrid"
    assert night.owner("Gråkloster") == "Jonas"


@pytest.mark.rule("V7.6", "V7.10")
def test_of_winners_of_two_battles_the_gm_chooses(night: Night) -> None:
    night.fought("Salzfurt", "Ellen", "Jonas", won=("Ellen",), event=True)
    night.fought("Salzfurt", "Sigrid", "Jonas", won=("Sigrid",), event=True)
    night.dawns()
    assert night.owner("Salzfurt") is None
    assert night.fate("Salzfurt") == ("choice", "V7.6")
    with story.change(night.app, night.id) as (campaign, _gm, actor):
        assert [one.place.name for one in open_choices(campaign)] == ["Salzfurt"]
        with pytest.raises(Refusal, match=r"V7\.6"):
            rounds.end_round(campaign, actor=actor)
    place = story.place_id(night.app, night.id, "Salzfurt")
    url = f"/campaigns/{night.id}/dawn/choice"
    gm, ellen = night.device("Frida"), night.device("Ellen")
    assert "Who takes Salzfurt?" in gm.get(f"/campaigns/{night.id}/dawn").text
    assert "Who takes Salzfurt?" not in ellen.get(f"/campaigns/{night.id}/dawn").text
    assert send(ellen, url, place=place, taker=night.seats["Ellen"]).status_code == 403
    assert send(gm, url, place=place, taker=night.seats["Jonas"]).status_code == 422
    assert send(gm, url, place="0000000000000", taker=night.seats["Ellen"]).status_code == 404
    assert send(gm, url, place=place, taker=night.seats["Sigrid"]).status_code == 303
    assert night.owner("Salzfurt") == "Sigrid"
    again = send(gm, url, place=place, taker=night.seats["Ellen"])
    assert again.status_code == 409
    assert night.owner("Salzfurt") == "Sigrid"
    with story.change(night.app, night.id) as (campaign, _gm, actor):
        assert open_choices(campaign) == []
        rounds.end_round(campaign, actor=actor)
    assert "The game master gave the place to Sigrid." in ellen.get(f"/campaigns/{night.id}/dawn").text


@pytest.mark.rule("V7.6")
def test_the_gm_may_leave_the_place_with_an_owner_who_won_too(night: Night) -> None:
    night.fought("Rabenfels", "Ellen", "Sigrid", won=("Ellen",), event=True)
    night.fought("Rabenfels", "Jonas", "Sigrid", won=("Jonas",))
    night.dawns()
    assert night.owner("Rabenfels") == "Jonas"
    place = story.place_id(night.app, night.id, "Rabenfels")
    url = f"/campaigns/{night.id}/dawn/choice"
    assert send(night.device("Frida"), url, place=place, taker=night.seats["Jonas"]).status_code == 303
    assert night.owner("Rabenfels") == "Jonas"


@pytest.mark.rule("V7.10")
def test_several_who_met_nobody_leave_the_choice_to_the_gm(night: Night) -> None:
    night.came("Salzfurt", "Ellen")
    night.came("Salzfurt", "Jonas")
    night.dawns()
    assert night.fate("Salzfurt") == ("choice", "V7.10")
    page = night.device("Ellen").get(f"/campaigns/{night.id}/dawn").text
    assert "Several players met nobody here" in page


@pytest.mark.rule("V2.7", "V7.11")
def test_dawn_taken_back_gives_every_place_back_and_can_come_again(night: Night) -> None:
    before = night.owners()
    night.fought("Rabenfels", "Ellen", "Jonas", won=("Ellen",))
    night.fought("Ulvedal", "Ellen", "Sigrid", won=("Sigrid",))
    night.came("Salzfurt", "Jonas")
    night.came("Gråkloster", "Ellen")
    night.came("Gråkloster", "Sigrid")
    night.dawns()
    place = story.place_id(night.app, night.id, "Gråkloster")
    url = f"/campaigns/{night.id}/dawn/choice"
    assert send(night.device("Frida"), url, place=place, taker=night.seats["Sigrid"]).status_code == 303
    after = night.owners()
    assert after == {
        **before,
        "Rabenfels": "Ellen",
        "Ulvedal": "Sigrid",
        "Salzfurt": "Jonas",
        "Gråkloster": "Sigrid",
    }
    night.goes_back()
    assert night.owners() == before
    night.dawns()
    assert night.owners() == {**after, "Gråkloster": None}


@pytest.mark.rule("V7.11", "V11.1")
def test_a_place_that_the_gm_handed_on_since_stays_there(night: Night) -> None:
    night.fought("Rabenfels", "Ellen", "Jonas", won=("Ellen",))
    night.dawns()
    rabenfels = story.place_id(night.app, night.id, "Rabenfels")
    with story.change(night.app, night.id) as (campaign, _gm, actor):
        sigrid = next(seat for seat in campaign.seats if seat.id == night.seats["Sigrid"])
        place = db.session.get_one(Place, rabenfels)
        dawn.give_place(place, to=sigrid, campaign=campaign, actor=actor, how="gm", reason="agreed")
    night.goes_back()
    assert night.owner("Rabenfels") == "Sigrid"


@pytest.mark.rule("V7.8")
@pytest.mark.parametrize("state", ["announced", "reported", "disputed"])
def test_dawn_waits_for_every_result(night: Night, state: str) -> None:
    night.fought("Rabenfels", "Ellen", "Jonas", won=("Ellen",), state=state)
    with pytest.raises(Refusal, match=r"V7\.8"):
        night.dawns()
    assert night.owner("Rabenfels") == "Jonas"


@pytest.mark.rule("V7.8")
def test_dawn_waits_for_every_settlement(night: Night) -> None:
    night.fought("Rabenfels", "Ellen", "Jonas", won=("Ellen",))
    with story.change(night.app, night.id) as (campaign, _gm, _actor):
        side = db.session.scalars(select(BattleSide)).first()
        assert side is not None
        db.session.add(Settlement(campaign_id=campaign.id, side_id=side.id, step=6))
    with pytest.raises(Refusal, match=r"V7\.8"):
        night.dawns()
    with story.change(night.app, night.id):
        settlement = db.session.scalars(select(Settlement)).one()
        settlement.step, settlement.finished_at = 7, now()
    night.dawns()
    assert night.owner("Rabenfels") == "Ellen"


@pytest.mark.rule("V7.5", "V10.2", "V0.3")
def test_the_chronicle_tells_each_place_once(night: Night) -> None:
    night.fought("Rabenfels", "Ellen", "Jonas", won=("Ellen",))
    night.fought("Ulvedal", "Ellen", "Sigrid")
    night.fought("Salzfurt", "Jonas", "Sigrid")
    night.dawns()
    with night.app.app_context():
        rows = db.session.scalars(
            select(AuditRow)
            .where(AuditRow.chronicle, AuditRow.kind.in_(["map.taken", "dawn.kept", "dawn.ownerless"]))
            .where(AuditRow.phase == Phase.SETTLEMENT)
            .order_by(AuditRow.seq)
        ).all()
        told = [(row.kind, row.params["place"], row.params["player"]) for row in rows]
    assert told == [
        ("map.taken", "Rabenfels", "Ellen"),
        ("dawn.ownerless", "Salzfurt", ""),
        ("dawn.kept", "Ulvedal", "Ellen"),
    ]
    page = night.device("Jonas").get(f"/campaigns/{night.id}/dawn")
    assert page.status_code == 200
