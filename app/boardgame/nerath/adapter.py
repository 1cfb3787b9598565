"""Conquest of Nerath as a game of the house."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from flask_babel import gettext as _
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
from app.boardgame.nerath import answers, events, options, paper, scene, wording
from app.boardgame.nerath.drawing import draw
from app.boardgame.nerath.played import PlayedNerath, played
from app.boardgame.nerath.words import (
    EMBLEMS,
    REALM_NAMES,
    STEP_ICONS,
    STEP_NAMES,
    STYLES,
    realm_list,
)
from app.boardgame.plain import Plain
from app.refusal import Refusal, Sentence
from rules.engine.codec import canonical
from rules.engine.core import Action, Event
from rules.engine.refusal import IllegalAction
from rules.engine.rng import Draw
from rules.nerath.bots.imagine import imagined
from rules.nerath.content import FILES, read
from rules.nerath.state import Options, State
from rules.nerath.terms import CASTLE, HIT_ON, PARTNER, REALMS
from rules.nerath.units import kind_of
from rules.nerath.view import View

BOT_NODES = 4000
"""Estimates that a bot may make for one action; they take well under a second."""


class NerathTable(Plain):
    """What the house asks of a game, for Conquest of Nerath."""

    id = "nerath"
    title: Sentence = _l("Conquest of Nerath")
    blurb: Sentence = _l(
        "Four realms, alliances, dungeons and dragons. Two to four people, or one against bots."
    )
    options_type: Any = Options
    book = "nerath"
    view_type: Any = View
    pack_files: tuple[str, ...] = FILES
    read = staticmethod(read)
    played = staticmethod(played)
    turn_mark = '"step":0,"round"'

    def faces(self) -> tuple[SeatFace, ...]:
        return tuple(SeatFace(code, REALM_NAMES[code], STYLES[code], EMBLEMS[code]) for code in REALMS)

    def choices(self) -> tuple[Choice, ...]:
        return options.choices()

    def read_options(self, chosen: Mapping[str, Any], holders: Mapping[str, str]) -> Options:
        return options.read(chosen, holders)

    def told_options(self, options_: Options) -> list[tuple[Sentence, Sentence]]:
        return options.told(options_)

    def refused(self, rules: PlayedNerath, error: IllegalAction) -> Refusal:
        return wording.refused(rules, error)

    def told(self, rules: PlayedNerath, happened: Sequence[Event]) -> list[Line]:
        return events.lines(rules, happened)

    def told_draw(self, draw: Draw) -> Sentence:
        return wording.draw_reason(draw)

    def hit_on(self, draw: Draw) -> int | None:
        return HIT_ON if draw.sides else None

    def phase(self, rules: PlayedNerath, state: State) -> Phase:
        steps = tuple(zip(STEP_ICONS, STEP_NAMES, strict=True))
        doing = STEP_NAMES[state.step]
        return Phase(state.round, REALMS[state.turn], state.step, steps, doing)

    def standings(self, rules: PlayedNerath, state: State) -> list[Standing]:
        found = []
        for realm, seat in enumerate(REALMS):
            castles = sum(
                kind_of(code) == CASTLE and code >> 4 & 3 == realm for stack in state.units for code in stack
            )
            treasures = len(state.treasures[realm]) + len(state.used[realm])
            figures = (
                Figure("gold", _l("gold"), state.gold[realm]),
                Figure("castle", _l("castles"), castles),
                Figure("treasure", _l("treasures"), treasures),
                Figure("l-layers", _l("event cards in hand"), len(state.hands[realm])),
            )
            out = not state.here[realm] and not state.land[realm]
            found.append(Standing(seat, state.points[realm], figures, out))
        return found

    def track(self, rules: PlayedNerath, state: State) -> Track:
        sides = (
            [(realm, PARTNER[realm]) for realm in (0, 1)]
            if state.options.mode == "alliance"
            else [(realm,) for realm in range(4)]
        )
        return Track(
            _l("VP"),
            options.needed(state.options),
            tuple(
                (tuple(REALMS[realm] for realm in side), sum(state.points[realm] for realm in side))
                for side in sides
            ),
        )

    def ending(self, rules: PlayedNerath, state: State) -> Sentence:
        if state.winners is None:
            return ""
        winners = realm_list(REALMS[realm] for realm in state.winners)
        match state.reason:
            case "last":
                return _("%(realms)s: nobody else is left.", realms=winners)
            case "long":
                return _("%(realms)s: every capital, or treasures enough.", realms=winners)
            case _:
                points = sum(state.points[realm] for realm in state.winners)
                return _("%(realms)s: %(points)d VP.", realms=winners, points=points)

    def asked(self, rules: PlayedNerath, state: State, seat: str) -> Sentence:
        prompt = rules.prompt(state, seat)
        return wording.ASKED[prompt.code] if prompt else ""

    def buttons(self, rules: PlayedNerath, state: State, seat: str) -> Sequence[Button]:
        return answers.buttons(rules, state, seat)

    def read_answer(
        self, rules: PlayedNerath, state: State, seat: str, form: MultiDict[str, str]
    ) -> list[Action]:
        return answers.read(rules, state, seat, form)

    def fitted(self, rules: PlayedNerath, state: State, action: Action) -> Action:
        return answers.fitted(rules, state, action)

    def warnings(self, rules: PlayedNerath, state: State, actions: Sequence[Action]) -> list[Sentence]:
        return answers.warnings(rules, state, actions)

    def scene(self, rules: PlayedNerath, state: State, look: Look) -> Scene:
        return scene.scene(rules, state, look)

    def drawing(self, rules: PlayedNerath, theme: str) -> str:
        return draw(rules, theme)

    def drawing_key(self, rules: PlayedNerath) -> str:
        return _key(rules)

    def imagined(self, rules: PlayedNerath, view: View) -> State:
        return imagined(rules.content, view)

    def paper_board(self, rules: PlayedNerath, state: State) -> str:
        return paper.paper_board(rules, state)

    def charted(self, rules: PlayedNerath, state: State) -> Mapping[Sentence, Mapping[str, int]]:
        return paper.charted(rules, state)

    def reference(self, rules: PlayedNerath) -> Sequence[Sheet]:
        return paper.reference(rules)

    def bot_call(self, level: str) -> BotCall:
        return BotCall(
            "rules.nerath.bots.players:choose",
            level,
            BOT_NODES,
            "rules.nerath.view:View",
            "rules.nerath.game:Nerath",
            "rules.nerath.content:read",
        )


@lru_cache(maxsize=8)
def _key(rules: PlayedNerath) -> str:
    parts = [
        [space.code, space.sort, list(near)]
        for space, near in zip(rules.board.spaces, rules.board.borders, strict=True)
    ]
    return hashlib.sha256(canonical(parts)).hexdigest()[:12]
