"""V4.1-V4.4, V5.5, C2: whether a warband keeps its limits, and what it brings."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import msgspec

from rules.vanguard.carrying import carry_breaches
from rules.vanguard.catalogue import Card, Catalogue, LimitedType, ModelType, PowerDice
from rules.vanguard.names import Breach, Id
from rules.vanguard.prices import model_points
from rules.vanguard.tables import WarbandTable


class Member(msgspec.Struct, frozen=True):
    """One model of a warband. ``card`` and the others are catalogue keys; ``advances`` is their number;
    ``gained_dice`` are power dice beyond its card (C9.4)."""

    id: Id
    card: str
    options: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    items: tuple[str, ...] = ()
    advances: int = 0
    gained_dice: PowerDice = PowerDice()


class Warband(msgspec.Struct, frozen=True):
    """A line-up with its named leader (V4.1)."""

    members: tuple[Member, ...]
    leader: Id | None = None


class TypeCount(msgspec.Struct, frozen=True):
    """How many models of a limited type a warband has, and how many it may have (C2.2, C2.3)."""

    type: ModelType
    count: int
    most: int


def limit_in_force(campaign: int, event: int | None) -> int:
    """Points a warband may have: an event lowers the campaign's limit and never raises it (V4.3, V5.5)."""
    return campaign if event is None else min(campaign, event)


def member_points(member: Member, catalogue: Catalogue, table: WarbandTable) -> int:
    """Points of one model (C2.7). KeyError for a key the catalogue does not have."""
    items = [catalogue.items[key] for key in member.items]
    return model_points(
        catalogue.card(member.card), member.options, member.spells, items, member.advances, table
    )


def points(warband: Warband, catalogue: Catalogue, table: WarbandTable) -> int:
    """Points of a warband, mercenaries and advances included (C2.7, C2.8)."""
    return sum(member_points(member, catalogue, table) for member in warband.members)


def power_dice(
    warband: Warband, catalogue: Catalogue, table: WarbandTable, retinue_leader: Id | None = None
) -> PowerDice:
    """Dice a warband rolls each round: the common red ones, those of its models' cards and gains, and
    one red more if the retinue's Leader stands in it (C2.9, C9.4)."""
    total = PowerDice(red=table.red_dice)
    for member in warband.members:
        total = total.plus(catalogue.card(member.card).power_dice).plus(member.gained_dice)
        if retinue_leader is not None and member.id == retinue_leader:
            total = total.plus(PowerDice(red=table.leader_red_dice))
    return total


def breaches(warband: Warband, limit: int, catalogue: Catalogue, table: WarbandTable) -> tuple[Breach, ...]:
    """Every rule the warband breaks under ``limit`` points (V4.4); empty when it may be sent.

    Codes beside those of ``carry_breaches``: ``too_many_points`` (points, limit), ``no_command``,
    ``no_warrior``, ``no_leader``, ``leader_no_command`` (card), ``too_many_type`` (type, count, most),
    ``too_many_large`` (count, most), ``too_many_same`` (card, count, most), ``needs_model`` (card, needed),
    ``character_twice`` (card), ``mercenary_twice`` (card), ``item_twice`` (item, count, most).
    """
    cards = [catalogue.card(member.card) for member in warband.members]
    found: list[Breach] = []
    total = points(warband, catalogue, table)
    if total > limit:
        found.append(Breach("V4.3", "too_many_points", {"points": total, "limit": limit}))
    found.extend(_leader_breaches(warband, catalogue))
    found.extend(_type_breaches(cards, table))
    found.extend(_large_breaches(cards, limit, table))
    found.extend(_same_model_breaches(cards, limit, catalogue, table))
    found.extend(_item_breaches(warband, catalogue))
    for member, card in zip(warband.members, cards, strict=True):
        items = [catalogue.items[key] for key in member.items]
        found.extend(carry_breaches(member.id, card, member.options, items, table))
    return tuple(found)


def type_counts(
    warband: Warband, limit: int, catalogue: Catalogue, table: WarbandTable
) -> tuple[TypeCount, ...]:
    """Command, Support, Spellcaster and Large of a warband beside their limits under ``limit`` points."""
    cards = [catalogue.card(member.card) for member in warband.members]
    own = [card for card in cards if not card.mercenary]
    base = base_count(warband, catalogue)
    return (*_type_counts(own, cards, base, table), _large_count(cards, limit, table))


def base_count(warband: Warband, catalogue: Catalogue) -> int:
    """The number of models that count as Grunt or Warrior (C2.1); mercenaries do not (C2.8)."""
    cards = (catalogue.card(member.card) for member in warband.members)
    return sum(card.counts_as_base for card in cards if not card.mercenary)


