"""Step 6: the retinue check (C9.3)."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.company.wording import as_refusals
from app.campaign.settlement.bench import Bench
from app.campaign.settlement.entries import carry_out
from app.campaign.settlement.operations.steps import check_open, go_on, tell
from app.refusal import Refusal
from rules.vanguard.settlement.effects import RoleVacated
from rules.vanguard.settlement.retinue import give_role, leader_need


def name_leader(bench: Bench, model_id: str, *, version: int, actor: Actor) -> None:
    """Another Command becomes the Leader of the retinue, free of charge (C9.2, C9.3).

    One that has another role gives it up for this: a company whose Commands all have one is not stuck.
    """
    check_open(bench, 6, version)
    candidate = next((one for one in bench.candidates if one.model == model_id), None)
    key = next((one.key for one in bench.tables.retinue.roles if one.effect == "red_die"), None)
    if candidate is None or key is None:
        raise Refusal(_l("Only a living Command of the company can become the Leader."), "C9.3")
    model = bench.models[model_id]
    left = RoleVacated(model=model_id, role=model.role) if model.role is not None else None
    holders = {role: holder for role, holder in bench.holders.items() if left is None or role != left.role}
    with as_refusals():
        given = give_role(key, candidate, holders, bench.tables.retinue, bench.campaign.gold_factor)
    carry_out(
        bench.settlement,
        "leader",
        (left, given) if left is not None else (given,),
        step=6,
        campaign=bench.campaign,
        actor=actor,
        model_id=model_id,
    )
    tell(bench, "settlement.leader_named", actor, model=model.name)


def finish_retinue(bench: Bench, *, version: int, actor: Actor) -> None:
    """Finish the settlement. Refused while another Command must be named Leader (C9.3).

    A company without any Command may buy one at once or later: until then it sends no warband.
    """
    check_open(bench, 6, version)
    if leader_need(bench.holders, bench.candidates, bench.tables.retinue) == "name_command":
        raise Refusal(_l("The Leader of the retinue is gone: first name another Command."), "C9.3")
    go_on(bench, actor)
