"""The Siege of Minas Tirith as a game of the house."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from flask_babel import lazy_gettext as _l
from werkzeug.datastructures import MultiDict

from app.boardgame.adapter import (
    BotCall,
    Button,
    Choice,
    Figure,
    Line,
    Look,
    Phase,
    Scene,
    SeatFace,
    Sheet,
    Standing,
    Track,
)
from app.boardgame.minas_tirith import answers, events, options, paper, scene, wording
from app.boardgame.minas_tirith.drawing import draw
from app.boardgame.minas_tirith.played import PlayedSiege, played
from app.boardgame.minas_tirith.words import EMBLEMS, SIDE_NAMES, STEP_ICONS, STEP_NAMES, STYLES
from app.boardgame.plain import Plain
from app.refusal import Refusal, Sentence
from rules.engine.codec import canonical
from rules.engine.core import Action, Event
from rules.engine.random_play import QuickRng
from rules.engine.refusal import IllegalAction
from rules.engine.rng import Draw
from rules.minas_tirith.army import battalions
from rules.minas_tirith.bots.players import NODES
from rules.minas_tirith.content import FILES, read
from rules.minas_tirith.state import Options, State
from rules.minas_tirith.terms import HIT, SIDES
from rules.minas_tirith.view import View, guess


class SiegeTable(Plain):
    """What the house asks of a game, for the Siege of Minas Tirith."""

    id = "minas_tirith"
    title: Sentence = _l("Siege of Minas Tirith")
    blurb: Sentence = _l(
        "The White City, its walls and the hosts of Mordor. Two people, or one against a bot."
    )
    options_type: Any = Options
    view_type: Any = View
    pack_files: tuple[str, ...] = FILES
    read = staticmethod(read)
    played = staticmethod(played)
    book = "minas_tirith"
    turn_mark = '"type":"DieTaken"'

    def faces(self) -> tuple[SeatFace, ...]:
        return tuple(SeatFace(code, SIDE_NAMES[code], STYLES[code], EMBLEMS[code]) for code in SIDES)

    def choices(self) -> tuple[Choice, ...]:
        return options.choices()

    def read_options(self, chosen: Mapping[str, Any], holders: Mapping[str, str]) -> Options:
        return options.read(chosen)

    def told_options(self, options_: Options) -> list[tuple[Sentence, Sentence]]:
        return options.told(options_)

    def refused(self, rules: PlayedSiege, error: IllegalAction) -> Refusal:
        return wording.refused(rules, error)

    def told(self, rules: PlayedSiege, happened: Sequence[Event]) -> list[Line]:
        return events.lines(rules, happened)

    def told_draw(self, draw: Draw) -> Sentence:
        return wording.draw_reason(draw)

    def hit_on(self, draw: Draw) -> int | None:
        """Ranged attacks hit on a six (M6.1); other dice are compared."""
        return HIT if draw.sides and draw.why.startswith("M6.1") else None

    def phase(self, rules: PlayedSiege, state: State) -> Phase:
        steps = tuple(zip(STEP_ICONS, STEP_NAMES, strict=True))
        return Phase(state.round, SIDES[state.side], state.step, steps, STEP_NAMES[state.step])

    def standings(self, rules: PlayedSiege, state: State) -> list[Standing]:
        points = rules.points(state)
        found = []
        for side, seat in enumerate(SIDES):
            number = sum(battalions(side, army) for army in state.armies[side])
            figures = (
                Figure("foot", _l("battalions"), number),
                Figure("captive", _l("captured"), sum(state.captured[1 - side])),
                Figure("l-layers", _l("reinforcement cards"), len(state.hands[side])),
                Figure("scroll", _l("Minas Tirith cards"), len(state.powers[side])),
            )
            found.append(Standing(seat, points[side], figures))
        return found

    def track(self, rules: PlayedSiege, state: State) -> Track:
        points = rules.points(state)
        return Track(_l("points"), None, tuple(((seat,), points[side]) for side, seat in enumerate(SIDES)))

    def ending(self, rules: PlayedSiege, state: State) -> Sentence:
        if state.winner is None:
            return ""
        return events.ending_words(SIDES[state.winner], state.reason, rules.points(state))

    def asked(self, rules: PlayedSiege, state: State, seat: str) -> Sentence:
        prompt = rules.prompt(state, seat)
        return wording.ASKED[prompt.code] if prompt else ""

    def buttons(self, rules: PlayedSiege, state: State, seat: str) -> Sequence[Button]:
        return answers.buttons(rules, state, seat)

    def read_answer(
        self, rules: PlayedSiege, state: State, seat: str, form: MultiDict[str, str]
    ) -> list[Action]:
        return answers.read(rules, seat, form)

    def warnings(self, rules: PlayedSiege, state: State, actions: Sequence[Action]) -> list[Sentence]:
        return answers.warnings(rules, state, actions)

    def scene(self, rules: PlayedSiege, state: State, look: Look) -> Scene:
        return scene.scene(rules, state, look)

    def drawing(self, rules: PlayedSiege, theme: str) -> str:
        return draw(rules, theme)

    def drawing_key(self, rules: PlayedSiege) -> str:
        return _key(rules)

    def imagined(self, rules: PlayedSiege, view: View) -> State:
        return guess(view, QuickRng(0))

    def paper_board(self, rules: PlayedSiege, state: State) -> str:
        return paper.paper_board(rules, state)

    def charted(self, rules: PlayedSiege, state: State) -> Mapping[Sentence, Mapping[str, int]]:
        return paper.charted(rules, state)

    def reference(self, rules: PlayedSiege) -> Sequence[Sheet]:
        return paper.reference(rules)

    def bot_call(self, level: str) -> BotCall:
        return BotCall(
            "rules.minas_tirith.bots.players:choose",
            level,
            NODES,
            "rules.minas_tirith.view:View",
            "rules.minas_tirith.game:MinasTirith",
            "rules.minas_tirith.content:read",
        )


@lru_cache(maxsize=8)
def _key(rules: PlayedSiege) -> str:
    """Told by the spaces, what they are, and the version of the picture."""
    parts = [[space.code, space.sort, space.role, space.start] for space in rules.board.spaces]
    return hashlib.sha256(canonical([1, *parts])).hexdigest()[:12]
