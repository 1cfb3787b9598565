"""Positions and actions as one line of text, for bug reports and tests.

A position: round and turn, side, step, die and points left, then what differs from an empty board:

    1.0 good act 4/3 Mt:i4c3L Fa:i3a2'1 Fb:o4B hands=ff+w/c- good:theoden(c3) evil:tower_1@Wn captured=i2/o3

Figures are one letter each and a number where there are more: Good i infantry, a archers, c cavalry,
h horse archers, L captain, G Gandalf, A Aragorn; Evil o infantry, x crossbows, t trolls, e oliphants,
w warg riders, r black riders, B black captain, N the Lord of the Nazgûl. '2 after archers: two have shot.
Reinforcement cards: f infantry, h cavalry, c creature, w wild, + with the silver, - with the black sword.
``dice=`` black dice left, ``hands=`` and ``captured=`` and ``lost=`` Good/Evil, ``good:`` and ``evil:`` the
Minas Tirith cards before a side, @ the wall of a tower or ladders, ``used:`` discarded ones, ``gate=broken``,
``sortie``, ``rain=5``. Pending decisions and the order of the piles are not told.

An action: side, name, then its fields, - for none:  good march Mt Gr c 2  ·  evil attack Gr Mt 3
"""

from __future__ import annotations

import re
from typing import get_args

import msgspec

from rules.minas_tirith.actions import SiegeAction
from rules.minas_tirith.army import count, pieces, shot, with_shot
from rules.minas_tirith.content import Content
from rules.minas_tirith.state import Options, State, Two
from rules.minas_tirith.terms import EVIL, GOOD, KINDS, SHOOTERS, SIDE_OF, SIDES, STEPS, WILD

LETTERS = ("iachLGA", "oxtewrBN")
_FIGURE = re.compile(r"([a-zA-Z])(\d*)(?:'(\d+))?")
_FACE = re.compile(r"[fhc][+-]?|w")
_ACTIONS = {re.sub(r"(?<=.)([A-Z])", r"_\1", kind.__name__).lower(): kind for kind in get_args(SiegeAction)}
_NAMES = {kind: name for name, kind in _ACTIONS.items()}
_SPACES = {"origin", "target", "space"}
_CARD_FACES = {"first", "second", "third", "face"}


class NotationError(ValueError):
    """The text is no position or action."""


def write_army(side: int, army: int) -> str:
    """The figures of an army."""
    text = ""
    for kind, number in pieces(side, army):
        text += LETTERS[side][kind] + (str(number) if number > 1 else "")
        if kind in SHOOTERS[side] and (done := shot(side, army, kind)):
            text += f"'{done}"
    return text


def read_army(text: str) -> tuple[int, int]:
    """Side and army of some figures; NotationError for those of both sides or none."""
    found = _FIGURE.findall(text)
    sides = {side for letter, *_ in found for side in (GOOD, EVIL) if letter in LETTERS[side]}
    if _FIGURE.sub("", text) or len(sides) != 1 or not all(f[0] in "".join(LETTERS) for f in found):
        raise NotationError(f"no army: {text}")
    (side,) = sides
    army = 0
    for letter, number, done in found:
        kind = LETTERS[side].index(letter)
        army += int(number or 1) << 6 * kind
        if done:
            army = with_shot(side, army, kind, int(done))
    return side, army


