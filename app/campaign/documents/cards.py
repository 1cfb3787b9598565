"""A model as sheets and cards print it, from how it stands or stood (V4.11)."""

from __future__ import annotations

from dataclasses import dataclass

from app.campaign.company.befell import in_my_language, rank_name, role_name, role_note
from app.campaign.company.queries.cards import NONE, stat_values
from app.campaign.warbands.frozen import FrozenCard, FrozenItem
from rules.vanguard.tables import Tables

FIGURES = ("Sp", "Me", "Ra", "Ar", "Ne", "Wn", "H")
"""The figures of a card in its order, as the game abbreviates them; not translated."""


@dataclass(frozen=True)
class Figure:
    """One figure of a card; ``mark`` is "better" or "worse" than the card's, or empty."""

    name: str
    value: str
    mark: str


@dataclass(frozen=True)
class Printed:
    """One model on paper.

    ``wounds`` is how many boxes it gets, None where the catalogue does not know. ``rules`` are gained special
    rules and what its role does at the table (C9.1), with their effects. ``experience`` is None for those who
    earn none (C2.8, C7.2). ``taken_out`` and ``enemies`` are of the battle whose sheet it is.
    """

    name: str
    card_name: str
    types: str
    points: int
    icon: str
    leader: bool
    mercenary: bool
    role: str | None
    figures: tuple[Figure, ...]
    wounds: int | None
    ranged: str
    melee: str
    gear: tuple[str, ...]
    items: tuple[FrozenItem, ...]
    keywords: tuple[str, ...]
    spells: tuple[str, ...]
    rules: tuple[tuple[str, str], ...]
    experience: int | None
    rank: str | None
    taken_out: bool = False
    enemies: int = 0

    @property
    def changed(self) -> bool:
        """Whether a figure differs from the card's."""
        return any(figure.mark for figure in self.figures)

    @property
    def told_items(self) -> list[FrozenItem]:
        """Items whose effect the card tells."""
        return [item for item in self.items if item.effect]

    @property
    def carried(self) -> list[str]:
        """Equipment, options and items by name alone."""
        return [*self.gear, *(item.name for item in self.items if not item.effect)]


def printed(card: FrozenCard, tables: Tables, *, taken_out: bool = False, enemies: int = 0) -> Printed:
    """The model of a line-up, in the reader's words."""
    marks = {stat.capitalize(): "better" if steps > 0 else "worse" for stat, steps in card.steps.items()}
    return Printed(
        name=card.name,
        card_name=card.card_name,
        types=type_names(card.types),
        points=card.points,
        icon=card.icon,
        leader=card.leader,
        mercenary=card.mercenary,
        role=role_name(card.role, tables) if card.role else None,
        figures=tuple(
            Figure(name, value, marks.get(name, ""))
            for name, value in zip(FIGURES, stat_values(card.stats), strict=True)
        ),
        wounds=card.stats.wn,
        ranged=card.stats.ranged or NONE,
        melee=card.stats.melee or NONE,
        gear=(*card.options, *card.equipment),
        items=card.items,
        keywords=card.keywords,
        spells=card.spells,
        rules=(
            *_role_rules(card, tables),
            *(
                (in_my_language(rule.names, rule.key), in_my_language(rule.effects, ""))
                for rule in card.special_rules
            ),
        ),
        experience=None if card.mercenary or card.grunt else card.experience,
        rank=rank_name(card.ranks[-1], tables) if card.ranks else None,
        taken_out=taken_out,
        enemies=enemies,
    )


def _role_rules(card: FrozenCard, tables: Tables) -> tuple[tuple[str, str], ...]:
    """What the model's role lets it do at the table (C9.1)."""
    note = role_note(card.role, tables) if card.role else None
    return ((role_name(card.role or "", tables), note),) if note else ()


def type_names(types: tuple[str, ...]) -> str:
    """The types of a card as the game writes them (C2.2)."""
    return ", ".join("LARGE" if one == "Large" else one for one in types)
