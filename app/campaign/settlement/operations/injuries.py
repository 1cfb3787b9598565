"""Step 2: injuries, by the app's dice or the table's, and the Healer (C6)."""

from __future__ import annotations

from flask_babel import lazy_gettext as _l
from sqlalchemy import select

from app.actor import Actor
from app.campaign.lots import lots
from app.campaign.settlement.bench import Bench
from app.campaign.settlement.entries import carry_out, take_back
from app.campaign.settlement.fallen import FallenOne, fallen_ones, healer_used
from app.campaign.settlement.models import Captive
from app.campaign.settlement.operations import captives
from app.campaign.settlement.operations.steps import check_open, go_on, tell
from app.campaign.settlement.wording import as_refusals
from app.campaign.states import CAPTIVE, SeatState
from app.extensions import db
from app.refusal import Refusal, Stale
from rules.engine.rng import DeclaredRng, DiceWanted, Draw, Rng
from rules.vanguard.settlement import injuries as rules
from rules.vanguard.tables import InjuryRow

Dice = tuple[int, ...]


def roll_injuries(bench: Bench, *, version: int, actor: Actor) -> int:
    """The app rolls for every model that still has to (C6.2, C6.5). Returns for how many."""
    check_open(bench, 2, version)
    waiting = [one for one in fallen_ones(bench) if one.wants == "roll"]
    for one in waiting:
        _roll(bench, one, None, actor, healer=None)
    return len(waiting)


def roll_injury(bench: Bench, model_id: str, dice: Dice | None, *, version: int, actor: Actor) -> bool:
    """Roll for one model: by the app, or with the ``dice`` of the table (C6.5).

    Returns False if the table's roll does not fit the model and it must roll again (C6.2).
    Raises Refusal for dice that cannot be, Stale if the model has its result already.
    """
    check_open(bench, 2, version)
    one = _fallen(bench, model_id)
    if one.wants != "roll":
        raise Stale(_l("This model has its result already."), "C6.2")
    return _roll(bench, one, dice, actor, healer=None)


def repeat_injury(bench: Bench, model_id: str, dice: Dice | None, *, version: int, actor: Actor) -> bool:
    """The Healer has one roll of this battle repeated; the second stands (C6.3). As ``roll_injury``."""
    check_open(bench, 2, version)
    one = _fallen(bench, model_id)
    healer = bench.holder("reroll_injury")
    with as_refusals():
        rules.check_healer(living=healer is not None, used=healer_used(bench))
    if healer is None or one.entry is None or one.entry.kind != "injury":
        raise Refusal(_l("Only an injury roll can be repeated."), "C6.3")
    _check_still_captive(one)
    tell(bench, "settlement.healed", actor, model=one.model.name, healer=healer.name)
    for entry in (one.lost, one.entry):
        if entry is not None:
            take_back(entry, campaign=bench.campaign, actor=actor)
    fresh = _fallen(bench, model_id)
    return _roll(bench, fresh, dice, actor, healer=healer.name)


def choose_robbed(bench: Bench, model_id: str, item_id: str, *, version: int, actor: Actor) -> None:
    """The owner says which item the robbers got (C6.2, 12)."""
    check_open(bench, 2, version)
    one = _fallen(bench, model_id)
    if one.wants != "item":
        raise Stale(_l("Nothing is to be chosen for this model."), "C6.2")
    with as_refusals():
        effect = rules.robbed(_as_rules(bench, one), item_id)
    item = next(item for item in bench.items if item.id == item_id)
    name = bench.catalogue.items[item.item].name
    carry_out(
        bench.settlement,
        "robbed",
        (effect,),
        step=2,
        campaign=bench.campaign,
        actor=actor,
        model_id=model_id,
        params={"item": name},
    )
    tell(bench, "settlement.robbed", actor, model=one.model.name, item=name)


def finish_injuries(bench: Bench, *, version: int, actor: Actor) -> None:
    """Go on to equipment; no ransom is waited for (V7.4). Refused while a model lacks its result."""
    check_open(bench, 2, version)
    waiting = [one.model.name for one in fallen_ones(bench) if one.wants]
    if waiting:
        raise Refusal(_l("First settle the injuries of: %(models)s.", models=", ".join(waiting)), "C6.2")
    go_on(bench, actor)


def _roll(bench: Bench, one: FallenOne, dice: Dice | None, actor: Actor, *, healer: str | None) -> bool:
    with lots(bench.campaign) as luck:
        rng: Rng = luck if dice is None else DeclaredRng([dice], luck)
        try:
            injury = rules.roll_injury(
                _as_rules(bench, one), bench.opponents, bench.tables.injuries, bench.tables.caps, rng
            )
        except DiceWanted:
            _note_no_fit(bench, one, dice or (), actor, healer)
            return False
        except ValueError as wrong:
            raise Refusal(_l("Type what each of the two dice shows, from 1 to 8."), "C6.5") from wrong
    row = next(row for row in bench.tables.injuries.rows if row.key == injury.key)
    _record(bench, one, row, injury, by_table=dice is not None, healer=healer, draws=rng.draws, actor=actor)
    return True


def _record(
    bench: Bench,
    one: FallenOne,
    row: InjuryRow,
    injury: rules.Injury,
    *,
    by_table: bool,
    healer: str | None,
    draws: list[Draw],
    actor: Actor,
) -> None:
    carry_out(
        bench.settlement,
        "injury",
        injury.effects,
        step=2,
        campaign=bench.campaign,
        actor=actor,
        model_id=one.model.id,
        rolls=injury.rolls[-1],
        by_table=by_table,
        params={
            "key": injury.key,
            "choose_item": injury.choose_item,
            "again": [list(roll) for roll in injury.rolls[:-1]],
            **({"healer": healer} if healer else {}),
        },
    )
    for side in bench.hostile:
        if injury.key == "captured" and side.seat.state == SeatState.DROPPED:
            captives.free_of(side.seat, campaign=bench.campaign, actor=actor)
    tell(
        bench,
        "settlement.injury",
        actor,
        draws=tuple(draws),
        model=one.model.name,
        key=injury.key,
        result=dict(row.names),
        by_table=by_table,
    )


def _note_no_fit(bench: Bench, one: FallenOne, dice: Dice, actor: Actor, healer: str | None) -> None:
    """C6.2: the table rolled what does not fit the model; it is kept, and the table rolls again."""
    carry_out(
        bench.settlement,
        "no_fit",
        step=2,
        campaign=bench.campaign,
        actor=actor,
        model_id=one.model.id,
        rolls=dice,
        by_table=True,
        params={"healer": healer} if healer else {},
    )


def _as_rules(bench: Bench, one: FallenOne) -> rules.Fallen:
    return rules.Fallen(
        model=one.model.id,
        card=bench.card_of(one.model),
        changes=bench.changes_of(one.model),
        items=tuple(item.id for item in bench.carried(one.model)),
        options=tuple(one.model.options),
        spells=tuple(one.model.spells),
    )


def _fallen(bench: Bench, model_id: str) -> FallenOne:
    found = next((one for one in fallen_ones(bench) if one.model.id == model_id), None)
    if found is None:
        raise Refusal(_l("This model was not taken out in the battle."), "C6.2")
    return found


def _check_still_captive(one: FallenOne) -> None:
    """A capture that has ended is not rolled for again."""
    if one.entry is None or one.entry.params.get("key") != "captured":
        return
    captive = db.session.scalars(select(Captive).where(Captive.entry_id == one.entry.id)).one_or_none()
    if captive is not None and captive.state not in CAPTIVE:
        raise Refusal(_l("This captive has come free already; its roll stands."), "C6.3")
