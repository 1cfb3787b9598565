"""The names of the game in the reader's language: sides, figures, spaces, cards, steps."""

from __future__ import annotations

from collections.abc import Mapping

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l

from app.i18n import language
from app.refusal import Sentence
from rules.minas_tirith.army import pieces
from rules.minas_tirith.content import Content
from rules.minas_tirith.game import MinasTirith
from rules.minas_tirith.terms import KINDS, SIDE_OF, SIDES, WILD
from rules.minas_tirith.texts import texts
from rules.rulebook import rulebook

SIDE_NAMES: Mapping[str, Sentence] = {"good": _l("Forces of Good"), "evil": _l("Forces of Evil")}
STYLES = {"good": "p2", "evil": "p5"}
EMBLEMS = {"good": "crown", "evil": "dread"}
KIND_ICONS = (
    ("spears", "archer", "cavalry", "bow", "crown", "staff", "l-crown"),
    ("foot", "crossbow", "troll", "oliphant", "wolf", "blackrider", "dread", "nazgul"),
)
STEP_NAMES: tuple[Sentence, ...] = (_l("Choose a die"), _l("Exchange cards"), _l("Actions"))
STEP_ICONS = ("dice", "l-refresh-cw", "l-swords")
CARD_ICONS = {
    "theoden": "horse",
    "aragorn": "l-crown",
    "gandalf": "staff",
    "sortie": "cavalry",
    "arrows": "bow",
    "hold": "l-hand",
    "healing": "l-heart-pulse",
    "reserves": "foot",
    "tower_1": "siegetower",
    "tower_2": "siegetower",
    "ladders_1": "ladder",
    "ladders_2": "ladder",
    "grond": "ram",
    "nazgul": "nazgul",
    "catapults_1": "ballista",
    "catapults_2": "ballista",
}
FACE_ICONS = ("spears", "horse", "troll", "l-star")
_RULE_OF = {card: f"M9.{number}" for number, card in enumerate(CARD_ICONS, start=1)}


def side_name(seat: str) -> str:
    """The name of a side by its seat."""
    return str(SIDE_NAMES[seat])


def kind_name(side: int, kind: int) -> str:
    """A kind of figure at the head of a line."""
    name = texts(language()).kinds[KINDS[side][kind]].many
    return name[0].upper() + name[1:]


def counted(side: int, kind: int, number: int) -> str:
    """So many figures of a kind: "2 trolls"; a named leader stands without a number."""
    name = texts(language()).kinds[KINDS[side][kind]]
    if KINDS[side][kind] in ("gandalf", "aragorn", "nazgul"):
        return name.one
    return f"{number} {name.one if number == 1 else name.many}"


def army_words(side: int, army: int) -> str:
    """An army in words: "3 infantry, 1 leader"."""
    return ", ".join(counted(side, kind, number) for kind, number in pieces(side, army))


def space_name(rules: MinasTirith, space: int) -> str:
    """The name of a space: a pack's own, else the reader's language."""
    if not 0 <= space < rules.board.size:
        return "?"
    code = rules.board.spaces[space].code
    return rules.content.names.get(code) or texts(language()).spaces.get(code, code)


def card_name(content: Content, card: int) -> str:
    """The name of a Minas Tirith card; its id where a pack has another."""
    card_id = content.card_ids[card]
    rule = rulebook(language()).rule(_RULE_OF.get(card_id, ""))
    return rule.title if rule else card_id.replace("_", " ").capitalize()


def card_text(content: Content, card: int) -> str:
    """What a card does, as the rulebook says it (M9)."""
    rule = rulebook(language()).rule(_RULE_OF.get(content.card_ids[card], ""))
    return rule.plain if rule else ""


def card_icon(content: Content, card: int) -> str:
    """The drawing of a card."""
    return CARD_ICONS.get(content.card_ids[card], "scroll")


def face_name(face: int) -> str:
    """A reinforcement card."""
    if face == WILD:
        return _("Wild card")
    return (_("Infantry"), _("Cavalry"), _("Creature"))[face // 3]


def face_icon(face: int) -> str:
    """The drawing of a reinforcement card."""
    return FACE_ICONS[3 if face == WILD else face // 3]


def side_number(seat: str) -> int:
    """The number of a side in the rules; Good for anybody who only watches."""
    return SIDE_OF.get(seat, 0)


def seat_of(side: int) -> str:
    """The seat of a side."""
    return SIDES[side]
