"""V4.11: a model as it stood when its warband was sent or announced."""

from __future__ import annotations

import msgspec

from rules.vanguard.catalogue import ModelType, PowerDice, Stats


class FrozenItem(msgspec.Struct, frozen=True):
    """An item carried then. ``id`` is that of the company's item, ``key`` that of the catalogue."""

    id: str
    key: str
    name: str
    rarity: str
    uses: str | None = None
    effect: str | None = None


class FrozenRule(msgspec.Struct, frozen=True):
    """A special rule gained by an advance, with its texts by language (C8.3)."""

    key: str
    names: dict[str, str]
    effects: dict[str, str]


class FrozenCard(msgspec.Struct, frozen=True, kw_only=True):
    """Everything the battle page, the sheets and the settlement ask of a model.

    ``model_id`` is None for a mercenary. ``stats`` are the figures then, ``steps`` their changes over the
    card, better above 0. ``leader`` is the warband's leader (V4.1), ``role`` the retinue's role. Names of
    options, spells, items, keywords and equipment are the catalogue's.
    """

    model_id: str | None
    card: str
    name: str
    card_name: str
    types: tuple[ModelType, ...]
    grunt: bool = False
    command: bool = False
    base: bool = False
    mercenary: bool = False
    leader: bool = False
    points: int
    stats: Stats
    steps: dict[str, int] = {}
    power_dice: PowerDice = PowerDice()
    options: tuple[str, ...] = ()
    spells: tuple[str, ...] = ()
    items: tuple[FrozenItem, ...] = ()
    keywords: tuple[str, ...] = ()
    equipment: tuple[str, ...] = ()
    special_rules: tuple[FrozenRule, ...] = ()
    experience: int = 0
    ranks: tuple[str, ...] = ()
    role: str | None = None
    icon: str = "fighter"


def frozen(card: object) -> FrozenCard:
    """A stored card read back. Raises msgspec.ValidationError if it is none."""
    return msgspec.convert(card, FrozenCard)
