"""C2.7: the options and spells a model is bought with: what there is, what fits, what it costs."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from rules.engine.refusal import IllegalAction
from rules.vanguard.catalogue import Card, OptionGroup, PricedSpell, Trait


class Choices(msgspec.Struct, frozen=True):
    """What may be chosen for one card.

    ``basic_spells`` come without asking; ``faction_spells`` and ``book_spells`` are chosen and priced,
    and the first ``free_faction`` faction spells cost nothing.
    """

    options: tuple[OptionGroup, ...]
    basic_spells: tuple[str, ...]
    faction_spells: tuple[PricedSpell, ...]
    book_spells: tuple[PricedSpell, ...]
    free_faction: int


def choices(card: Card) -> Choices:
    """What can be chosen when ``card`` is bought. Spells the card has anyway are not offered."""
    known = set(card.spells.basic)
    return Choices(
        options=card.options,
        basic_spells=card.spells.basic,
        faction_spells=tuple(one for one in card.spells.faction if one.spell not in known),
        book_spells=tuple(one for one in card.spells.book if one.spell not in known),
        free_faction=card.spells.free_faction,
    )


def check_choice(card: Card, options: Sequence[str], spells: Sequence[str]) -> None:
    """Raise IllegalAction (C2.7) unless ``card`` may be bought with these option and spell keys.

    Codes: ``option_unknown``, ``option_twice``, ``options_too_many``, ``spell_unknown``, ``spell_twice``.
    """
    offered = choices(card)
    known = {option.key for group in offered.options for option in group.options}
    for key in options:
        if key not in known:
            raise IllegalAction("C2.7", "option_unknown", option=key, card=card.name)
        if options.count(key) > 1:
            raise IllegalAction("C2.7", "option_twice", option=key, card=card.name)
    for group in offered.options:
        taken = [option for option in group.options if option.key in options]
        if len(taken) > group.most:
            raise IllegalAction(
                "C2.7", "options_too_many", card=card.name, most=group.most, group=group.name or group.key
            )
    spell_keys = {one.spell for one in (*offered.faction_spells, *offered.book_spells)}
    for key in spells:
        if key not in spell_keys:
            raise IllegalAction("C2.7", "spell_unknown", spell=key, card=card.name)
        if spells.count(key) > 1:
            raise IllegalAction("C2.7", "spell_twice", spell=key, card=card.name)


def choice_points(card: Card, options: Sequence[str], spells: Sequence[str]) -> int:
    """Points of the chosen options and spells, without the card's own (C2.7).

    The dearest faction spells are the free ones. Keys the card does not offer cost nothing here;
    ``check_choice`` refuses them.
    """
    points = sum(option.points for group in card.options for option in group.options if option.key in options)
    faction = sorted((one.points for one in card.spells.faction if one.spell in spells), reverse=True)
    points += sum(faction[card.spells.free_faction :])
    faction_keys = {one.spell for one in card.spells.faction}
    points += sum(
        one.points for one in card.spells.book if one.spell in spells and one.spell not in faction_keys
    )
    return points


def traits(card: Card, options: Sequence[str]) -> frozenset[Trait]:
    """What the card and its chosen options bring that bars items (C2.6)."""
    chosen = (option for group in card.options for option in group.options if option.key in options)
    return frozenset(card.traits).union(*(option.gives for option in chosen))