def _leader_breaches(warband: Warband, catalogue: Catalogue) -> Iterator[Breach]:
    """V4.1, C2.8: one Command of the company is named as leader."""
    for member in warband.members:
        if member.id == warband.leader:
            card = catalogue.card(member.card)
            if not card.command:
                yield Breach("V4.1", "leader_no_command", {"card": card.name}, member.id)
            return
    yield Breach("V4.1", "no_leader")


def _type_breaches(cards: list[Card], table: WarbandTable) -> Iterator[Breach]:
    """C2.1, C2.2. A mercenary counts for neither (C2.8)."""
    own = [card for card in cards if not card.mercenary]
    base = sum(card.counts_as_base for card in own)
    commands = sum(card.command for card in own)
    if not commands:
        yield Breach("C2.1", "no_command")
    if not base:
        yield Breach("C2.1", "no_warrior")
    for one in _type_counts(own, cards, base, table):
        if one.count > one.most:
            yield Breach("C2.2", "too_many_type", {"type": one.type, "count": one.count, "most": one.most})


def _type_counts(own: list[Card], cards: list[Card], base: int, table: WarbandTable) -> tuple[TypeCount, ...]:
    """C2.2: a Command that is also a Spellcaster counts only as Command."""
    per_type = base // table.base_per_type
    return (
        TypeCount("Command", sum(card.command for card in own), max(1, per_type)),
        TypeCount(
            "Support",
            sum("Support" in card.types for card in own),
            per_type + _unlocked(cards, "Support"),
        ),
        TypeCount(
            "Spellcaster",
            sum("Spellcaster" in card.types and not card.command for card in own),
            per_type + _unlocked(cards, "Spellcaster"),
        ),
    )


def _large_breaches(cards: list[Card], limit: int, table: WarbandTable) -> Iterator[Breach]:
    found = _large_count(cards, limit, table)
    if found.count > found.most:
        yield Breach("C2.3", "too_many_large", {"count": found.count, "most": found.most})


def _large_count(cards: list[Card], limit: int, table: WarbandTable) -> TypeCount:
    """C2.3: the first Command that is Large is free; ``ignores_large_limit`` does not count."""
    large = [card for card in cards if "Large" in card.types and not card.ignores_large_limit]
    count = len(large) - any(card.command for card in large)
    most = max(1, limit // table.large_points) + _unlocked(cards, "Large")
    return TypeCount("Large", count, most)


def _unlocked(cards: list[Card], name: LimitedType) -> int:
    return sum(name in card.unlocks_extra for card in cards)


def _same_model_breaches(
    cards: list[Card], limit: int, catalogue: Catalogue, table: WarbandTable
) -> Iterator[Breach]:
    """C2.4, C2.5, C2.8: how often one card may stand in a warband."""
    per_card = Counter(card.key for card in cards)
    for key, count in per_card.items():
        card = catalogue.card(key)
        if card.mercenary:
            if count > 1:
                yield Breach("C2.8", "mercenary_twice", {"card": card.name})
            continue
        if card.only_with and not any(needed in per_card for needed in card.only_with):
            needed = catalogue.card(card.only_with[0]).name
            yield Breach("C2.4", "needs_model", {"card": card.name, "needed": needed})
        most = _same_model_most(card, limit, table)
        if count > most and card.character is None:
            yield Breach("C2.4", "too_many_same", {"card": card.name, "count": count, "most": most})
    characters = Counter(card.character for card in cards if card.character is not None)
    for character, count in characters.items():
        named = [card for card in cards if card.character == character]
        if count > 1 and not all(card.mercenary for card in named):
            yield Breach("C2.5", "character_twice", {"card": named[0].name})


def _same_model_most(card: Card, limit: int, table: WarbandTable) -> int:
    if limit <= table.small_game and card.same_model_max_small is not None:
        return card.same_model_max_small
    if card.same_model_max is not None:
        return card.same_model_max
    return max(1, limit // table.same_model_points)


def _item_breaches(warband: Warband, catalogue: Catalogue) -> Iterator[Breach]:
    """C2.6: Rare and Unique items not twice in a warband."""
    for key, count in Counter(key for member in warband.members for key in member.items).items():
        item = catalogue.items[key]
        most = item.max_in_warband
        if most is None and item.rarity != "Common":
            most = 1
        if most is not None and count > most:
            yield Breach("C2.6", "item_twice", {"item": item.name, "count": count, "most": most})
