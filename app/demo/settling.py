"""Settling a battle in the demo's story, with the dice of the table, and what becomes of captives."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sqlalchemy import select

from app.actor import Actor
from app.campaign.battles.models import BattleSide
from app.campaign.settlement.bench import FINISHED, Bench, bench_of
from app.campaign.settlement.models import Settlement
from app.campaign.settlement.operations import (
    captives,
    choose_advance,
    finish_advances,
    finish_injuries,
    finish_retinue,
    roll_advance,
    roll_injury,
    settle_course,
    settle_equipment,
    settle_experience,
)
from app.campaign.settlement.ranks import due, unchosen
from app.demo.named import Named, missing
from app.extensions import db

Advances = Mapping[str, Sequence[tuple[int, str]]]
"""By model: the die of each advance, and what is chosen if the die leaves a choice."""


class Settling(Named):
    """The verbs of settlement and of captives."""

    def settle(
        self,
        name: str,
        place: str,
        *,
        gift: str,
        injuries: Mapping[str, tuple[int, int]] | None = None,
        advances: Advances | None = None,
        until: int = FINISHED,
    ) -> None:
        """The six steps of one side, or those before step ``until``.

        ``injuries`` are the two dice of each model that rolls; ``advances`` what each model rolls and chooses
        for the ranks it reaches, lowest first.
        """
        steps: list[Callable[[], None]] = [
            lambda: self._course(name, place),
            lambda: self._injuries(name, place, injuries or {}),
            lambda: self._equipment(name, place),
            lambda: self._experience(name, place, gift),
            lambda: self._advances(name, place, advances or {}),
            lambda: self._retinue(name, place),
        ]
        for step in steps[: until - 1]:
            step()

    def _course(self, name: str, place: str) -> None:
        bench, actor = self._bench(name, place)
        settle_course(bench, {}, bench.objectives, version=bench.settlement.version, actor=actor)

    def _injuries(self, name: str, place: str, injuries: Mapping[str, tuple[int, int]]) -> None:
        for model, dice in injuries.items():
            self.roll_for_injury(name, place, model, dice)
        bench, actor = self._bench(name, place)
        finish_injuries(bench, version=bench.settlement.version, actor=actor)

    def roll_for_injury(self, name: str, place: str, model: str, dice: tuple[int, int]) -> None:
        """One roll of the second step, as it fell at the table."""
        bench, actor = self._bench(name, place)
        roll_injury(bench, self.model(name, model).id, dice, version=bench.settlement.version, actor=actor)

    def _equipment(self, name: str, place: str) -> None:
        bench, actor = self._bench(name, place)
        settle_equipment(bench, (), {}, version=bench.settlement.version, actor=actor)

    def _experience(self, name: str, place: str, gift: str) -> None:
        bench, actor = self._bench(name, place)
        gift_to = self.model(name, gift).id
        settle_experience(bench, gift_to, None, version=bench.settlement.version, actor=actor)

    def _advances(self, name: str, place: str, advances: Advances) -> None:
        rolls = {model: iter(rolled) for model, rolled in advances.items()}
        bench, actor = self._bench(name, place)
        while waiting := due(bench):
            model = waiting[0].model
            die, choice = next(rolls[model.name])
            roll_advance(bench, model.id, die, version=bench.settlement.version, actor=actor)
            bench, actor = self._bench(name, place)
            for entry in unchosen(bench):
                choose_advance(bench, entry.id, choice, version=bench.settlement.version, actor=actor)
                bench, actor = self._bench(name, place)
        finish_advances(bench, version=bench.settlement.version, actor=actor)

    def _retinue(self, name: str, place: str) -> None:
        bench, actor = self._bench(name, place)
        finish_retinue(bench, version=bench.settlement.version, actor=actor)

    def _bench(self, name: str, place: str) -> tuple[Bench, Actor]:
        campaign, seat, actor = self.player(name)
        settlement_id = db.session.scalars(
            select(Settlement.id)
            .join(BattleSide, BattleSide.id == Settlement.side_id)
            .where(BattleSide.battle_id == self.battle(place).id, BattleSide.seat_id == seat.id)
        ).one()
        bench = bench_of(settlement_id, campaign=campaign, seat=seat)
        return bench or missing(name), actor

    def name_ransom(self, captor: str, model: str, gold: int) -> None:
        campaign, seat, actor = self.player(captor)
        captive = self.captive(model)
        captives.name_ransom(
            captive, gold, None, version=captive.version, campaign=campaign, seat=seat, actor=actor
        )

    def pay_ransom(self, owner: str, model: str) -> None:
        campaign, seat, actor = self.player(owner)
        captive = self.captive(model)
        captives.pay(captive, version=captive.version, campaign=campaign, seat=seat, actor=actor)

    def leave_captive(self, owner: str, model: str) -> None:
        campaign, seat, actor = self.player(owner)
        captive = self.captive(model)
        captives.leave(captive, version=captive.version, campaign=campaign, seat=seat, actor=actor)

    def release_captive(self, captor: str, model: str) -> None:
        campaign, seat, actor = self.player(captor)
        captive = self.captive(model)
        captives.release(captive, version=captive.version, campaign=campaign, seat=seat, actor=actor)
