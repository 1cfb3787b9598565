"""What the house asks of a game: the one interface that Conquest of Nerath and every other board game fills.

An adapter gives the rules (``rules.engine.core.RuleSet``) their words, drawings and sheets. It knows neither
database nor request: everything it needs comes as an argument. The house holds lobby, seats, stamps, undo,
log, replay, dice, bots, export and display.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from werkzeug.datastructures import MultiDict

from app.refusal import Refusal, Sentence
from rules.engine.core import Action, Event
from rules.engine.refusal import IllegalAction
from rules.engine.rng import Draw


@dataclass(frozen=True)
class SeatFace:
    """A realm or side: its code in the rules, its name, and its arms (``p1`` … ``p6`` and an icon)."""

    code: str
    name: Sentence
    style: str
    emblem: str


@dataclass(frozen=True)
class Choice:
    """An option of the lobby: one of ``values`` (value, words), or a switch when there are none.

    ``group`` "" stands open on the page, any other group is folded under its name. ``rule`` is what it
    rests on.
    """

    name: str
    label: Sentence
    values: tuple[tuple[str, Sentence], ...] = ()
    hint: Sentence = ""
    group: Sentence = ""
    rule: str = ""


@dataclass(frozen=True)
class Figure:
    """A figure of a seat's standing: icon, what it counts, how many."""

    icon: str
    label: Sentence
    value: int


@dataclass(frozen=True)
class Standing:
    """How a side stands, for heads of pages and the display. ``sides`` group seats that count together."""

    seat: str
    score: int
    figures: tuple[Figure, ...]
    out: bool = False


@dataclass(frozen=True)
class Track:
    """The track of points: its name, the goal (None when points do not decide), and who stands where
    together.
    """

    unit: Sentence
    goal: int | None
    sides: tuple[tuple[tuple[str, ...], int], ...]


@dataclass(frozen=True)
class Phase:
    """Where the game stands: round, whose turn, the step of the turn, and all steps (icon, name)."""

    round: int
    turn: str
    step: int
    steps: tuple[tuple[str, Sentence], ...]
    doing: Sentence


@dataclass(frozen=True)
class Line:
    """A line of the log: an icon and a sentence; ``weight`` 2 is a headline, 1 ordinary, 0 detail.

    ``story`` says whether the report on paper tells it; by itself it tells headlines.
    """

    icon: str
    text: Sentence
    weight: int = 1
    story: bool | None = None

    @property
    def told_on_paper(self) -> bool:
        return self.weight == 2 if self.story is None else self.story


@dataclass(frozen=True)
class Button:
    """An action offered in words; ``group`` is the heading it stands under, ``kind`` as the macro's
    (primary …).
    """

    action: Action
    label: Sentence
    group: Sentence = ""
    kind: str = ""


@dataclass(frozen=True)
class Look:
    """How a reader looks at the table.

    ``seat`` is the seat they act for now (None: they watch), ``seats`` all whose secrets they may see.
    ``picked`` are the selections of the address (``at``, ``to``), unchecked text. ``due`` whether ``seat``
    owes a
    decision, ``address`` makes the address of this page with other selections, ``names`` tells who plays each
    seat. ``recent`` are the last actions with what the reader may know of what they set off, oldest first.
    """

    seat: str | None
    seats: frozenset[str]
    picked: Mapping[str, str]
    due: bool
    address: Callable[..., str]
    names: Mapping[str, str] = field(default_factory=dict)
    recent: tuple[tuple[Action, tuple[Event, ...]], ...] = ()


@dataclass(frozen=True)
class Scene:
    """What a game shows of a position: the template of its sheet, and everything that is in it.

    ``board`` is drawn by ``board_template`` with ``scene`` in its context, ``sheet_template`` likewise.
    ``head_template`` stands over the board instead of the steps of the turn, ``below_template`` under what a
    reader waits for.
    """

    board_template: str
    sheet_template: str
    parts: Mapping[str, Any]
    styles: tuple[str, ...] = ()
    scripts: tuple[str, ...] = ()
    head_template: str = ""
    below_template: str = ""


@dataclass(frozen=True)
class BotCall:
    """How the worker asks a bot: names ``package.module:thing`` of functions and types of the rules.

    ``choose`` is called with (game, bot, view, seat, rng, nodes) and answers an action; ``view`` is the
    type of the
    view; ``rules`` makes the rule set, with what ``content`` reads from the files of a pack as its argument.
    """

    choose: str
    bot: str
    nodes: int
    view: str
    rules: str
    content: str


