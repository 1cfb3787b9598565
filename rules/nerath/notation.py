"""Positions and actions as one line of text, for bug reports and tests.

A position: mode, length, round, realm, step, gold and points of the four realms, then every space whose
owner or contents differ from an empty board at the start:

    alliance short 1 karkoth move gold=6/9/6/6 points=0/0/0/0 Ki=V:Kfff,Vf' Sn:Kb2(wf>Ka) Dg:?rat_swarm

``Ki=V`` is land of another owner than at the start. Units stand by realm, K V I N, one letter each:
f footsoldier, s siege engine, h fighter (hero), w wizard, m monster, c castle, e storm elemental,
d dragon, b warship. After a letter: ' has moved, ! is hit, + is new, * fought; after a warship the spaces
it may still sail, and in brackets what it carries: ' stays aboard, >Ka is to land on Ka. A guardian has a
? while it lies face down. The battle at hand, pending decisions, hands and decks are not told.

An action: realm, name, then its fields, - for none:  K move Ki f Va  ·  K sail Sn Kb2(f) Se  ·  K end_step
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby
from typing import get_args

import msgspec

from rules.nerath.actions import NerathAction
from rules.nerath.content import Content
from rules.nerath.state import Options, State
from rules.nerath.terms import NOBODY, REALM_OF, REALMS, STEPS, WARSHIP
from rules.nerath.units import (
    FOUGHT,
    HIT,
    MOVED,
    NEW,
    SETTLED,
    aboard_kind,
    kind_of,
    landing_of,
    left_of,
    place,
    places,
    realm_of,
    unit,
    with_left,
    with_places,
)

REALM_LETTERS, KIND_LETTERS = "KVIN", "fshwmcedb"
_MARKS = (("'", MOVED), ("!", HIT), ("+", NEW), ("*", FOUGHT))
_UNIT = re.compile(r"([fshwmcedb])(\d?)(?:\(([^)]*)\))?(['!+*]*)")
_ABOARD = re.compile(r"([fshwm])('?)(?:>(\w\w))?")
_ACTIONS = {re.sub(r"(?<=.)([A-Z])", r"_\1", kind.__name__).lower(): kind for kind in get_args(NerathAction)}
_NAMES = {kind: name for name, kind in _ACTIONS.items()}
_SPACES = {"origin", "target", "space", "sea", "castle"}
_KINDS = {"kind", "cargo"}
_UNITS = {"ship", "unit"}


class NotationError(ValueError):
    """The text is no position or action."""


def write_unit(content: Content, code: int) -> str:
    """A unit without its realm: letter, voyage left, cargo, marks."""
    text = KIND_LETTERS[kind_of(code)]
    if kind_of(code) == WARSHIP:
        text += str(left_of(code))
        cargo = "".join(_write_place(content, one) for one in places(code))
        text += f"({cargo})" if cargo else ""
    return text + "".join(mark for mark, bit in _MARKS if code & bit)


def _write_place(content: Content, one: int) -> str:
    text = KIND_LETTERS[aboard_kind(one)] + ("'" if one & SETTLED else "")
    landing = landing_of(one)
    return text if landing < 0 else f"{text}>{content.board.spaces[landing].code}"


def read_units(content: Content, text: str) -> tuple[int, ...]:
    """The units of one realm, its letter first, sorted; NotationError for anything else."""
    if not text or text[0] not in REALM_LETTERS or _UNIT.sub("", text[1:]):
        raise NotationError(f"no units: {text}")
    realm = REALM_LETTERS.index(text[0])
    found = []
    for letter, left, cargo, marks in _UNIT.findall(text[1:]):
        code = unit(KIND_LETTERS.index(letter), realm)
        if code & 15 == WARSHIP:
            code = with_left(code, int(left or 0))
            code = with_places(code, tuple(_read_places(content, cargo)))
        found.append(code | sum(bit for mark, bit in _MARKS if mark in marks))
    return tuple(sorted(found))


def _read_places(content: Content, text: str) -> Iterator[int]:
    for letter, settled, landing in _ABOARD.findall(text):
        to = _space(content, landing) if landing else -1
        yield place(KIND_LETTERS.index(letter), settled=bool(settled), landing=to)


def _space(content: Content, code: str) -> int:
    if code not in content.board.by_code:
        raise NotationError(f"no space {code}")
    return content.board.by_code[code]


def write_position(content: Content, state: State) -> str:
    """A position as one line."""
    parts = [
        state.options.mode,
        state.options.length,
        str(state.round),
        REALMS[state.turn],
        STEPS[state.step],
    ]
    parts.append("gold=" + "/".join(map(str, state.gold)))
    parts.append("points=" + "/".join(map(str, state.points)))
    for number, space in enumerate(content.board.spaces):
        owner = state.owner[number]
        text = "" if owner == space.home else f"={REALM_LETTERS[owner]}"
        groups = groupby(sorted(state.units[number], key=realm_of), key=realm_of)
        inside = [
            REALM_LETTERS[realm] + "".join(write_unit(content, code) for code in codes)
            for realm, codes in groups
        ]
        inside += [("" if t & 1 else "?") + content.guardian_ids[t >> 1] for t in state.tiles[number]]
        if inside:
            text += ":" + ",".join(inside)
        if text:
            parts.append(space.code + text)
    return " ".join(parts)


def read_position(content: Content, text: str) -> State:
    """The position of a line, with empty hands, unshuffled decks, and nothing pending.

    Land and castles count as held since the turn began. Raises NotationError.
    """
    try:
        mode, length, round_, realm, step, gold, points, *spaces = text.split()
        options = msgspec.convert({"mode": mode, "length": length}, Options)
        turn = REALM_OF[realm]
        owner = [space.home if space.home >= 0 else NOBODY for space in content.board.spaces]
        units: list[tuple[int, ...]] = [()] * content.board.size
        tiles: list[tuple[int, ...]] = [()] * content.board.size
        for part in spaces:
            head, _, inside = part.partition(":")
            code, _, letter = head.partition("=")
            number = _space(content, code)
            if letter:
                owner[number] = REALM_LETTERS.index(letter)
            for entry in filter(None, inside.split(",")):
                hidden = entry.removeprefix("?")
                if hidden in content.guardian_ids:
                    tile = content.guardian_ids.index(hidden) << 1 | (hidden == entry)
                    tiles[number] = (*tiles[number], tile)
                else:
                    units[number] = tuple(sorted((*units[number], *read_units(content, entry))))
        gold_of = msgspec.convert(
            [int(n) for n in gold.removeprefix("gold=").split("/")], tuple[int, int, int, int]
        )
        points_of = msgspec.convert(
            [int(n) for n in points.removeprefix("points=").split("/")], tuple[int, int, int, int]
        )
        round_number, step_number = int(round_), STEPS.index(step)
    except NotationError:
        raise
    except (ValueError, KeyError, msgspec.ValidationError) as error:
        raise NotationError(f"no position: {error}") from None
    used = {tile >> 1 for there in tiles for tile in there}
    return State(
        options,
        round=round_number,
        turn=turn,
        step=step_number,
        seq=0,
        owner=tuple(owner),
        units=tuple(units),
        tiles=tuple(tiles),
        pile=tuple(tile for tile in range(len(content.guardians)) if tile not in used),
        beaten=(),
        decks=content.decks,
        hands=((),) * 4,
        discards=((),) * 4,
        treasure_pile=content.treasures,
        treasures=((),) * 4,
        used=((),) * 4,
        gold=gold_of,
        points=points_of,
        held=tuple(number for number, one in enumerate(owner) if one == turn),
        castles=tuple(
            number
            for number, stack in enumerate(units)
            if any(code & 63 == unit(KIND_LETTERS.index("c"), turn) for code in stack)
        ),
    )


def write_action(content: Content, action: NerathAction) -> str:
    """An action as a few words."""
    words = [REALM_LETTERS[REALM_OF[action.seat]], _NAMES[type(action)]]
    for field in msgspec.structs.fields(action):
        value = getattr(action, field.name)
        if field.name == "seat":
            continue
        if isinstance(value, bool):
            words.append("yes" if value else "no")
        elif value < 0:
            words.append("-")
        elif field.name in _SPACES:
            words.append(content.board.spaces[value].code)
        elif field.name in _KINDS:
            words.append(KIND_LETTERS[value])
        elif field.name in _UNITS:
            words.append(REALM_LETTERS[realm_of(value)] + write_unit(content, value))
        elif field.name == "card":
            words.append(content.card_ids[value])
        else:
            words.append(str(value))
    return " ".join(words)


def read_action(content: Content, text: str) -> NerathAction:
    """The action of a line; fields that have a default may be left out at the end. Raises NotationError."""
    try:
        letter, name, *words = text.split()
        kind = _ACTIONS[name]
        values: dict[str, object] = {"seat": REALMS[REALM_LETTERS.index(letter)]}
        fields = [field for field in msgspec.structs.fields(kind) if field.name != "seat"]
        if len(words) > len(fields):
            raise NotationError(f"too many words: {text}")
        for field, word in zip(fields, words, strict=False):
            if field.type is bool:
                values[field.name] = word == "yes"
            elif word == "-":
                values[field.name] = -1
            elif field.name in _SPACES:
                values[field.name] = _space(content, word)
            elif field.name in _KINDS:
                values[field.name] = KIND_LETTERS.index(word)
            elif field.name in _UNITS:
                (values[field.name],) = read_units(content, word)
            elif field.name == "card":
                values[field.name] = content.card_ids.index(word)
            else:
                values[field.name] = int(word)
        action: NerathAction = kind(**values)
    except NotationError:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise NotationError(f"no action: {text}: {error}") from None
    return action
