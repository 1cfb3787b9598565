"""What a scene is made of: legal actions by where they lead, marks, links, and the lines of sheets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from app.boardgame.adapter import Look
from app.boardgame.nerath import answers
from app.boardgame.nerath.board import DANGER, LEGAL
from app.boardgame.nerath.played import PlayedNerath
from app.boardgame.nerath.wording import action_words
from app.boardgame.nerath.words import STYLES, space_name
from rules.engine.core import Action
from rules.nerath import actions as a
from rules.nerath.standing import friendly_land, friendly_sea
from rules.nerath.state import State
from rules.nerath.terms import DUNGEON, MOVE, REALM_OF

NO_SPACE = -1


@dataclass(frozen=True)
class Row:
    """A line of a list that leads to a space: ``mark`` legal, danger or "" tells how it is lit."""

    name: str
    text: str
    url: str
    icon: str
    shape: str
    style: str
    mark: str = ""


@dataclass(frozen=True)
class Count:
    """So many of a kind can do the same: the action as a form carries it, how many can, how many are
    proposed.
    """

    icon: str
    shape: str
    style: str
    name: str
    text: str
    most: int
    value: int
    spelled: str
    cost: int = 0


@dataclass(frozen=True)
class Deed:
    """One action as a button."""

    text: str
    spelled: str
    kind: str = ""
    icon: str = ""


def way(action: Action) -> tuple[int, int]:
    """From where to where an action leads; NO_SPACE where it has no such end."""
    match action:
        case a.Move() | a.Sail() | a.Carry():
            return action.origin, action.target
        case a.Board():
            return action.origin, action.sea
        case a.Land():
            return action.sea, action.target
        case a.Buy() | a.Place() | a.Fight():
            return NO_SPACE, action.space
        case a.Amok() | a.RetreatTo():
            return NO_SPACE, action.target
        case _:
            return NO_SPACE, NO_SPACE


class Maker:
    """What a scene is made of while it is made."""

    def __init__(self, rules: PlayedNerath, state: State, look: Look) -> None:
        self.rules, self.state, self.look = rules, state, look
        self.seat = look.seat or ""
        self.realm = REALM_OF.get(self.seat, 0)
        self.style = STYLES.get(self.seat, "none")
        self.legal: Sequence[Action] = rules.legal_actions(state, self.seat) if look.due else ()
        self.ways: dict[tuple[int, int], list[Action]] = defaultdict(list)
        for action in self.legal:
            self.ways[way(action)].append(action)
        self.at = self._picked("at")
        self.to = self._picked("to")
        self.marks: dict[int, str] = {}
        self.urls: dict[int, str] = {}

    def _picked(self, name: str) -> int:
        return self.rules.board.by_code.get(self.look.picked.get(name, ""), NO_SPACE)

    def name(self, space: int) -> str:
        return space_name(self.rules, space)

    def url(self, **picked: int) -> str:
        codes = {name: self.rules.board.spaces[space].code for name, space in picked.items()}
        return self.look.address(**codes)

    def hostile(self, space: int) -> bool:
        """Whether going there means a battle: enemies, hostile land, guardians."""
        state, board = self.state, self.rules.board
        if state.step != MOVE or state.stack:
            return False
        if board.sort[space] == DUNGEON:
            return bool(state.tiles[space])
        friendly = friendly_land(state, self.realm) | friendly_sea(board, state, self.realm)
        return not friendly >> space & 1

    def light(self, space: int, url: str) -> str:
        mark = DANGER if self.hostile(space) else LEGAL
        self.marks[space], self.urls[space] = mark, url
        return mark

    def deeds(self, *kinds: type[Action], primary: type[Action] | None = None) -> list[Deed]:
        """Legal actions of these kinds as buttons."""
        return [
            Deed(
                action_words(self.rules, self.state, action),
                answers.spelled(self.rules, action),
                "primary" if primary is not None and isinstance(action, primary) else "",
            )
            for action in self.legal
            if isinstance(action, kinds)
        ]
