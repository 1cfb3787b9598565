"""Sheets of counts: who goes from a space to another, and what is bought for a space."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flask_babel import gettext as _

from app.boardgame.nerath import answers
from app.boardgame.nerath.board import DANGER, LEGAL, outline
from app.boardgame.nerath.fights import chances
from app.boardgame.nerath.making import Count, Maker
from app.boardgame.nerath.wording import ship_words
from app.boardgame.nerath.words import KIND_ICONS, dice_name, kind_name
from rules.engine.core import Action
from rules.nerath import actions as a
from rules.nerath.movement import may_move
from rules.nerath.reinforcements import price
from rules.nerath.standing import own_in
from rules.nerath.terms import CARGO, CASTLE, HEROES, PROFILES, WARSHIP
from rules.nerath.units import aboard_kind, kind_of, landing_of, left_of, places


def march(make: Maker) -> dict[str, Any]:
    """From a space to another: who goes, as counts; the chances if it is an attack."""
    counts: list[Count] = []
    going: list[int] = []
    for action, ships, first in _of_ships(make.ways[make.at, make.to]):
        kind, most, name = _movers(make, action)
        if not most:
            continue
        if isinstance(action, a.Land | a.Board) and ships > 1:
            # which of several ships lands or loads is the player's choice
            name = _("%(unit)s aboard the %(ship)s", unit=name, ship=ship_words(action.ship))
        profile = PROFILES[kind]
        text = _("moves %(steps)d · %(dice)s", steps=profile.move, dice=dice_name(1, profile.die))
        if kind in HEROES:
            text = _("Hero, %(text)s", text=text)
        value = most if isinstance(action, a.Move | a.Sail) else int(first)
        spelled = answers.spelled(make.rules, action)
        counts.append(Count(KIND_ICONS[kind], outline(kind), make.style, name, text, most, value, spelled))
        going += [kind | make.realm << 4] * most
    attack = make.hostile(make.to)
    make.marks[make.to] = DANGER if attack else LEGAL
    odds = None
    if attack:
        there = own_in(make.state, make.to, make.realm)
        odds = chances(make.rules, make.state, make.to, [*there, *going])
    return {
        "kind": "march",
        "counts": counts,
        "attack": attack,
        "origin": make.name(make.at),
        "target": make.name(make.to),
        "chances": odds,
        "back": make.url(at=make.at),
        "title": "",
    }


def _of_ships(actions: Sequence[Action]) -> list[tuple[Action, int, bool]]:
    """One action for all ships that carry the same, how many sorts could do it, and whether it is the first.

    Of ships that carry the same the one that can sail least goes first.
    """
    found: dict[tuple[object, ...], dict[tuple[int, ...], Action]] = {}
    for action in actions:
        if isinstance(action, a.Land | a.Board):
            ships = found.setdefault(answers.meant(action), {})
            carried = answers.freight(action.ship)
            other = ships.get(carried)
            if other is None or left_of(action.ship) < left_of(getattr(other, "ship", 0)):
                ships[carried] = action
        else:
            found[action,] = {(): action}
    return [
        (action, len(ships), number == 0)
        for ships in found.values()
        for number, action in enumerate(ships.values())
    ]


def _movers(make: Maker, action: Action) -> tuple[int, int, str]:
    """The kind that an action moves, how many can do the same, and what they are called."""
    state, realm = make.state, make.realm
    match action:
        case a.Sail():
            ships = sum(code == action.ship for code in state.units[action.origin])
            return WARSHIP, ships, ship_words(action.ship).capitalize()
        case a.Land():
            aboard = sum(
                aboard_kind(one) == action.kind and landing_of(one) < 0
                for ship in _like(make, action.sea, action.ship)
                for one in places(ship)
            )
            return action.kind, aboard, kind_name(action.kind)
        case a.Board():
            room = sum(CARGO - len(places(ship)) for ship in _like(make, action.sea, action.ship))
            there = _free(make, action.origin, action.kind)
            return action.kind, min(room, there), kind_name(action.kind)
        case a.Carry():
            due = state.stack[-1]
            there = sum(kind_of(code) == action.kind for code in own_in(state, action.origin, realm))
            return action.kind, min(there, getattr(due, "count", 1)), kind_name(action.kind)
        case a.Move():
            return action.kind, _free(make, action.origin, action.kind), kind_name(action.kind)
        case _:
            return 0, 0, ""


def _like(make: Maker, sea: int, ship: int) -> list[int]:
    """The reader's ships in a sea space that carry the same as this one."""
    carried = answers.freight(ship)
    own = own_in(make.state, sea, make.realm)
    return [one for one in own if kind_of(one) == WARSHIP and answers.freight(one) == carried]


def _free(make: Maker, space: int, kind: int) -> int:
    """How many units of a kind in a space may still move."""
    return sum(
        kind_of(code) == kind and may_move(code, make.state.step)
        for code in own_in(make.state, space, make.realm)
    )


def buys(make: Maker, actions: Sequence[Action]) -> list[Count]:
    found = []
    for action in actions:
        assert isinstance(action, a.Buy)
        cost = price(make.state, action.kind)
        name = kind_name(action.kind)
        if action.ship >= 0:
            name = _("%(unit)s aboard the %(ship)s", unit=name, ship=ship_words(action.ship))
        elif action.castle >= 0 and action.castle != action.space:
            name = _("%(unit)s, castle of %(castle)s", unit=name, castle=make.name(action.castle))
        profile = PROFILES[action.kind]
        text = _("%(dice)s · moves %(steps)d", dice=dice_name(1, profile.die), steps=profile.move)
        most = make.state.gold[make.realm] // cost if action.kind != CASTLE else 1
        found.append(
            Count(
                KIND_ICONS[action.kind],
                outline(action.kind),
                make.style,
                name,
                text,
                most,
                0,
                answers.spelled(make.rules, action),
                cost,
            )
        )
    return found
