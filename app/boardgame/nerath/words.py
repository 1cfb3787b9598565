"""The names of the game in the reader's language: realms, units, steps, cards, counts of units."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel import lazy_pgettext, ngettext, npgettext, pgettext

from app.i18n import language
from app.refusal import Sentence
from rules.nerath import terms
from rules.nerath.content import Content
from rules.nerath.game import Nerath
from rules.nerath.texts import Texts, texts

REALM_NAMES: Mapping[str, Sentence] = {
    "karkoth": _l("Karkoth"),
    "vailin": _l("Vailin"),
    "iron_circle": _l("Iron Circle"),
    "nerath": _l("Nerath"),
}
STYLES = {"karkoth": "p4", "vailin": "p1", "iron_circle": "p6", "nerath": "p3"}
EMBLEMS = {"karkoth": "karkoth", "vailin": "vailin", "iron_circle": "ironcircle", "nerath": "nerath"}
KIND_ICONS = ("foot", "siege", "fighter", "wizard", "monster", "castle", "storm", "dragon", "warship")
STEP_NAMES: tuple[Sentence, ...] = (
    lazy_pgettext("step", "Draw"),
    _l("Movement"),
    lazy_pgettext("step", "Battles"),
    _l("Regrouping"),
    _l("Reinforcements"),
    lazy_pgettext("step", "Income"),
)
STEP_ICONS = ("l-layers", "l-footprints", "l-swords", "l-refresh-cw", "castle", "gold")


def realm_name(seat: str) -> str:
    """The name of a realm by its seat."""
    return str(REALM_NAMES[seat])


def realm_list(seats: Iterable[str]) -> str:
    """Names of realms, joined."""
    names = [realm_name(seat) for seat in seats]
    return _(" and ").join(names) if len(names) < 3 else ", ".join(names)


def kind_name(kind: int) -> str:
    """A kind of unit, at the head of a line; "?" for a number that a forged form made up."""
    names = (
        pgettext("unit", "Footsoldier"),
        pgettext("unit", "Siege engine"),
        pgettext("unit", "Fighter"),
        pgettext("unit", "Wizard"),
        pgettext("unit", "Monster"),
        pgettext("unit", "Castle"),
        pgettext("unit", "Storm elemental"),
        pgettext("unit", "Dragon"),
        pgettext("unit", "Warship"),
    )
    return str(names[kind]) if 0 <= kind < len(names) else "?"


def counted(kind: int, number: int) -> str:
    """So many units of a kind, in the middle of a sentence: "2 footsoldiers"."""
    match kind:
        case terms.FOOTSOLDIER:
            return str(ngettext("%(num)d footsoldier", "%(num)d footsoldiers", number))
        case terms.SIEGE:
            return str(ngettext("%(num)d siege engine", "%(num)d siege engines", number))
        case terms.FIGHTER:
            return str(npgettext("unit", "%(num)d fighter", "%(num)d fighters", number))
        case terms.WIZARD:
            return str(ngettext("%(num)d wizard", "%(num)d wizards", number))
        case terms.MONSTER:
            return str(ngettext("%(num)d monster", "%(num)d monsters", number))
        case terms.CASTLE:
            return str(ngettext("%(num)d castle", "%(num)d castles", number))
        case terms.STORM:
            return str(ngettext("%(num)d storm elemental", "%(num)d storm elementals", number))
        case terms.DRAGON:
            return str(ngettext("%(num)d dragon", "%(num)d dragons", number))
        case _:
            return str(ngettext("%(num)d warship", "%(num)d warships", number))


def counted_list(kinds: Mapping[int, int] | Counter[int]) -> str:
    """Units by kind in words: "2 footsoldiers, 1 dragon"."""
    return ", ".join(counted(kind, number) for kind, number in sorted(kinds.items()) if number)


def words() -> Texts:
    """The texts of cards and guardians in the reader's language."""
    return texts(language())


def card_name(content: Content, card: int) -> str:
    """The name of a card or treasure by its number; its id where a pack has no texts for it."""
    card_id = content.card_ids[card]
    return words().cards.get(card_id, card_id.replace("_", " ").capitalize())


def card_text(content: Content, card: int) -> str:
    """What a card does, from its effects."""
    return words().card_text(content.cards[card])


def window_name(content: Content, card: int) -> str:
    """When a card may be played."""
    return words().windows[content.cards[card].window]


def guardian_name(content: Content, tile: int) -> str:
    """The name of a guardian by its number."""
    tile_id = content.guardian_ids[tile]
    return words().guardians.get(tile_id, tile_id.replace("_", " ").capitalize())


def space_name(rules: Nerath, space: int) -> str:
    """The name of a space; it is the same in every language."""
    return rules.board.spaces[space].name if 0 <= space < rules.board.size else "?"


def dice_name(count: int, sides: int) -> str:
    """Dice in short: "2d6"."""
    return str(_("%(count)dd%(sides)d", count=count, sides=sides))
