"""A battle as its sheet shows it: both sides, their dice, the last roll, the chances (N5.12)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask_babel import format_decimal
from flask_babel import gettext as _

from app.boardgame.adapter import Look
from app.boardgame.nerath.board import outline
from app.boardgame.nerath.played import PlayedNerath
from app.boardgame.nerath.words import (
    EMBLEMS,
    KIND_ICONS,
    STYLES,
    counted,
    dice_name,
    guardian_name,
    realm_name,
    space_name,
    words,
)
from rules.nerath import actions as a
from rules.nerath.battle import defenders
from rules.nerath.dice import fighting
from rules.nerath.events import Rolled
from rules.nerath.odds import odds
from rules.nerath.standing import own_in
from rules.nerath.state import State
from rules.nerath.terms import DUNGEON, FLYERS, PROFILES, REALMS, SEA, WARSHIP, dice_of
from rules.nerath.units import kind_of


@dataclass(frozen=True)
class Fighters:
    """Units of one kind in a battle: icon, words, the dice they roll."""

    icon: str
    shape: str
    name: str
    dice: str


@dataclass(frozen=True)
class Fallen:
    """A roll: faces, the values with their bonus, and whether it was a first strike."""

    faces: int
    values: tuple[int, ...]
    first: bool


@dataclass(frozen=True)
class Side:
    """A realm (or the guardians: ``style`` "") in a battle. ``effects`` are those of its cards at work."""

    seat: str
    style: str
    emblem: str
    name: str
    role: str
    units: tuple[Fighters, ...]
    rolls: tuple[Fallen, ...]
    hits: int | None
    effects: tuple[str, ...] = ()


@dataclass(frozen=True)
class Chances:
    """The chances in percent, and everything in words."""

    wins: int
    both: int
    holds: int
    attacker: str
    defender: str
    words: str


@dataclass(frozen=True)
class Fight:
    """A battle."""

    space: str
    name: str
    round: int
    at_sea: bool
    attackers: Side
    defenders: tuple[Side, ...]
    chances: Chances | None


def fight(rules: PlayedNerath, state: State, space: int, look: Look) -> Fight:
    """The battle in a space: the one at hand, or one that is still to come."""
    at_sea = rules.board.sort[space] == SEA
    rolls = _rolls(look) if state.battle is not None and state.battle.space == space else []
    attacker = state.turn
    foes: list[Side] = []
    if rules.board.sort[space] == DUNGEON:
        foes.append(_guardians(rules, state, space, rolls))
    for realm in defenders(state, space, attacker):
        foes.append(_side(rules, state, space, realm, at_sea, False, rolls, look))
    return Fight(
        rules.board.spaces[space].code,
        space_name(rules, space),
        state.battle.round if state.battle is not None and state.battle.space == space else 0,
        at_sea,
        _side(rules, state, space, attacker, at_sea, True, rolls, look),
        tuple(foes),
        chances(rules, state, space, own_in(state, space, attacker)),
    )


def _rolls(look: Look) -> list[Rolled]:
    """The dice of the round at hand: those since the cards before it were done."""
    found: list[Rolled] = []
    for action, happened in reversed(look.recent):
        if isinstance(action, a.Press | a.Fight):
            break
        found = [event for event in happened if isinstance(event, Rolled)] + found
        if isinstance(action, a.Ready) and found:
            break
    return found


def _side(
    rules: PlayedNerath,
    state: State,
    space: int,
    realm: int,
    at_sea: bool,
    attacking: bool,
    rolls: Iterable[Rolled],
    look: Look,
) -> Side:
    seat = REALMS[realm]
    units = []
    for kind, count in sorted(fighting(rules.board, state, space, realm).items()):
        number = count * dice_of(kind, attacking=attacking, at_sea=at_sea)
        units.append(
            Fighters(
                KIND_ICONS[kind], outline(kind), counted(kind, count), dice_name(number, PROFILES[kind].die)
            )
        )
    role = _("attacks") if attacking else _("holds")
    who = look.names.get(seat, "")
    fallen = [event for event in rolls if event.realm == seat]
    active = state.battle.active if state.battle is not None and state.battle.space == space else ()
    return Side(
        seat,
        STYLES[seat],
        EMBLEMS[seat],
        realm_name(seat),
        f"{role} · {who}" if who else role,
        tuple(units),
        _fallen(fallen),
        sum(event.hits for event in fallen) if fallen else None,
        tuple(words().effect_text(one.effect) for one in active if one.realm == realm),
    )


def _guardians(rules: PlayedNerath, state: State, space: int, rolls: Iterable[Rolled]) -> Side:
    left = state.battle.tiles if state.battle is not None and state.battle.space == space else ()
    units = []
    for number, tile in enumerate(state.tiles[space]):
        if not tile & 1:
            units.append(Fighters("dungeon", "none", _("Guardian face down"), "?"))
            continue
        guardian = rules.content.guardians[tile >> 1]
        dice = left[number] if number < len(left) else guardian.dice
        name = guardian_name(rules.content, tile >> 1)
        if guardian.hit_on > 6:
            name = _("%(guardian)s, hit on %(figure)d+", guardian=name, figure=guardian.hit_on)
        units.append(Fighters("dungeon", "none", name, dice_name(dice, guardian.faces)))
    fallen = [event for event in rolls if not event.realm]
    hits = sum(event.hits for event in fallen) if fallen else None
    return Side("", "none", "dungeon", _("Guardians"), _("hold"), tuple(units), _fallen(fallen), hits)


def _fallen(rolls: Iterable[Rolled]) -> tuple[Fallen, ...]:
    return tuple(
        Fallen(event.faces, tuple(value + event.bonus for value in event.dice), event.first_strike)
        for event in rolls
    )


def chances(rules: PlayedNerath, state: State, space: int, attackers: list[int]) -> Chances | None:
    """The exact chances if these units fight for the space to the end; None where there is nothing to
    reckon.
    """
    if rules.board.sort[space] == DUNGEON:
        return None
    at_sea = rules.board.sort[space] == SEA
    foes = defenders(state, space, state.turn)
    others = [code for realm in foes for code in own_in(state, space, realm)]
    if at_sea:
        attackers = [code for code in attackers if kind_of(code) in FLYERS or kind_of(code) == WARSHIP]
    if not attackers or not others:
        return None
    try:
        found = odds(attackers, others, at_sea=at_sea)
    except ValueError:
        return None
    wins, both = round(found.attacker_wins * 100), round(found.both_dead * 100)
    holds = 100 - wins - both
    mine, theirs = REALMS[state.turn], REALMS[foes[0]]
    told = _(
        "%(attacker)s wins in %(wins)d of 100, %(defender)s holds in %(holds)d, all die in %(both)d. "
        "Expected losses: %(lost)s and %(slain)s units.",
        attacker=realm_name(mine),
        wins=wins,
        defender=realm_name(theirs),
        holds=holds,
        both=both,
        lost=format_decimal(round(found.attacker_loses, 1)),
        slain=format_decimal(round(found.defender_loses, 1)),
    )
    if state.battle is not None and state.battle.space == space and state.battle.active:
        told += " " + _("Cards are left out of it.")
    return Chances(wins, both, holds, STYLES[mine], STYLES[theirs], told)
