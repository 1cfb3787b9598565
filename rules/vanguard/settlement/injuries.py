"""C6: what becomes of the models that were taken out."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.engine.refusal import IllegalAction
from rules.engine.rng import Rng, draw_one
from rules.vanguard.catalogue import Card
from rules.vanguard.names import Id, Seat
from rules.vanguard.settlement.effects import (
    Captured,
    Died,
    Effect,
    ExperienceGained,
    HardenedOnce,
    ItemLost,
    MissesNextBattle,
    Replaced,
    StatChanged,
)
from rules.vanguard.settlement.profile import Profile, can_improve, can_worsen, profile
from rules.vanguard.tables import (
    Caps,
    CapturedResult,
    Dead,
    Hardened,
    InjuryRow,
    InjuryTable,
    MissNext,
    Robbed,
    StatName,
    Tale,
    Worse,
)


class Fallen(msgspec.Struct, frozen=True):
    """A model that was taken out: its card, what happened to it before, and the ids of its items."""

    model: Id
    card: Card
    changes: tuple[Effect, ...] = ()
    items: tuple[Id, ...] = ()
    options: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()


class Opponent(msgspec.Struct, frozen=True):
    """A hostile side of the battle; ``taken_out`` is how many models it took out."""

    seat: Seat
    winner: bool
    taken_out: int


class Injury(msgspec.Struct, frozen=True):
    """The result that stands. ``rolls`` are all rolls in order; those before the last did not fit the
    model (C6.2). ``choose_item``: the owner still names the item lost, by ``robbed``."""

    key: str
    rolls: tuple[tuple[int, ...], ...]
    effects: tuple[Effect, ...]
    choose_item: bool = False


def fallen_grunt(fallen: Fallen) -> tuple[Died, Replaced]:
    """A taken-out Grunt dies, its items with it, and is replaced like for like (C6.1).

    Raises IllegalAction (C6.2) for any other model, which rolls.
    """
    if not fallen.card.grunt:
        raise IllegalAction("C6.2", "model_rolls", card=fallen.card.name)
    return (
        Died(model=fallen.model, items="lost"),
        Replaced(model=fallen.model, card=fallen.card.key, options=fallen.options, spells=fallen.spells),
    )


def roll_injury(
    fallen: Fallen, opponents: Sequence[Opponent], table: InjuryTable, caps: Caps, rng: Rng
) -> Injury:
    """Roll on the injury table for a taken-out model that is no Grunt (C6.2).

    A result that would take a stat beyond its floor is rolled again. For a Healer's second roll (C6.3)
    call again: the second result stands. ``rng`` is the app's or the dice of the table (C6.5), and
    draws the captor by lot where C6.4 says so. Raises IllegalAction for a Grunt (C6.1) or a mercenary
    (C2.8).
    """
    if fallen.card.mercenary:
        raise IllegalAction("C2.8", "mercenary_unhurt", card=fallen.card.name)
    if fallen.card.grunt:
        raise IllegalAction("C6.1", "grunt_dies", card=fallen.card.name)
    now = profile(fallen.card, fallen.changes)
    rolls: list[tuple[int, ...]] = []
    while True:
        dice = rng.roll(table.sides, table.dice, "C6.2 injury")
        rolls.append(dice)
        total = sum(dice)
        row = next(row for row in table.rows if row.low <= total <= row.high)
        if isinstance(row.effect, Worse) and _stat_worsened(row.effect, fallen.card, now, caps) is None:
            continue
        return _injury(row, fallen, now, opponents, caps, tuple(rolls), rng)


def _injury(
    row: InjuryRow,
    fallen: Fallen,
    now: Profile,
    opponents: Sequence[Opponent],
    caps: Caps,
    rolls: tuple[tuple[int, ...], ...],
    rng: Rng,
) -> Injury:
    model = fallen.model
    effects: tuple[Effect, ...] = ()
    match row.effect:
        case Dead(items=items):
            effects = (Died(model=model, items=items),)
        case CapturedResult():
            effects = (Captured(model=model, captor=captor(opponents, rng)),)
        case Worse() as worse:
            stat = _stat_worsened(worse, fallen.card, now, caps)
            if stat is not None:
                effects = (StatChanged(model=model, stat=stat, steps=-1, cause="injury"),)
        case MissNext():
            effects = (MissesNextBattle(model=model),)
        case Robbed():
            if len(fallen.items) > 1:
                return Injury(row.key, rolls, (), choose_item=True)
            effects = tuple(ItemLost(model=model, item=item, cause="robbed") for item in fallen.items)
        case Hardened(stat=stat):
            if not now.hardened:
                effects = _hardened(model, stat, now, caps)
        case Tale(experience=amount):
            effects = (ExperienceGained(model=model, amount=amount, reason="tale"),)
    return Injury(row.key, rolls, effects)


def _stat_worsened(effect: Worse, card: Card, now: Profile, caps: Caps) -> StatName | None:
    """The stat the result bites on; None if it cannot get worse and the roll is made again (C6.2)."""
    stat: StatName = effect.stat
    if effect.otherwise is not None and getattr(card.stats, stat) is None:
        stat = effect.otherwise
    return stat if can_worsen(now, stat, caps) else None


def _hardened(model: Id, stat: StatName, now: Profile, caps: Caps) -> tuple[Effect, ...]:
    """Once per model (C6.2); at its best already, the stat stays and the once is used."""
    once = HardenedOnce(model=model)
    if not can_improve(now, stat, caps):
        return (once,)
    return (once, StatChanged(model=model, stat=stat, steps=1, cause="injury"))


def robbed(fallen: Fallen, item: Id) -> ItemLost:
    """The item its owner chose to lose (C6.2, 12). Raises IllegalAction if the model does not carry it."""
    if item not in fallen.items:
        raise IllegalAction("C6.2", "item_not_carried", card=fallen.card.name)
    return ItemLost(model=fallen.model, item=item, cause="robbed")


def captor(opponents: Sequence[Opponent], rng: Rng) -> Seat:
    """Who holds a captive (C6.4): the only opponent; of several the winner who took out most models;
    where that names no single one, the lot. Raises ValueError without opponents."""
    if len(opponents) == 1:
        return opponents[0].seat
    winners = [one for one in opponents if one.winner]
    most = max((one.taken_out for one in winners), default=0)
    best = [one for one in winners if one.taken_out == most] or list(opponents)
    return draw_one(rng, best, "C6.4 captor").seat


def check_healer(*, living: bool, used: bool) -> None:
    """Raise IllegalAction (C6.3) unless a living Healer may still repeat an injury roll of this battle."""
    if not living:
        raise IllegalAction("C6.3", "no_healer")
    if used:
        raise IllegalAction("C6.3", "healer_used")
