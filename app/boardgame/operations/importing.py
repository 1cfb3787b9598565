"""Taking over a running game from a file: the position goes on, with a new seed for what is hidden and to
come.
"""

from __future__ import annotations

import json
import secrets
from typing import Any

import msgspec
from flask_babel import gettext as _
from flask_babel import ngettext

from app.accounts.models import Person
from app.boardgame.audiences import tell
from app.boardgame.games import GAMES
from app.boardgame.models import Game, GameRow, GameState, RowKind
from app.boardgame.operations.lobby import found_game
from app.boardgame.operations.rows import add_row, keep_snapshot
from app.boardgame.positions import write_position
from app.columns import now
from app.journal.models import PUBLIC
from app.refusal import Refusal
from rules.content import ContentError
from rules.engine.rng import SeededRng

LARGEST = 8_000_000


def import_game(person: Person, data: bytes) -> Game:
    """A running game as its file tells it, every seat with ``person``, who can give them to others.

    What the file does not tell (decks, other hands, hidden tiles) is dealt anew from a new seed, and the
    log says so.
    Raises Refusal for a file that is none, of another version, or whose position the rules do not know.
    """
    told = _read(data)
    adapter = GAMES[told["ruleset"]]
    try:
        pack = adapter.check_pack(told["pack"]["files"]) if told.get("pack") else None
    except (ContentError, KeyError, TypeError, AttributeError):
        raise Refusal(_("The board or the cards in this file are not whole.")) from None
    rules = adapter.rules(pack)
    if told.get("version") != rules.version:
        raise Refusal(_("This file was made by another version of the rules."))
    seed = secrets.token_hex(32)
    rng = SeededRng(bytes.fromhex(seed))
    try:
        options = msgspec.convert(told["options"], adapter.options_type)
        begun, _events = rules.setup(options, SeededRng(bytes.fromhex(seed)))
        view = msgspec.convert(told["view"], adapter.view_type)
        seats = frozenset(str(code) for code in told["seats"])
        state = rules.resample(adapter.imagined(rules, view), seats, rng)
        faults = [*rules.invariants(state)]
        if rules.conserved(state) != rules.conserved(begun):
            faults.append(_("cards are missing or there twice"))
    except (msgspec.ValidationError, KeyError, IndexError, ValueError, TypeError, AttributeError):
        raise Refusal(_("The position in this file cannot be read.")) from None
    if faults:
        head = ngettext("The position has %(num)d fault:", "The position has %(num)d faults:", len(faults))
        raise Refusal("\n".join([head, *faults]))
    game = found_game(
        person,
        adapter,
        name=str(told.get("name") or adapter.title)[:60],
        dice="table" if told.get("dice") == "table" else "app",
        options=msgspec.to_builtins(options),
        pack=pack,
    )
    host = game.members[0]
    for seat in game.seats:
        seat.member, seat.member_id = host, host.id
    game.seed, game.cursor = seed, rng.cursor
    game.setup_draws = msgspec.to_builtins(rng.draws)
    game.position, game.started_at, game.state = write_position(state), now(), GameState.RUNNING
    actions = told.get("actions")
    count = len(actions) if isinstance(actions, list) else 0
    game.imported = {"actions": count}
    row: GameRow = add_row(game, RowKind.TABLE, actor_id=person.id, params={"what": "imported", "seq": count})
    row.at = now()
    keep_snapshot(game, game.position, always=True)
    tell(game, PUBLIC)
    return game


def _read(data: bytes) -> dict[str, Any]:
    if len(data) > LARGEST:
        raise Refusal(_("That file is too large for a game."))
    try:
        told = json.loads(data)
    except (ValueError, RecursionError):
        raise Refusal(_("That is no file of a game.")) from None
    if not isinstance(told, dict) or told.get("feldtog") != "board game" or told.get("ruleset") not in GAMES:
        raise Refusal(_("That is no file of a game."))
    if told.get("state") != GameState.RUNNING:
        raise Refusal(_("Only a running game can be taken over."))
    return told
