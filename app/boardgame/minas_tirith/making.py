"""What a scene is made of: legal actions by where they lead, marks, links, and the lines of sheets."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from app.boardgame.adapter import Look
from app.boardgame.minas_tirith import answers
from app.boardgame.minas_tirith.board import DANGER, LEGAL
from app.boardgame.minas_tirith.played import PlayedSiege
from app.boardgame.minas_tirith.wording import action_words
from app.boardgame.minas_tirith.words import STYLES, card_icon, card_text, side_number, space_name
from rules.engine.core import Action
from rules.minas_tirith import actions as a
from rules.minas_tirith.state import State

NO_SPACE = -1


@dataclass(frozen=True)
class Row:
    """A line of a list that leads to a space: ``mark`` says "attack" or "shoot" where the enemy is."""

    name: str
    text: str
    url: str
    style: str
    icon: str
    mark: str = ""


@dataclass(frozen=True)
class Count:
    """Figures of a kind that may move: the action as a form carries it, how many can, how many should."""

    icon: str
    style: str
    leader: bool
    name: str
    most: int
    value: int
    spelled: str


@dataclass(frozen=True)
class Deed:
    """One action as a button; ``note`` stands under it: what the card does that it is about."""

    text: str
    spelled: str
    kind: str = ""
    icon: str = ""
    note: str = ""


def way(action: Action) -> tuple[int, int]:
    """From where to where an action leads; NO_SPACE where it has no such end."""
    match action:
        case a.March() | a.Shoot() | a.Attack():
            return action.origin, action.target
        case a.Raise() | a.Arrive():
            return NO_SPACE, action.space
        case a.FallBack():
            return NO_SPACE, action.target
        case _:
            return NO_SPACE, NO_SPACE


class Maker:
    """What a scene is made of while it is made."""

    def __init__(self, rules: PlayedSiege, state: State, look: Look) -> None:
        self.rules, self.state, self.look = rules, state, look
        self.seat = look.seat or ""
        self.side = side_number(self.seat)
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
        """Whether the enemy stands there."""
        return bool(self.state.here[1 - self.side] >> space & 1)

    def light(self, space: int, url: str) -> None:
        """Mark a space as one to go to or to attack, with the link of its sheet."""
        self.marks[space], self.urls[space] = DANGER if self.hostile(space) else LEGAL, url

    def deed(self, action: Action, kind: str = "", icon: str = "") -> Deed:
        """A legal action as a button, with the text of a card that nobody has before them yet."""
        note = ""
        if isinstance(action, a.KeepCard | a.Fetch):
            note, icon = (
                card_text(self.rules.content, action.card),
                icon or card_icon(self.rules.content, action.card),
            )
        words = action_words(self.rules, self.state, action)
        return Deed(words, answers.spelled(self.rules, action), kind, icon, note)

    def deeds(self, *kinds: type[Action], kind: str = "", icon: str = "") -> list[Deed]:
        """Legal actions of these kinds as buttons."""
        return [self.deed(action, kind, icon) for action in self.legal if isinstance(action, kinds)]
