"""A card as the pages show it: figures, words, drawing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from app.campaign.company.drawings import drawing_of
from rules.vanguard.catalogue import Card, Catalogue, Stats
from rules.vanguard.settlement.profile import Profile

NONE = "–"


@dataclass(frozen=True)
class StatLine:
    """The seven figures in the order of the cards, and which of them are better or worse than the card's."""

    values: tuple[str, ...]
    marks: dict[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Shown:
    """What every page says of a card."""

    key: str
    name: str
    types: str
    points: int
    icon: str
    stats: StatLine
    ranged: str
    melee: str
    keywords: tuple[str, ...]
    equipment: tuple[str, ...]
    doubtful: bool


def shown(card: Card, catalogue: Catalogue, now: Profile | None = None) -> Shown:
    """The card, or with ``now`` a model of it as it is at present."""
    stats = now.stats if now is not None else card.stats
    return Shown(
        key=card.key,
        name=card.name,
        types=", ".join(card.types),
        points=card.points,
        icon=drawing_of(card),
        stats=StatLine(stat_values(stats), _marks(now) if now is not None else {}),
        ranged=stats.ranged or NONE,
        melee=stats.melee or NONE,
        keywords=tuple(catalogue.keywords[key].name for key in card.keywords if key in catalogue.keywords),
        equipment=tuple(gear.name for gear in card.equipment),
        doubtful=bool(card.flagged),
    )


def option_names(card: Card, options: Sequence[str]) -> tuple[str, ...]:
    """The names of the options chosen for a model."""
    return tuple(option.name for group in card.options for option in group.options if option.key in options)


def spell_names(card: Card, spells: Sequence[str], catalogue: Catalogue) -> tuple[str, ...]:
    """The names of all spells a model knows: its card's and those chosen for it."""
    keys = dict.fromkeys((*card.spells.basic, *spells))
    return tuple(catalogue.spells[key].name if key in catalogue.spells else key for key in keys)


def stat_values(stats: Stats) -> tuple[str, ...]:
    """The seven figures in the order of the cards, as they are printed."""
    return (
        _plain(stats.sp),
        _roll(stats.me),
        _roll(stats.ra),
        _roll(stats.ar),
        _roll(stats.ne),
        _plain(stats.wn),
        _plain(stats.h),
    )


def _marks(now: Profile) -> dict[str, str]:
    return {
        stat.capitalize(): "better" if steps > 0 else "worse" for stat, steps in now.steps.items() if steps
    }


def _plain(value: int | None) -> str:
    return NONE if value is None else str(value)


def _roll(value: int | None) -> str:
    return NONE if value is None else f"{value}+"
