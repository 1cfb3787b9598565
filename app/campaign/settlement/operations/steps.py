"""What all steps share: whether a step may be worked on, what the journal says, and going on to the next."""

from __future__ import annotations

from typing import Any

from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.settlement.bench import FINISHED, LAST_STEP, Bench
from app.campaign.settlement.entries import carry_out
from app.campaign.states import BattleState, ModelStatus, Phase
from app.columns import now
from app.extensions import db
from app.journal.operations import record_private
from app.refusal import Refusal, Stale
from rules.engine.rng import Draw
from rules.vanguard.settlement.injuries import Fallen, fallen_grunt
from rules.vanguard.settlement.retinue import vacated


def check_open(bench: Bench, step: int, version: int) -> None:
    """Whether ``step`` is the one to be worked on and was seen as it stands (V7.1); else Refusal or Stale.

    Every change raises the version, so of two devices one answers a question.
    """
    if not bench.campaign.running or bench.campaign.phase != Phase.SETTLEMENT:
        raise Refusal(_l("Battles are settled in the phase Settlement."), "V2.8")
    if bench.battle.state != BattleState.CONFIRMED:
        raise Refusal(_l("The result of this battle is not confirmed."), "V2.8")
    if bench.settlement.version != version or bench.settlement.step != step:
        raise Stale(
            _l("This settlement has gone on since the page was made. This is how it stands now."), "V7.1"
        )
    bench.settlement.version += 1


def tell(bench: Bench, kind: str, actor: Actor, *, draws: tuple[Draw, ...] = (), **params: Any) -> None:
    """A row that the side's player and the GM read."""
    record_private(
        kind,
        campaign=bench.campaign,
        actor=actor,
        seat=bench.seat,
        battle_id=bench.battle.id,
        draws=draws,
        params={"warband": bench.side.warband_name, **params},
    )


def go_on(bench: Bench, actor: Actor) -> None:
    """Finish the present step; what the next one does without being asked is done at once."""
    settlement = bench.settlement
    settlement.step += 1
    if settlement.step > LAST_STEP:
        settlement.step, settlement.finished_at = FINISHED, now()
        tell(bench, "settlement.finished", actor)
    begin(bench, actor)
    db.session.flush()


def begin(bench: Bench, actor: Actor) -> None:
    """What a step does when it opens: Grunts die and are replaced (C6.1), roles fall vacant (C9.3)."""
    if bench.settlement.step == 2:
        _bury_grunts(bench, actor)
    elif bench.settlement.step == LAST_STEP:
        _vacate_roles(bench, actor)


def _bury_grunts(bench: Bench, actor: Actor) -> None:
    for _fighter, model in bench.fallen:
        card = bench.card_of(model)
        if not card.grunt or model.status != ModelStatus.LIVING:
            continue
        fallen = Fallen(model.id, card, options=tuple(model.options), spells=tuple(model.spells))
        carry_out(
            bench.settlement,
            "grunt",
            fallen_grunt(fallen),
            step=2,
            campaign=bench.campaign,
            actor=actor,
            model_id=model.id,
        )
        tell(bench, "settlement.grunt", actor, model=model.name)


def _vacate_roles(bench: Bench, actor: Actor) -> None:
    """C9.3: the dead and the captured hold no role. One by one: a role of theirs may have a new holder."""
    gone = [one for one in bench.models.values() if one.role and one.status != ModelStatus.LIVING]
    for effect in (effect for one in gone for effect in vacated({str(one.role): one.id}, {one.id})):
        carry_out(
            bench.settlement,
            "vacated",
            (effect,),
            step=6,
            campaign=bench.campaign,
            actor=actor,
            model_id=str(effect.model),
        )
