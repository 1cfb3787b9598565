"""C2.6: what a model may carry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from rules.vanguard.catalogue import Card, Item, Trait
from rules.vanguard.choices import traits
from rules.vanguard.names import Breach, Id
from rules.vanguard.tables import WarbandTable


def carry_breaches(
    member: Id, card: Card, options: Sequence[str], items: Sequence[Item], table: WarbandTable
) -> tuple[Breach, ...]:
    """Every way in which the model ``member`` must not carry ``items`` (C2.6, C2.8).

    Codes: ``mercenary_items``, ``no_items``, ``too_many_items`` (count, most), ``slot_taken`` (slot),
    ``grunt_item``, ``type_needed`` (type), ``type_barred`` (type), ``trait_barred`` (trait), ``no_mount``;
    those about one item name it in ``item``.
    """
    return tuple(_breaches(member, card, options, items, table))


def _breaches(
    member: Id, card: Card, options: Sequence[str], items: Sequence[Item], table: WarbandTable
) -> Iterator[Breach]:
    if not items:
        return
    if card.mercenary:
        yield Breach("C2.8", "mercenary_items", {"card": card.name}, member)
    if card.items_allowed == "none":
        yield Breach("C2.6", "no_items", {"card": card.name}, member)
        return
    most = 1 if card.items_allowed == "one_common" else table.items_per_model
    if len(items) > most:
        params: dict[str, str | int] = {"card": card.name, "count": len(items), "most": most}
        yield Breach("C2.6", "too_many_items", params, member)
    for slot, count in Counter(slot for item in items for slot in item.slots).items():
        if count > 1:
            yield Breach("C2.6", "slot_taken", {"card": card.name, "slot": slot}, member)
    for position, item in enumerate(items):
        others = (*items[:position], *items[position + 1 :])
        have = traits(card, options).union(*(other.gives for other in others))
        yield from _item_breaches(member, card, item, have)


def _item_breaches(member: Id, card: Card, item: Item, have: frozenset[Trait]) -> Iterator[Breach]:
    def breach(code: str, **params: str) -> Breach:
        return Breach("C2.6", code, {"card": card.name, "item": item.name, **params}, member)

    if card.items_allowed == "one_common" and (item.rarity != "Common" or not item.grunts):
        yield breach("grunt_item")
    if item.only_types and not set(item.only_types) & set(card.types):
        yield breach("type_needed", type=item.only_types[0])
    for barred in item.not_types:
        if barred in card.types:
            yield breach("type_barred", type=barred)
    for trait in item.not_traits:
        if trait in have:
            yield breach("trait_barred", trait=trait)
    if card.no_mount and "Mount" in item.slots:
        yield breach("no_mount")
