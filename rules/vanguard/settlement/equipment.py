"""C7.1: items after the battle; they move within the limits of ``carry_breaches`` (C2.6)."""

from __future__ import annotations

from rules.engine.refusal import IllegalAction
from rules.vanguard.catalogue import Item
from rules.vanguard.names import Id
from rules.vanguard.settlement.effects import ItemLost


def used_up(model: Id, item_id: Id, item: Item) -> ItemLost:
    """A single-use item that was used in the battle is gone (C7.1).

    Raises IllegalAction for an item that is not single-use.
    """
    if item.uses != "single_use":
        raise IllegalAction("C7.1", "item_not_single_use", item=item.name)
    return ItemLost(model=model, item=item_id, cause="used_up")
