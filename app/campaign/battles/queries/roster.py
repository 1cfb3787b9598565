"""V3.11, V6.4: the line-ups of a battle and who may read them."""

from __future__ import annotations

from dataclasses import dataclass

from app.actor import Deed
from app.campaign.access import Here
from app.campaign.battles.models import Battle, BattleSide, LineUpModel
from app.campaign.company.befell import in_my_language
from app.campaign.company.queries.cards import StatLine, stat_values
from app.campaign.warbands.frozen import FrozenCard, FrozenItem, frozen


@dataclass(frozen=True)
class ModelLine:
    """One model of a line-up as it was announced, with what the result says of it.

    ``rules`` are special rules gained, each with its effect; ``gear`` options and equipment by name.
    """

    id: str
    name: str
    card_name: str
    types: str
    points: int
    icon: str
    leader: bool
    mercenary: bool
    stats: StatLine
    keywords: tuple[str, ...]
    gear: tuple[str, ...]
    items: tuple[FrozenItem, ...]
    spells: tuple[str, ...]
    rules: tuple[tuple[str, str], ...]
    taken_out: bool
    enemies: int


def may_read_line_ups(battle: Battle, here: Here) -> bool:
    """Its players and the GM from the announcement on, everybody after its result (V3.11).

    A result that is taken back hides nothing again that everybody has seen.
    """
    if battle.confirmed_at is not None or here.may(Deed.SEE_ALL):
        return True
    return any(side.seat_id == here.me.id for side in battle.sides)


def line_up_of(side: BattleSide) -> tuple[ModelLine, ...]:
    """The models of a side in the order of their warband."""
    return tuple(_line(model) for model in side.line_up)


def _line(model: LineUpModel) -> ModelLine:
    card = frozen(model.card)
    return ModelLine(
        id=model.id,
        name=model.name,
        card_name=card.card_name,
        types=", ".join(card.types),
        points=model.points,
        icon=card.icon,
        leader=model.is_leader,
        mercenary=card.mercenary,
        stats=StatLine(stat_values(card.stats), _marks(card)),
        keywords=card.keywords,
        gear=(*card.options, *card.equipment),
        items=card.items,
        spells=card.spells,
        rules=tuple(
            (in_my_language(rule.names, rule.key), in_my_language(rule.effects, ""))
            for rule in card.special_rules
        ),
        taken_out=model.taken_out,
        enemies=model.enemies_taken_out,
    )


def _marks(card: FrozenCard) -> dict[str, str]:
    """Which figures are better or worse than the card's."""
    return {
        stat.capitalize(): "better" if steps > 0 else "worse" for stat, steps in card.steps.items() if steps
    }