def write_face(face: int) -> str:
    """A reinforcement card."""
    return "w" if face == WILD else "fhc"[face // 3] + ("", "+", "-")[face % 3]


def read_faces(text: str) -> tuple[int, ...]:
    """Some reinforcement cards, sorted."""
    if _FACE.sub("", text):
        raise NotationError(f"no cards: {text}")
    found = [
        WILD if one == "w" else "fhc".index(one[0]) * 3 + " +-".index(one[1:] or " ")
        for one in _FACE.findall(text)
    ]
    return tuple(sorted(found))


def write_position(content: Content, state: State) -> str:
    """A position as one line."""
    parts = [
        f"{state.round}.{state.turn}",
        SIDES[state.side],
        STEPS[state.step],
        f"{state.die}/{state.points}",
    ]
    for space, one in enumerate(content.board.spaces):
        here = "".join(write_army(side, state.armies[side][space]) for side in (GOOD, EVIL))
        if here:
            parts.append(f"{one.code}:{here}")
    if state.dice:
        parts.append("dice=" + "/".join(map(str, state.dice)))
    if any(state.hands):
        parts.append("hands=" + "/".join("".join(map(write_face, hand)) for hand in state.hands))
    for side, name in enumerate(SIDES):
        if state.powers[side]:
            parts.append(name + ":" + ",".join(_write_card(content, state, c) for c in state.powers[side]))
    if state.power_used:
        parts.append("used:" + ",".join(content.card_ids[card] for card in state.power_used))
    for name, both in (("captured", state.captured), ("lost", state.lost)):
        if any(map(any, both)):
            parts.append(f"{name}=" + "/".join(_write_counts(side, both[side]) for side in (GOOD, EVIL)))
    if state.gate_broken:
        parts.append("gate=broken")
    if state.sortie:
        parts.append("sortie")
    if state.rain:
        parts.append(f"rain={state.rain}")
    return " ".join(parts)


def _write_counts(side: int, numbers: tuple[int, ...]) -> str:
    return write_army(side, sum(number << 6 * kind for kind, number in enumerate(numbers)))


def _write_card(content: Content, state: State, card: int) -> str:
    text = content.card_ids[card]
    if state.held[card]:
        text += f"({write_army(SIDE_OF[content.cards[card].sides[0]], state.held[card])})"
    if state.bound[card] >= 0:
        text += "@" + content.board.spaces[state.bound[card]].code
    return text


def _space(content: Content, code: str) -> int:
    if code not in content.board.by_code:
        raise NotationError(f"no space {code}")
    return content.board.by_code[code]


class _Reader:
    """The fields of a position as they are read."""

    def __init__(self, content: Content) -> None:
        self.content = content
        self.armies = [[0] * content.board.size, [0] * content.board.size]
        self.values: dict[str, str] = {}
        self.powers: list[list[int]] = [[], []]
        self.power_used: list[int] = []
        self.held = [0] * len(content.cards)
        self.bound = [-1] * len(content.cards)

    def token(self, text: str) -> None:
        """One part of the line."""
        name, colon, rest = text.partition(":")
        if not colon:
            key, _, value = text.partition("=")
            self.values[key] = value
        elif name in SIDES:
            self.powers[SIDE_OF[name]] += [self._card(one) for one in rest.split(",")]
        elif name == "used":
            self.power_used += [self._card(one) for one in rest.split(",")]
        else:
            side, army = read_army(rest)
            self.armies[side][_space(self.content, name)] = army

    def _card(self, text: str) -> int:
        text, _, wall = text.partition("@")
        card_id, _, held = text.rstrip(")").partition("(")
        if card_id not in self.content.by_card:
            raise NotationError(f"no card {card_id}")
        card = self.content.by_card[card_id]
        if held:
            self.held[card] = read_army(held)[1]
        if wall:
            self.bound[card] = _space(self.content, wall)
        return card

    def counts(self, key: str) -> Two:
        """Figures of both sides: captured or lost."""
        found = []
        for side, text in enumerate((self.values.get(key) or "/").split("/")):
            army = read_army(text)[1] if text else 0
            found.append(tuple(count(army, kind) for kind in range(len(KINDS[side]))))
        return (found[0], found[1])


def read_position(content: Content, text: str) -> State:
    """The position of a line: piles in the order of the content, nothing pending. Raises NotationError."""
    try:
        number, side, step, die, *parts = text.split()
        reader = _Reader(content)
        for part in parts:
            reader.token(part)
        good, evil = (read_faces(hand) for hand in (reader.values.get("hands") or "/").split("/"))
        captured, lost = reader.counts("captured"), reader.counts("lost")
        supply = [
            tuple(
                total
                - captured[one][kind]
                - lost[one][kind]
                - sum(count(army, kind) for army in reader.armies[one])
                - sum(
                    count(army, kind)
                    for card, army in enumerate(reader.held)
                    if SIDES[one] in content.cards[card].sides
                )
                for kind, total in enumerate(content.supply[one])
            )
            for one in (GOOD, EVIL)
        ]
        pile = list(content.deck)
        for face in (*good, *evil):
            pile.remove(face)
        open_cards = {*reader.powers[0], *reader.powers[1], *reader.power_used}
        return State(
            Options(),
            round=int(number.split(".")[0]),
            turn=int(number.split(".")[1]),
            side=SIDE_OF[side],
            step=STEPS.index(step),
            seq=0,
            dice=tuple(int(one) for one in reader.values.get("dice", "").split("/") if one),
            die=int(die.split("/")[0]),
            points=int(die.split("/")[1]),
            armies=(tuple(reader.armies[0]), tuple(reader.armies[1])),
            supply=(supply[0], supply[1]),
            captured=captured,
            lost=lost,
            pile=tuple(pile),
            hands=(good, evil),
            used=(),
            power_pile=tuple(card for card in range(len(content.cards)) if card not in open_cards),
            powers=(tuple(reader.powers[0]), tuple(reader.powers[1])),
            power_used=tuple(reader.power_used),
            held=tuple(reader.held),
            bound=tuple(reader.bound),
            gate_broken="gate" in reader.values,
            sortie="sortie" in reader.values,
            rain=int(reader.values.get("rain", 0)),
        )
    except NotationError:
        raise
    except (ValueError, KeyError, IndexError) as error:
        raise NotationError(f"no position: {error}") from None


def write_action(content: Content, action: SiegeAction) -> str:
    """An action as a few words."""
    words = [action.seat, _NAMES[type(action)]]
    side = SIDE_OF[action.seat]
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
        elif field.name == "kind":
            words.append(LETTERS[side][value])
        elif field.name in _CARD_FACES:
            words.append(write_face(value))
        elif field.name == "card":
            words.append(content.card_ids[value])
        else:
            words.append(str(value))
    return " ".join(words)


def read_action(content: Content, text: str) -> SiegeAction:
    """The action of a line; fields that have a default may be left out at the end. Raises NotationError."""
    try:
        seat, name, *words = text.split()
        kind, side = _ACTIONS[name], SIDE_OF[seat]
        values: dict[str, object] = {"seat": seat}
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
            elif field.name == "kind":
                values[field.name] = LETTERS[side].index(word)
            elif field.name in _CARD_FACES:
                (values[field.name],) = read_faces(word)
            elif field.name == "card":
                values[field.name] = content.by_card[word]
            else:
                values[field.name] = int(word)
        action: SiegeAction = kind(**values)
    except NotationError:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise NotationError(f"no action: {text}: {error}") from None
    return action
