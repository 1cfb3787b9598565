"""What a seat can answer: every action in words, and reading the forms of the game's own sheets."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from flask_babel import gettext as _
from werkzeug.datastructures import MultiDict

from app.boardgame.adapter import Button
from app.boardgame.nerath.played import PlayedNerath
from app.boardgame.nerath.wording import action_words, hits_words
from app.boardgame.nerath.words import counted, space_name
from app.boardgame.positions import codec
from app.refusal import Refusal, Sentence
from rules.engine.core import Action, CodecError
from rules.nerath import actions as a
from rules.nerath.state import AwaitLosses, State
from rules.nerath.terms import MOVE, REALM_OF, REGROUP
from rules.nerath.units import aboard_kind, kind_of, places

MOST_AT_ONCE = 60


def spelled(rules: PlayedNerath, action: Action) -> str:
    """An action as a form carries it."""
    return codec(rules.action_type).encode(action).decode()


def buttons(rules: PlayedNerath, state: State, seat: str) -> list[Button]:
    """Every legal action, the ends of steps last."""
    found = []
    for action in rules.legal_actions(state, seat):
        kind = "primary" if isinstance(action, a.EndStep | a.Ready | a.Press) else ""
        found.append(Button(action, action_words(rules, state, action), _group(rules, action), kind))
    return sorted(found, key=lambda one: (one.kind == "primary", str(one.group)))


def _group(rules: PlayedNerath, action: Action) -> str:
    """The heading under which an action stands in the list of all: where it begins."""
    match action:
        case a.Move() | a.Board() | a.Sail() | a.Carry():
            return space_name(rules, action.origin) if action.origin >= 0 else ""
        case a.Land():
            return space_name(rules, action.sea)
        case a.Buy():
            return _("Buy")
        case a.Play():
            return _("Cards")
        case _:
            return ""


def read(rules: PlayedNerath, state: State, seat: str, form: MultiDict[str, str]) -> list[Action]:
    """The actions of a form: each ``action``, and each ``each-N`` as often as ``count-N`` says.

    Raises Refusal for counts that are no numbers, for more than can be meant, and for another number of
    losses than there are hits.
    """
    actions = codec(rules.action_type)
    found: list[Action] = []
    try:
        found += [actions.decode(text) for text in form.getlist("action")]
        for name, text in form.items():
            if name.startswith("each-"):
                count = form.get("count-" + name.removeprefix("each-"), "")
                if count.strip() and not (count.isascii() and count.isdigit()):
                    raise Refusal(_("Write whole numbers, 0 or more."))
                found += [actions.decode(text)] * min(int(count or 0), MOST_AT_ONCE + 1)
    except CodecError:
        raise Refusal(_("That is not an action of this game.")) from None
    if len(found) > MOST_AT_ONCE:
        raise Refusal(_("That is more than can be done at once."))
    if any(action.seat != seat for action in found):
        raise Refusal(_("That is not an action of this seat."))
    due = state.stack[-1] if state.stack else None
    if isinstance(due, AwaitLosses) and "losses" in form:
        hits = due.hits[REALM_OF[seat]]
        if len(found) != hits:
            raise Refusal(
                _(
                    "Choose losses for %(hits)s; you chose %(count)d.",
                    hits=hits_words(hits),
                    count=len(found),
                ),
                "N5.5",
            )
    return found


def fitted(rules: PlayedNerath, state: State, action: Action) -> Action:
    """A ship or unit is told by its code, which changes as it loads, lands or is hit: the one meant now."""
    match action:
        case a.Land(sea=sea, ship=ship) | a.Board(sea=sea, ship=ship):
            known = ship in state.units[sea]
        case a.Buy(space=sea, ship=ship):
            known = ship < 0 or ship in state.units[sea]
        case a.Lose(unit=unit):
            known = state.battle is not None and unit in state.units[state.battle.space]
        case _:
            return action
    if known:
        return action
    wanted = meant(action)
    found = [one for one in rules.legal_actions(state, action.seat) if meant(one) == wanted]
    return min(found, key=lambda one: _strangeness(action, one), default=action)


def freight(ship: int) -> tuple[int, ...]:
    """The kinds aboard a ship, ascending: by this its owner tells it from his others."""
    return tuple(sorted(aboard_kind(one) for one in places(ship)))


def _strangeness(before: Action, now: Action) -> int:
    """0: the ship that was meant, after it loaded or landed; 1: one that carries the same; 2: another."""
    if not isinstance(now, a.Land | a.Board) or not isinstance(before, a.Land | a.Board):
        return 2
    then, there = Counter(freight(before.ship)), Counter(freight(now.ship))
    if then == there:
        return 1
    return 0 if (there < then if isinstance(now, a.Land) else then < there) else 2


def meant(action: Action) -> tuple[object, ...]:
    """What stays the same when codes change."""
    match action:
        case a.Land():
            return (a.Land, action.sea, action.kind, action.target)
        case a.Board():
            return (a.Board, action.origin, action.kind, action.sea)
        case a.Buy():
            return (a.Buy, action.kind, action.space, action.castle, action.ship >= 0)
        case a.Lose():
            return (a.Lose, kind_of(action.unit), action.cargo)
        case _:
            return (type(action), action)


def warnings(rules: PlayedNerath, state: State, actions: Sequence[Action]) -> list[Sentence]:
    """N8.3: who would die, or could not come back, if the step were closed now."""
    if not any(isinstance(action, a.EndStep) for action in actions):
        return []
    seat = actions[0].seat
    if state.step == REGROUP:
        return [
            _(
                "%(unit)s at %(space)s will die: no friendly place.",
                unit=counted(kind, 1),
                space=space_name(rules, space),
            )
            for space, kind in rules.stranded(state, seat)
        ]
    if state.step == MOVE:
        return lost_flights(rules, state, seat)
    return []


def lost_flights(rules: PlayedNerath, state: State, seat: str) -> list[Sentence]:
    """N8.3: flyers for which, as things stand, there is no way back."""
    return [
        _(
            "%(unit)s at %(space)s finds no way back to a friendly place, as things stand.",
            unit=counted(kind, 1),
            space=space_name(rules, space),
        )
        for space, kind in rules.no_way_back(state, seat)
    ]
