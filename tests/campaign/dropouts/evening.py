"""A round of four players that is played on by the game master, whoever is gone meanwhile.

Ellen (Ulvedal) and Mads (Rabenfels) meet at the event «Salzfund» of Salzfurt; Mads wins, and Ellen's Ironclad
is taken out and captured by him (2D8: 2 and 1). Rosa (Mühlgrund) meets nobody at Gråkloster, Ulf (Ærøskov)
stays at home. With guilds, Ellen has founded one and Rosa is in it; with alliances, Mads has concluded one
with Ulf.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import select

from app.accounts.models import Person
from app.accounts.operations.leaving import delete_account
from app.campaign.battles import operations as battles
from app.campaign.battles.models import Battle, BattleSide
from app.campaign.battles.report import Report
from app.campaign.dawn import operations as dawn
from app.campaign.dawn.queries import open_choices
from app.campaign.dropouts import operations as dropouts
from app.campaign.founding.models import Campaign, Seat
from app.campaign.rounds import operations as rounds
from app.campaign.settlement import operations as settling
from app.campaign.settlement.bench import Bench, bench_of
from app.campaign.settlement.captivity import held
from app.campaign.settlement.models import Settlement
from app.campaign.settlement.operations import captives
from app.campaign.settlement.ranks import due
from app.campaign.states import BattleState, Phase
from app.campaign.warbands.models import Warband
from app.extensions import db
from app.journal.writes import writing
from tests.story import campaign as story
from tests.story import guilds, orders, pacts
from tests.story.people import account, browser

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient

PLAYERS = ("Ellen", "Mads", "Rosa", "Ulf")
HOMES = dict(zip(PLAYERS, story.BANNERS, strict=True))
STAGES = (*Phase,)


@dataclass
class Evening:
    app: Flask
    campaign: str
    people: dict[str, str]
    seats: dict[str, str]
    bands: dict[str, str]
    modules: tuple[str, ...]

    def at(self, who: str) -> FlaskClient:
        return browser(self.app, self.people[who])

    def url(self, rest: str = "") -> str:
        return f"/campaigns/{self.campaign}{rest}"

    def of(self, who: str, rest: str) -> str:
        return self.url(f"/seats/{self.seats[who]}{rest}")

    def drop_out(self, who: str, reason: str = "Moved to Ribe") -> None:
        with story.change(self.app, self.campaign) as (campaign, _gm, actor):
            seat = db.session.get_one(Seat, self.seats[who])
            dropouts.drop_out(seat, reason, campaign=campaign, actor=actor)

    def take_back(self, who: str) -> None:
        with story.change(self.app, self.campaign) as (campaign, _gm, actor):
            seat = db.session.get_one(Seat, self.seats[who])
            dropouts.take_back(seat, "A mistake", campaign=campaign, actor=actor)

    def delete_account(self, who: str) -> None:
        with self.app.app_context(), writing():
            delete_account(db.session.get_one(Person, self.people[who]))

    def switch(self, to: Phase) -> None:
        with story.change(self.app, self.campaign) as (campaign, _gm, actor):
            rounds.switch(to, campaign=campaign, actor=actor)

    def phase(self) -> str | None:
        with self.app.app_context():
            return db.session.scalar(select(Campaign.phase).where(Campaign.id == self.campaign))

    # --- the round, step by step; each plays on with whoever is left -------------------------------

    def play_to(self, phase: Phase) -> None:
        """Play on until that phase has begun, with all that its players do before it ends."""
        for step in STAGES[STAGES.index(Phase(self.phase() or "")) + 1 : STAGES.index(phase) + 1]:
            self.finish_phase()
            self.switch(step)
        self.begin_phase()

    def begin_phase(self) -> None:
        if self.phase() == Phase.ORDERS:
            self._order_all()
        elif self.phase() == Phase.SETTLEMENT:
            self._capture()

    def finish_phase(self) -> None:
        phase = self.phase()
        if phase == Phase.ORDERS:
            self._order_all()
        elif phase == Phase.BATTLES:
            self._decide()
        elif phase == Phase.SETTLEMENT:
            self._decide()
            self._settle()

    def end_round(self) -> None:
        """Play on until the next round's preparation."""
        self.play_to(Phase.DAWN)
        with story.change(self.app, self.campaign) as (campaign, _gm, actor):
            for fate in open_choices(campaign):
                taker = next(one for one in campaign.seats if one.id == fate.candidates[0])
                dawn.choose(fate.place, taker, campaign=campaign, actor=actor)
            rounds.end_round(campaign, actor=actor)

    def _order_all(self) -> None:
        """As the game master: every player's warband that has no order yet and may get one."""
        gm = self.at("Karin")
        targets = {"Ellen": "Salzfurt", "Mads": "Salzfurt", "Rosa": "Gråkloster", "Ulf": HOMES["Ulf"]}
        sent = {warband for warband, _place, _event in orders.standing(self.app, self.campaign)}
        with self.app.app_context():
            playing = {one.id for one in db.session.get_one(Campaign, self.campaign).players}
        for who, place in targets.items():
            if self.seats[who] not in playing or f"{who}s" in sent:
                continue
            at = story.place_id(self.app, self.campaign, place)
            event = self.event if place == "Salzfurt" else ""
            answer = orders.order(gm, self.campaign, self.seats[who], self.bands[who], at, event)
            assert answer.status_code == 303, answer.text

    def _decide(self) -> None:
        """The game master decides what is open: Mads wins, Ellen's second model is taken out."""
        with story.change(self.app, self.campaign) as (campaign, _gm, actor):
            open_ones = db.session.scalars(
                select(Battle).where(
                    Battle.campaign_id == campaign.id,
                    Battle.round == campaign.round,
                    Battle.state != BattleState.CONFIRMED,
                )
            ).all()
            for battle in open_ones:
                by_seat = {side.seat_id: side for side in battle.sides}
                ellens = by_seat[self.seats["Ellen"]]
                report = Report(
                    winners=frozenset({by_seat[self.seats["Mads"]].id}),
                    taken_out=frozenset({ellens.line_up[1].id}),
                )
                battles.decide(battle, report, version=battle.result_version, campaign=campaign, actor=actor)

    def bench(self, who: str, campaign: Campaign) -> Bench | None:
        found = db.session.scalars(
            select(Settlement)
            .join(BattleSide, BattleSide.id == Settlement.side_id)
            .where(BattleSide.seat_id == self.seats[who], Settlement.finished_at.is_(None))
        ).one_or_none()
        if found is None:
            return None
        seat = next(one for one in campaign.seats if one.id == self.seats[who])
        return bench_of(found.id, campaign=campaign, seat=seat)

    def _capture(self) -> None:
        """Ellen's Ironclad is captured, and Mads names a price of 5."""
        with story.change(self.app, self.campaign) as (campaign, gm, actor):
            bench = self.bench("Ellen", campaign)
            if bench is None or bench.settlement.step > 1:
                return
            settling.settle_course(bench, {}, 0, version=bench.settlement.version, actor=actor)
            self._roll(campaign, actor)
            for captive in held(campaign):
                captor = next(one for one in campaign.seats if one.id == captive.captor_id)
                captives.name_ransom(
                    captive, 5, None, version=captive.version, campaign=campaign, seat=captor, actor=actor
                )
            assert gm.is_gm

    def _roll(self, campaign: Campaign, actor: object) -> None:
        db.session.flush()
        db.session.expire_all()
        bench = self.bench("Ellen", campaign)
        assert bench is not None
        _fighter, model = bench.fallen[0]
        settling.roll_injury(bench, model.id, (2, 1), version=bench.settlement.version, actor=actor)  # type: ignore[arg-type]

    def _settle(self) -> None:
        """Whoever has an open settlement finishes it, with the game master's hand."""
        self._capture()
        for who in PLAYERS:
            for _step in range(8):
                with story.change(self.app, self.campaign) as (campaign, _gm, actor):
                    bench = self.bench(who, campaign)
                    if bench is None:
                        break
                    self._next_step(bench, actor)

    def _next_step(self, bench: Bench, actor: object) -> None:
        at: dict[str, object] = {"version": bench.settlement.version, "actor": actor}
        step = bench.settlement.step
        if step == 1:
            settling.settle_course(bench, {}, 0, **at)  # type: ignore[arg-type]
        elif step == 2:
            settling.finish_injuries(bench, **at)  # type: ignore[arg-type]
        elif step == 3:
            settling.settle_equipment(bench, (), {}, **at)  # type: ignore[arg-type]
        elif step == 4:
            gift = bench.own[0][1].id
            settling.settle_experience(bench, gift, None, **at)  # type: ignore[arg-type]
        elif step == 5 and (waiting := due(bench)):
            settling.roll_advance(bench, waiting[0].model.id, 1, **at)  # type: ignore[arg-type]
        elif step == 5:
            settling.finish_advances(bench, **at)  # type: ignore[arg-type]
        else:
            settling.finish_retinue(bench, **at)  # type: ignore[arg-type]

    @property
    def event(self) -> str:
        with self.app.app_context():
            from app.campaign.events.models import Event

            return db.session.scalars(select(Event.id).where(Event.campaign_id == self.campaign)).one()


def evening(app: Flask, modules: tuple[str, ...] = ()) -> Evening:
    """In the preparation of round 1."""
    people = {name: account(app, name) for name in ("Karin", *PLAYERS)}
    campaign, seats = story.run_campaign(
        app, people["Karin"], *(people[name] for name in PLAYERS), modules=modules
    )
    named = dict(zip(PLAYERS, seats, strict=True))
    bands = {who: orders.warband(app, campaign, named[who], f"{who}s") for who in PLAYERS}
    one = Evening(app, campaign, people, named, bands, modules)
    fund = orders.event(app, campaign, "Salzfurt", "Salzfund")
    if "guilds" in modules:
        guild = guilds.found_guild(app, campaign, named["Ellen"], "Saltets børn")
        guilds.admit(app, campaign, guild, named["Rosa"])
    if "alliances" in modules:
        pact = pacts.conclude(app, campaign, named["Mads"], fund, named["Ulf"])
        pacts.accept(app, campaign, named["Ulf"], pact)
    if "movement" in modules:
        for who, home in HOMES.items():
            at = story.place_id(app, campaign, home)
            with story.change(app, campaign):
                db.session.get_one(Warband, bands[who]).standing_place_id = at
    return one
