"""Which drawing stands for a card: by its people, else by what it does."""

from __future__ import annotations

from rules.vanguard.catalogue import Card

_PEOPLES = (
    ("dwarf", "dwarf"),
    ("elf", "elf"),
    ("kin", "elf"),
    ("goblin", "goblin"),
    ("ratkin", "goblin"),
    ("ogre", "ogre"),
    ("troll", "troll"),
    ("varangur", "barbarian"),
    ("orc", "barbarian"),
)


def drawing_of(card: Card) -> str:
    """The name of the card's icon."""
    words = f"{card.name} {card.race}".lower()
    if "Spellcaster" in card.types:
        return "wizard"
    if "cavalry" in card.traits:
        return "cavalry"
    for people, icon in _PEOPLES:
        if people in words:
            return icon
    if "Large" in card.types:
        return "monster"
    if card.command:
        return "imperial"
    if any(gear.range for gear in card.equipment):
        return "archer"
    return "foot" if card.grunt else "fighter"
