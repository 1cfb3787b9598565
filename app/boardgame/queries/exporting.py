"""A game as a file: what the exporting person may see of it, or all of it once it is over."""

from __future__ import annotations

import json
from typing import Any

import msgspec

from app.boardgame.access import AtTable
from app.boardgame.history import effective, events_of, rows_of
from app.boardgame.models import GameState
from app.boardgame.queries.logs import seen
from rules.engine.codec import canonical

FORMAT = 1


def export(table: AtTable) -> dict[str, Any]:
    """The file of a game that has begun.

    Of a running game: the view of the exporting person's seats, the actions, and what they may know of
    what came
    of them. Neither the seed nor any order that has not come to light, nor the draws of shuffles. Of a
    game that is
    over: the seed and every draw besides, so that it can be played again exactly.
    """
    game, rules, state = table.game, table.rules, table.position
    over = game.state == GameState.FINISHED
    seats = frozenset(seat.code for seat in table.mine)
    view = rules.view(state, seats)
    actions = []
    for row in effective(rows_of(game)):
        happened = seen(events_of(rules, row), seats)
        entry: dict[str, Any] = {
            "seat": row.seat,
            "action": json.loads(row.action or "null"),
            "events": json.loads(canonical(happened)),
        }
        if over:
            entry["draws"] = row.draws
        actions.append(entry)
    found: dict[str, Any] = {
        "feldtog": "board game",
        "format": FORMAT,
        "ruleset": game.ruleset,
        "version": game.rules_version,
        "name": game.name,
        "state": str(game.state),
        "dice": game.dice,
        "options": game.options,
        "pack": dict(game.pack) if game.pack else None,
        "players": {seat.code: seat.holder or f"bot:{seat.bot}" for seat in game.seats},
        "seats": sorted(seats),
        "actions": actions,
        "view": json.loads(canonical(view)),
    }
    if over:
        found |= {"seed": game.seed, "setup_draws": msgspec.to_builtins(game.setup_draws)}
    return found
