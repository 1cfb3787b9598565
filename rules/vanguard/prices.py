"""V1.2, V3.2, V3.4, V3.10, V4.5: what things cost in points and in gold.

Gold is whole. The gold factor is kept as whole hundredths (150 stands for 1.50 gold per point).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from rules.engine.refusal import IllegalAction
from rules.vanguard.catalogue import Card, Item
from rules.vanguard.choices import choice_points
from rules.vanguard.tables import WarbandTable


class GoldSettings(msgspec.Struct, frozen=True):
    """V1.2: whole gold; ``factor`` in hundredths of gold per point; ``resale_loss`` in per cent."""

    starting: int
    fixed_income: int
    factor: int
    resale_loss: int


def check_gold_settings(gold: GoldSettings) -> None:
    """Raise IllegalAction (V1.2) unless amounts are 0 or more, the factor above 0, the loss 0-100."""
    for code, amount in (("starting_gold", gold.starting), ("fixed_income", gold.fixed_income)):
        if amount < 0:
            raise IllegalAction("V1.2", "amount_below_zero", field=code)
    if gold.factor <= 0:
        raise IllegalAction("V1.2", "factor_not_positive")
    if not 0 <= gold.resale_loss <= 100:
        raise IllegalAction("V1.2", "resale_loss_out_of_range", loss=gold.resale_loss)


def price(points: int, factor: int) -> int:
    """Gold for ``points`` at ``factor`` hundredths, rounded up (V1.2, V3.2)."""
    return -(-points * factor // 100)


def resale(price_in_gold: int, loss: int, *, quartermaster: bool = False) -> int:
    """Gold for a sale: the price less ``loss`` per cent, rounded down (V1.2, V3.4).

    With a Quartermaster (C9.1) the loss is halved exactly: 5 per cent becomes 2.5, and only the gold
    is rounded, down.
    """
    kept = 200 - loss if quartermaster else 200 - 2 * loss
    return price_in_gold * kept // 200


def sale(
    price_in_gold: int, loss: int, *, confirmed: bool, awarded: bool, quartermaster: bool = False
) -> int:
    """Gold a player gets for selling one model or item.

    An award brings 0 (V3.10); before the company is confirmed the full price comes back; afterwards
    ``resale`` (V3.4).
    """
    if awarded:
        return 0
    return resale(price_in_gold, loss, quartermaster=quartermaster) if confirmed else price_in_gold


def card_points(card: Card, options: Sequence[str] = (), spells: Sequence[str] = ()) -> int:
    """Points of a card with its chosen options and spells: what it is bought and resold by (V3.10)."""
    return card.points + choice_points(card, options, spells)


def model_points(
    card: Card,
    options: Sequence[str],
    spells: Sequence[str],
    items: Iterable[Item],
    advances: int,
    table: WarbandTable,
) -> int:
    """Points of a model in a warband: card, options, spells, items, advances (C2.7).

    ``advances`` is how many advances it has; each is worth ``table.advance_points`` (2 as shipped).
    """
    carried = sum(item.points for item in items)
    return card_points(card, options, spells) + carried + advances * table.advance_points


def model_price(card: Card, factor: int, options: Sequence[str] = (), spells: Sequence[str] = ()) -> int:
    """Gold for a model with its options and spells, rounded up once (V3.2, V3.10)."""
    return price(card_points(card, options, spells), factor)


def item_price(item: Item, factor: int) -> int:
    """Gold for an item (V3.2)."""
    return price(item.points, factor)


def check_item_bought(item: Item) -> None:
    """Raise IllegalAction (V3.6) for an item that is never bought, only awarded."""
    if item.award_only or item.rarity == "Unique":
        raise IllegalAction("V3.6", "item_only_awarded", item=item.name)


def check_affordable(balance: int, cost: int) -> None:
    """Raise IllegalAction (V3.2) when ``cost`` would take the balance below 0."""
    if cost > balance:
        raise IllegalAction("V3.2", "not_enough_gold", cost=cost, balance=balance)
