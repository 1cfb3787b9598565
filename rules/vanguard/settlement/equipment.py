"""C7.1: items after the battle."""

from __future__ import annotations

from collections.abc import Sequence

from rules.engine.refusal import IllegalAction
from rules.vanguard.carrying import carry_breaches
from rules.vanguard.catalogue import Card, Item
from rules.vanguard.names import Breach, Id
from rules.vanguard.settlement.effects import ItemLost
from rules.vanguard.tables import WarbandTable


def used_up(model: Id, item_id: Id, item: Item) -> ItemLost:
    """A single-use item that was used in the battle is gone (C7.1).

    Raises IllegalAction for an item that is not single-use.
    """
    if item.uses != "single_use":
        raise IllegalAction("C7.1", "item_not_single_use", item=item.name)
    return ItemLost(model=model, item=item_id, cause="used_up")


def move_breaches(
    model: Id,
    card: Card,
    options: Sequence[str],
    carried: Sequence[Item],
    moved: Item,
    table: WarbandTable,
) -> tuple[Breach, ...]:
    """Why ``moved`` may not be given to a model that carries ``carried`` (C7.1, C2.6); empty if it may.

    Taking an item off a model into the store is always allowed.
    """
    return carry_breaches(model, card, options, (*carried, moved), table)