@dataclass(frozen=True)
class Sheet:
    """A reference card of a seat for paper: facts, who stands where, the figures of every unit, its cards
    with what they do. Two seats stand side by side on one page, with the facts of both over them.
    """

    seat: str
    name: Sentence
    style: str
    emblem: str
    facts: tuple[tuple[Sentence, str], ...]
    armies: tuple[tuple[str, Sentence], ...]
    units: tuple[tuple[Sentence, str, Sentence], ...]
    cards: tuple[tuple[str, str], ...] = ()


class Adapter(Protocol):
    """A game in the house. ``rules`` may differ between games: a pack brings its own content."""

    id: str
    """The id of its rule set; also that of its folder of templates."""
    title: Sentence
    blurb: Sentence
    options_type: Any
    view_type: Any
    """The type of ``rules.view``, for games that come from a file."""
    pack_files: tuple[str, ...]
    """The files that a pack may replace."""
    turn_mark: str
    """What the stored events of an action hold exactly when a turn begins with it, for the replay's longer
    steps.
    """
    book: str
    """The id of its book in the rulebook ("" until there is one)."""

    def rules(self, pack: Mapping[str, Any] | None) -> Any:
        """The rule set with the shipped content, or with that of a pack. Cheap for the same pack again."""

    def check_pack(self, files: Mapping[str, str]) -> Mapping[str, Any]:
        """A pack from files; raises ContentError with every fault."""

    def faces(self) -> tuple[SeatFace, ...]:
        """Every seat, in the order of the rules."""

    def choices(self) -> tuple[Choice, ...]:
        """The options of the lobby."""

    def read_options(self, chosen: Mapping[str, Any], holders: Mapping[str, str]) -> Any:
        """Options of the rules. ``holders`` tells for each seat who plays it (equal text: the same player).

        Raises IllegalAction if the rules do not allow these options with these players.
        """

    def told_options(self, options: Any) -> list[tuple[Sentence, Sentence]]:
        """The options in words, name and value."""

    def refused(self, rules: Any, error: IllegalAction) -> Refusal:
        """The sentence for what the rules refuse."""

    def told(self, rules: Any, events: Sequence[Event]) -> list[Line]:
        """What happened one after the other, in sentences of the reader's language; alike things together."""

    def told_draw(self, draw: Draw) -> Sentence:
        """What a roll was for ("N5.4 karkoth")."""

    def hit_on(self, draw: Draw) -> int | None:
        """The figure from which a die of this roll hits, to compare luck; None where nothing hits."""

    def phase(self, rules: Any, state: Any) -> Phase:
        """Where the game stands."""

    def standings(self, rules: Any, state: Any) -> list[Standing]:
        """Every seat's public figures."""

    def track(self, rules: Any, state: Any) -> Track:
        """Who has how many points together."""

    def ending(self, rules: Any, state: Any) -> Sentence:
        """How the game ended, in a sentence; "" while it runs."""

    def asked(self, rules: Any, state: Any, seat: str) -> Sentence:
        """What a seat is asked now, in a few words ("Choose your losses")."""

    def buttons(self, rules: Any, state: Any, seat: str) -> Sequence[Button]:
        """Every legal action in words: what the list of all actions shows."""

    def read_answer(self, rules: Any, state: Any, seat: str, form: MultiDict[str, str]) -> list[Action]:
        """The actions that a form of the game's own sheets means, in order; [] if the form has none."""

    def fitted(self, rules: Any, state: Any, action: Action) -> Action:
        """The action as it is meant now that others of the same form are done; itself where nothing
        changed.
        """

    def warnings(self, rules: Any, state: Any, actions: Sequence[Action]) -> list[Sentence]:
        """What the player must know before these actions are done; they are then asked first (N8.3)."""

    def scene(self, rules: Any, state: Any, look: Look) -> Scene:
        """Board and sheet as this reader sees them; nothing secret of other seats may be in it."""

    def drawing(self, rules: Any, theme: str) -> str:
        """The bare board as SVG in a theme ("light", "dark")."""

    def drawing_key(self, rules: Any) -> str:
        """Changes with any change of the bare board."""

    def imagined(self, rules: Any, view: Any) -> Any:
        """A position that looks like ``view`` to the seats it was made for; what is hidden is filled in
        anyhow.
        """

    def paper_board(self, rules: Any, state: Any) -> str:
        """The board with its owners and armies as an SVG for print, colours as attributes."""

    def charted(self, rules: Any, state: Any) -> Mapping[Sentence, Mapping[str, int]]:
        """Figures whose course the report draws: title → seat → value."""

    def reference(self, rules: Any) -> Sequence[Sheet]:
        """A reference card for each seat."""

    def bots(self) -> tuple[tuple[str, Sentence], ...]:
        """Strengths of bots: key and name, the weakest first."""

    def bot_call(self, level: str) -> BotCall:
        """How a bot of this strength is asked for an action."""
