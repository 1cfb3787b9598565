"""C1: the shape of a catalogue: factions, models, mercenaries, items, spells, scenarios, keywords.

Keys are stable slugs ("dwarfs", "dwarfs.ranger", "long-bow") and unique within their kind.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

import msgspec

ModelType: TypeAlias = Literal["Grunt", "Warrior", "Support", "Command", "Spellcaster", "Large"]
LimitedType: TypeAlias = Literal["Support", "Spellcaster", "Large"]
Slot: TypeAlias = Literal["Melee", "Ranged", "Armour", "Magic", "Sundries", "Mount"]
Rarity: TypeAlias = Literal["Common", "Rare", "Unique"]
Trait: TypeAlias = Literal["cavalry", "crushing_strength", "regenerate", "spear"]
ItemsAllowed: TypeAlias = Literal["two", "one_common", "none"]
Alignment: TypeAlias = Literal["Good", "Neutral", "Evil"]


class Entry(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """What every entry has. ``hidden`` entries stay valid but are no longer offered (C1.2)."""

    key: str
    name: str
    hidden: bool = False


class Flag(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A doubt about one field of an entry, shown in the catalogue editor."""

    field: str
    reason: str


class Faction(Entry, frozen=True):
    """``coverage`` tells a full release list from a starter list of 8-10 models."""

    alignment: Alignment
    coverage: Literal["release", "starter"] = "release"


class Stats(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A card's figures. None: the model has none of it, or the entry flags it as unknown.

    ``sp`` is in inches; ``me``, ``ra``, ``ar`` and ``ne`` are the least roll on a D8 (5 means 5+);
    ``wn`` are wounds and ``h`` is the height; ``ranged`` and ``melee`` are dice such as "2D8".
    """

    sp: int | None = None
    me: int | None = None
    ra: int | None = None
    ar: int | None = None
    ne: int | None = None
    wn: int | None = None
    h: int | None = None
    ranged: str | None = None
    melee: str | None = None


class PowerDice(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Power dice by colour."""

    red: int = 0
    white: int = 0
    blue: int = 0

    def plus(self, other: PowerDice) -> PowerDice:
        return PowerDice(self.red + other.red, self.white + other.white, self.blue + other.blue)


class Equipment(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A weapon or piece of gear that belongs to the card and costs nothing."""

    name: str
    range: str | None = None
    dice: str | None = None
    rules: tuple[str, ...] = ()


class Option(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Something the card may be bought with; ``gives`` are traits that bar items (C2.6)."""

    key: str
    name: str
    points: int
    range: str | None = None
    dice: str | None = None
    rules: tuple[str, ...] = ()
    gives: tuple[Trait, ...] = ()


class OptionGroup(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Options of which at most ``most`` are chosen. Ours: one weapon, one gift."""

    key: str
    options: tuple[Option, ...]
    name: str | None = None
    most: int = 1


class PricedSpell(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    spell: str
    points: int


class SpellList(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """``basic`` spells come with the card; of ``faction`` spells the first ``free_faction`` are free,
    every further one and every ``book`` spell costs its points."""

    basic: tuple[str, ...] = ()
    faction: tuple[PricedSpell, ...] = ()
    book: tuple[PricedSpell, ...] = ()
    free_faction: int = 0


class Card(Entry, frozen=True):
    """A model or a mercenary as the catalogue lists it. ``faction`` is None for a mercenary.

    ``counts_as_base``: counts as Grunt or Warrior in C2.1 and C2.2.
    ``unlocks_extra``: each such model raises the limit of that type by one (C2.3).
    ``same_model_max``: overrides C2.4; ``same_model_max_small`` does so up to 100 points.
    ``only_with``: may stand in a warband only beside one of these cards.
    ``character``: the individual character it is (C2.5); two cards may be the same one.
    """

    points: int
    types: tuple[ModelType, ...]
    faction: str | None = None
    stats: Stats = Stats()
    race: str = ""
    base: str | None = None
    alignment: Alignment | None = None
    keywords: tuple[str, ...] = ()
    power_dice: PowerDice = PowerDice()
    equipment: tuple[Equipment, ...] = ()
    items_allowed: ItemsAllowed = "two"
    options: tuple[OptionGroup, ...] = ()
    spells: SpellList = SpellList()
    traits: tuple[Trait, ...] = ()
    counts_as_base: bool = False
    ignores_large_limit: bool = False
    unlocks_extra: tuple[LimitedType, ...] = ()
    no_mount: bool = False
    same_model_max: int | None = None
    same_model_max_small: int | None = None
    only_with: tuple[str, ...] = ()
    character: str | None = None
    flagged: tuple[Flag, ...] = ()

    @property
    def mercenary(self) -> bool:
        """C2.8: hired for a round, of no faction."""
        return self.faction is None

    @property
    def grunt(self) -> bool:
        """C6.1: dies when taken out and is replaced."""
        return "Grunt" in self.types

    @property
    def command(self) -> bool:
        """V4.1: may lead a warband. A mercenary never does (C2.8)."""
        return "Command" in self.types and not self.mercenary


class Item(Entry, frozen=True):
    """An item; ``slots`` are all filled by it. ``effect`` is a short note in English, not rules text.

    ``grunts``: a Grunt may carry it. ``award_only``: never bought (V3.6).
    """

    rarity: Rarity
    slots: tuple[Slot, ...]
    points: int
    uses: Literal["single_use", "once_per_game"] | None = None
    grunts: bool = False
    award_only: bool = False
    max_in_warband: int | None = None
    only_types: tuple[ModelType, ...] = ()
    not_types: tuple[ModelType, ...] = ()
    not_traits: tuple[Trait, ...] = ()
    gives: tuple[Trait, ...] = ()
    effect: str | None = None


class Spell(Entry, frozen=True):
    book: Literal["Basic", "Noble", "Primordial", "Corrupt", "Faction"]
    faction: str | None = None
    points: int = 0
    action: Literal["short", "long"] | None = None
    range: str | None = None
    dice: str | None = None
    boost: str | None = None
    rules: tuple[str, ...] = ()
    flagged: tuple[Flag, ...] = ()


class Scenario(Entry, frozen=True):
    """C4.1: ``sides`` "two", or "many" for three and more; ``roles``: it has attacker and defender;
    ``summary``: how the group plays it, in its own words."""

    sides: Literal["two", "many"] = "two"
    roles: bool = False
    number: int | None = None
    book: str | None = None
    page: int | None = None
    defender_adds_models: bool = False
    summary: str = ""


class Keyword(Entry, frozen=True):
    """A special rule by name; its text stands in the book."""


class Meta(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """``state`` is the state date shown beside the catalogue (C1.1)."""

    name: str
    state: str
    source: str = ""


class Catalogue(msgspec.Struct, frozen=True):
    """A whole catalogue by key. Treat the mappings as read-only."""

    meta: Meta
    factions: Mapping[str, Faction]
    models: Mapping[str, Card]
    mercenaries: Mapping[str, Card]
    items: Mapping[str, Item]
    spells: Mapping[str, Spell]
    scenarios: Mapping[str, Scenario]
    keywords: Mapping[str, Keyword]

    def card(self, key: str) -> Card:
        """The model or mercenary ``key``; KeyError if the catalogue has neither."""
        found = self.models.get(key)
        return found if found is not None else self.mercenaries[key]
