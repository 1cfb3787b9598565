"""What a seat can answer: every action in words, and reading the forms of the game's own sheets."""

from __future__ import annotations

from collections.abc import Sequence

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from app.boardgame.adapter import Button
from app.boardgame.minas_tirith.played import PlayedSiege
from app.boardgame.minas_tirith.wording import action_words
from app.boardgame.minas_tirith.words import space_name
from app.boardgame.positions import codec
from app.refusal import Refusal, Sentence
from rules.engine.core import Action, CodecError
from rules.minas_tirith import actions as a
from rules.minas_tirith.army import count, has_battalion, leaders_of
from rules.minas_tirith.state import State
from rules.minas_tirith.terms import ACT

MOST_AT_ONCE = 20


def spelled(rules: PlayedSiege, action: Action) -> str:
    """An action as a form carries it."""
    return codec(rules.action_type).encode(action).decode()


def buttons(rules: PlayedSiege, state: State, seat: str) -> list[Button]:
    """Every legal action, the ends of steps last."""
    found = []
    for action in rules.legal_actions(state, seat):
        kind = "primary" if isinstance(action, a.EndTurn | a.EndExchange) else ""
        found.append(Button(action, action_words(rules, state, action), _group(rules, action), kind))
    return sorted(found, key=lambda one: (one.kind == "primary", str(one.group)))


def _group(rules: PlayedSiege, action: Action) -> str:
    """The heading under which an action stands in the list of all: where it begins."""
    match action:
        case a.March() | a.Shoot() | a.Attack():
            return space_name(rules, action.origin)
        case a.Play() | a.Deploy() | a.Reinforce():
            return _("Cards")
        case _:
            return ""


def read(rules: PlayedSiege, seat: str, form: MultiDict[str, str]) -> list[Action]:
    """The actions of a form: ``action`` ones as they are; each ``each-N`` with ``count-N`` as its number;
    three ``card`` faces as an exchange.

    Raises Refusal for what cannot be read and for what is of another seat.
    """
    actions = codec(rules.action_type)
    found: list[Action] = []
    try:
        found += [actions.decode(text) for text in form.getlist("action")]
        for name, text in form.items():
            if name.startswith("each-"):
                number = _number(form.get("count-" + name.removeprefix("each-"), ""))
                one = actions.decode(text)
                if number and isinstance(one, a.March):
                    found.append(
                        a.March(
                            seat=one.seat, origin=one.origin, target=one.target, kind=one.kind, number=number
                        )
                    )
    except CodecError:
        raise Refusal(_("That is not an action of this game.")) from None
    if "exchange" in form:
        found.append(_exchange(seat, form))
    if len(found) > MOST_AT_ONCE:
        raise Refusal(_("That is more than can be done at once."))
    if any(action.seat != seat for action in found):
        raise Refusal(_("That is not an action of this seat."))
    return _battalions_first(found)


def _number(text: str) -> int:
    if text.strip() and not (text.isascii() and text.isdigit() and len(text) < 4):
        raise Refusal(_("Write whole numbers, 0 or more."))
    return int(text or 0)


def _exchange(seat: str, form: MultiDict[str, str]) -> Action:
    """The exchange of the cards that are ticked; a card's value is its place and its face."""
    faces = sorted(
        int(text.partition("-")[2]) for text in form.getlist("card") if text.partition("-")[2].isdigit()
    )
    if len(faces) != 3:
        raise Refusal(_("Choose three cards; you chose %(count)d.", count=len(faces)), "M3.2")
    first, second, third = faces
    return a.Exchange(
        seat=seat, first=first, second=second, third=third, special=form.get("exchange") == "special"
    )


def _battalions_first(actions: list[Action]) -> list[Action]:
    """In a mixed move those who walk begin, and leaders come last: they may then all join (M4.1, M4.3)."""
    if not all(isinstance(action, a.March) for action in actions):
        return actions
    return sorted(actions, key=lambda one: int(getattr(one, "kind", 0)))


def warnings(rules: PlayedSiege, state: State, actions: Sequence[Action]) -> list[Sentence]:
    """M8: whom the end of the turn would cost."""
    if not any(isinstance(action, a.EndTurn) for action in actions) or state.step != ACT:
        return []
    found: list[Sentence] = []
    for space, army in enumerate(state.armies[state.side]):
        if leaders_of(state.side, army) and not has_battalion(state.side, army):
            found.append(
                _("The leader at %(space)s stands alone and will be lost.", space=space_name(rules, space))
            )
        elif count(army, 4 if state.side == 0 else 6) > 1:
            found.append(
                _(
                    "Two leaders of one colour stand at %(space)s: one will be lost.",
                    space=space_name(rules, space),
                )
            )
    return found
