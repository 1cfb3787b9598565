"""Board games before, in and after their play, with Ellen at the table; played there as bots would."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any

from app.boardgame.access import AtTable
from app.boardgame.games import adapter_of
from app.boardgame.models import Game
from app.boardgame.operations import lobby
from app.boardgame.operations.play import Mover
from app.demo.people import present
from app.extensions import db
from rules.engine.rng import SeededRng
from rules.minas_tirith.bots import players as siege
from rules.nerath.bots import players as nerath

_LUCK = b"what falls at the tables of the walk"
_NODES = 40
_CHOOSE: Mapping[str, Callable[..., Any]] = {"nerath": nerath.choose, "minas_tirith": siege.choose}
_SEATS = {
    "nerath": {"karkoth": "Ellen", "vailin": "Jonas", "iron_circle": "Mads", "nerath": "Friederike"},
    "minas_tirith": {"good": "Ellen", "evil": "Jonas"},
}


@dataclass(frozen=True)
class Halt:
    """Where a game is left: Ellen is asked one of these questions, in that round at the earliest; with the
    dice of the table she has answered, and they are awaited.
    """

    codes: Collection[str]
    from_round: int = 1
    dice: str = "app"


GAMES: dict[str, tuple[str, Halt | None]] = {
    "siege": ("minas_tirith", Halt({"act"}, 2)),
    "siege, losses": ("minas_tirith", Halt({"Losses", "Keep", "Arrivals"})),
    "siege, over": ("minas_tirith", Halt(())),
    "siege, lobby": ("minas_tirith", None),
    "nerath, battle": ("nerath", Halt({"AwaitReady"}, dice="table")),
    "nerath, losses": ("nerath", Halt({"AwaitLosses", "AwaitPress", "AwaitRetreat"}, 2)),
    "nerath, over": ("nerath", Halt(())),
}
"""By name: what is played, and where it is left (None: before it begins)."""


def set_up_game(name: str) -> str:
    """Play the game of that name to where it is left; returns its address."""
    kind, halt = GAMES[name]
    game = _founded(kind, name.title(), halt)
    if halt is not None:
        _play(game, halt)
    return f"/games/{game.id}"


def _founded(kind: str, name: str, halt: Halt | None) -> Game:
    people = present()
    seats = _SEATS[kind] if halt is not None else {}
    options = {"mode": "alliance", "length": "short"} if kind == "nerath" else {}
    game = lobby.found_game(people["Ellen"], adapter_of(kind), name=name, dice="app", options=options)
    for other in sorted(set(seats.values()) - {"Ellen"}):
        lobby.join_game(game, people[other])
    db.session.refresh(game, ["members"])
    host = AtTable(game, next(one for one in game.members if one.is_host))
    for code, holder in seats.items():
        member = next(one for one in game.members if one.person_id == people[holder].id)
        lobby.set_seat(host, code, member.id)
    if halt is not None:
        game.seed = _LUCK[:32].hex()
        lobby.start_game(host)
        game.dice = halt.dice
    return game


def _play(game: Game, halt: Halt) -> None:
    luck = SeededRng(_LUCK[-32:])
    adapter = adapter_of(game.ruleset)
    ellens = next(iter(_SEATS[game.ruleset]))
    there = False
    while game.running:
        mover = Mover(game, adapter)
        if game.waiting and there:
            return
        if game.waiting:
            sides, count, why = game.waiting["want"]
            mover.declare(luck.roll(sides, count, why))
            continue
        seat = next(iter(mover.rules.to_move(mover.state)))
        asked = mover.rules.prompt(mover.state, seat)
        code = asked.code if asked is not None else ""
        there = seat == ellens and code in halt.codes and mover.state.round >= halt.from_round
        if there and game.dice == "app":
            return
        holder = game.seat(seat)
        mover.actor_id = holder.member.person_id if holder is not None and holder.member is not None else None
        view = mover.rules.view(mover.state, frozenset([seat]))
        mover.answer(seat, [_CHOOSE[game.ruleset](mover.rules, "easy", view, seat, luck, _NODES)], None)
        db.session.flush()
