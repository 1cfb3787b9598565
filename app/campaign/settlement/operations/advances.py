"""Step 5: rank advances, by the app's die or the table's, with their choices (C8, C9.4)."""

from __future__ import annotations

from dataclasses import dataclass

from flask_babel import lazy_gettext as _l

from app.actor import Actor
from app.campaign.company.befell import STAT_NAMES
from app.campaign.lots import lots
from app.campaign.settlement.bench import Bench
from app.campaign.settlement.entries import carry_out
from app.campaign.settlement.operations.steps import check_open, go_on, tell
from app.campaign.settlement.ranks import Due, due, unchosen, upgrade_used
from app.campaign.settlement.wording import as_refusals
from app.refusal import Refusal, Stale
from rules.engine.rng import DeclaredRng, Draw, Rng
from rules.vanguard.settlement import advances as rules
from rules.vanguard.settlement.effects import Effect, RankReached
from rules.vanguard.settlement.profile import profile


def roll_advances(bench: Bench, *, version: int, actor: Actor) -> int:
    """The app rolls for every advance that is due (C8.2). Returns how many there were."""
    check_open(bench, 5, version)
    count = 0
    while waiting := due(bench):
        # One at a time: an advance changes what the next one of the model may be.
        _roll(bench, waiting[0], None, actor)
        count += 1
    return count


def roll_advance(bench: Bench, model_id: str, die: int | None, *, version: int, actor: Actor) -> None:
    """Roll the next advance of one model: by the app, or with the ``die`` of the table (C8.2)."""
    check_open(bench, 5, version)
    _roll(bench, _next_due(bench, model_id), die, actor)


def take_power_upgrade(bench: Bench, model_id: str, *, version: int, actor: Actor) -> None:
    """A Command takes one red power die more instead of the roll, once per company (C9.4)."""
    check_open(bench, 5, version)
    one = _next_due(bench, model_id)
    with as_refusals():
        effect = rules.power_upgrade(model_id, bench.card_of(one.model), used=upgrade_used(bench))
    _write(bench, one, effect, actor, Rolled())


def choose_advance(bench: Bench, entry_id: str, choice: str, *, version: int, actor: Actor) -> None:
    """Choose what a rolled advance brings, by the key of a stat or a special rule (C8.2, C8.3)."""
    check_open(bench, 5, version)
    entry = next((one for one in unchosen(bench) if one.id == entry_id), None)
    if entry is None or entry.model_id is None:
        raise Stale(_l("This advance is chosen already."), "C8.3")
    model = bench.models[entry.model_id]
    card, changes = bench.card_of(model), bench.changes_of(model)
    now = profile(card, changes)
    stats = rules.open_stats(now, card, bench.tables) if entry.params["choose"] == "any" else ()
    offer = rules.Advance(entry.rolls[0], None, stats, rules.open_rules(now, bench.tables))
    stat = next((key for key in offer.stats if key == choice), None)
    with as_refusals():
        effect: Effect = (
            rules.choose_stat(model.id, offer, stat) if stat else rules.choose_rule(model.id, offer, choice)
        )
    carry_out(
        bench.settlement,
        "advance_chosen",
        (effect,),
        step=5,
        campaign=bench.campaign,
        actor=actor,
        model_id=model.id,
        params={"of": entry.id},
    )
    what = STAT_NAMES.get(choice, choice)
    tell(bench, "settlement.advance_chosen", actor, model=model.name, choice=what)


def finish_advances(bench: Bench, *, version: int, actor: Actor) -> None:
    """Go on to the retinue. Refused while an advance is not rolled or not chosen."""
    check_open(bench, 5, version)
    waiting = [one.model.name for one in due(bench)]
    waiting += [bench.models[one.model_id or ""].name for one in unchosen(bench)]
    if waiting:
        names = ", ".join(dict.fromkeys(waiting))
        raise Refusal(_l("First settle the advances of: %(models)s.", models=names), "C8.2")
    go_on(bench, actor)


def _next_due(bench: Bench, model_id: str) -> Due:
    found = next((one for one in due(bench) if one.model.id == model_id), None)
    if found is None:
        raise Stale(_l("No advance is due to this model now."), "C8.2")
    return found


def _roll(bench: Bench, one: Due, die: int | None, actor: Actor) -> None:
    model = one.model
    with lots(bench.campaign) as luck:
        rng: Rng = luck if die is None else DeclaredRng([(die,)], luck)
        try:
            advance = rules.roll_advance(
                model.id, bench.card_of(model), bench.changes_of(model), bench.tables, rng
            )
        except ValueError as wrong:
            raise Refusal(_l("Type what the die shows, from 1 to 8."), "C8.2") from wrong
    choose = "" if advance.effect is not None else "any" if advance.stats else "rule"
    if not (advance.effect or advance.stats or advance.special_rules):
        choose = ""
    rolled = Rolled((advance.roll,), die is not None, tuple(rng.draws))
    _write(bench, one, advance.effect, actor, rolled, choose=choose)


@dataclass(frozen=True)
class Rolled:
    """The die of an advance: what it shows, whether it was rolled at the table, the draws of the app."""

    dice: tuple[int, ...] = ()
    by_table: bool = False
    draws: tuple[Draw, ...] = ()


def _write(
    bench: Bench, one: Due, effect: Effect | None, actor: Actor, rolled: Rolled, *, choose: str = ""
) -> None:
    """``choose``: "rule" or "any" (a stat or a rule) where the player still chooses, else empty."""
    reached: tuple[Effect, ...] = (RankReached(model=one.model.id, rank=one.rank),)
    carry_out(
        bench.settlement,
        "advance",
        (*reached, effect) if effect is not None else reached,
        step=5,
        campaign=bench.campaign,
        actor=actor,
        model_id=one.model.id,
        rolls=rolled.dice,
        by_table=rolled.by_table,
        params={"rank": one.rank, "choose": choose},
    )
    names = next(row.names for row in bench.tables.ranks.rows if row.key == one.rank)
    tell(
        bench,
        "settlement.advance",
        actor,
        draws=rolled.draws,
        model=one.model.name,
        key=one.rank,
        rank=dict(names),
        by_table=rolled.by_table,
    )
