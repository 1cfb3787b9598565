"""C6.4, V7.4: captives: ransom, release, execution, and what happens when nobody acts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from rules.engine.refusal import IllegalAction
from rules.vanguard.names import Id, Seat
from rules.vanguard.settlement.effects import Effect, Executed, ItemLost, Returned


def check_ransom(amount: int, price: int) -> None:
    """Raise IllegalAction (C6.4) unless the ransom lies between 0 and the model's ``price`` in gold."""
    if not 0 <= amount <= price:
        raise IllegalAction("C6.4", "ransom_out_of_range", amount=amount, price=price)


def ransomed(model: Id, items: Sequence[Id], captor: Seat, item: Id | None) -> tuple[Effect, ...]:
    """The model returns without one item of the captor's choice (C6.4); ``items`` are what it carries.

    ``item`` None is allowed only when it carries nothing. Raises IllegalAction otherwise, or for an item
    it does not carry. The gold goes through both ledgers (V7.4).
    """
    returned = Returned(model=model, how="ransomed")
    if item is None:
        if items:
            raise IllegalAction("C6.4", "item_not_chosen")
        return (returned,)
    if item not in items:
        raise IllegalAction("C6.4", "item_not_carried")
    return (ItemLost(model=model, item=item, cause="ransom", to=captor), returned)


def released(model: Id, *, exchanged: bool = False) -> Returned:
    """The captive goes free with all its items, alone or in exchange for another (V7.4)."""
    return Returned(model=model, how="exchanged" if exchanged else "released")


def executed(model: Id) -> Executed:
    """The captive dies; its items go with it (V7.4)."""
    return Executed(model=model)


def fate_when_dawn_begins(*, ransom_named: bool) -> Literal["released", "captor_chooses"]:
    """What becomes of a captive whose ransom is unpaid when dawn begins: released if the captor named
    no price, else the captor chooses release or execution (V7.4). At End round, without a choice, it is
    released."""
    return "captor_chooses" if ransom_named else "released"
