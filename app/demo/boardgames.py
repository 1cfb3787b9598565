"""The demo's board games: a table with people, played as bots would to where the demo begins."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from app.accounts.models import Person
from app.boardgame.access import AtTable
from app.boardgame.games import adapter_of
from app.boardgame.models import Game
from app.boardgame.operations import lobby
from app.boardgame.operations.play import Mover
from app.extensions import db
from rules.engine.core import Action
from rules.engine.rng import Rng, SeededRng

_MOST = 3000


@dataclass(frozen=True)
class Evening:
    """A table of the demo: who plays what (the first is the host), its bot, and where it begins."""

    name: str
    ruleset: str
    options: Mapping[str, Any]
    seats: Mapping[str, str]
    choose: Callable[[Any, str, Any, str, Rng, int], Action]
    level: str
    nodes: int
    begins: Callable[[Any], bool]


def play(evening: Evening, people: Mapping[str, Person]) -> Game:
    """Open the table, and play it to where the demo begins."""
    adapter = adapter_of(evening.ruleset)
    first, *others = dict.fromkeys(evening.seats.values())
    game = lobby.found_game(
        people[first], adapter, name=evening.name, dice="app", options=dict(evening.options)
    )
    for name in others:
        lobby.join_game(game, people[name])
    db.session.refresh(game, ["members"])
    host = AtTable(game, next(one for one in game.members if one.is_host))
    for code, name in evening.seats.items():
        member = next(one for one in game.members if one.person_id == people[name].id)
        lobby.set_seat(host, code, member.id)
    lobby.start_game(host)
    luck = SeededRng(bytes.fromhex(game.seed)[::-1])
    for _ in range(_MOST):
        mover = Mover(game, adapter)
        state = mover.state
        due = mover.rules.to_move(state)
        if not due or evening.begins(state):
            break
        seat = game.seat(due[0])
        mover.actor_id = seat.member.person_id if seat is not None and seat.member is not None else None
        view = mover.rules.view(state, frozenset([due[0]]))
        action = evening.choose(mover.rules, evening.level, view, due[0], luck, evening.nodes)
        mover.answer(due[0], [action], None)
        db.session.flush()
    return game
