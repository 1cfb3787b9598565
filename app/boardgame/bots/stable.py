"""Where the bots stand: one thread per process lets them move when it is their turn.

A bot acts like anybody else, by ``Mover``, at most a step of its turn in one transaction. Several
processes may try for
the same game; the game's row and its ``seq`` let one of them through. A bot that fails is tried again with
the next page of the game.
"""

from __future__ import annotations

import atexit
import queue
import secrets
import threading
from collections.abc import Sequence
from typing import Any

import structlog
from flask import Flask, Response, after_this_request, current_app

from app.boardgame.access import locked_game
from app.boardgame.adapter import Adapter
from app.boardgame.bots.thinker import BotFailed, Thinker
from app.boardgame.games import adapter_of
from app.boardgame.models import Game, GameSeat
from app.boardgame.operations.play import Mover
from app.boardgame.positions import codec
from app.extensions import db
from app.journal.writes import writing
from rules.engine.codec import canonical
from rules.engine.rng import DeclaredRng, DiceWanted, Rng, SeededRng

MOST = 40
"""Actions of bots in one transaction."""
log = structlog.get_logger(__name__)


class Stable:
    """The bots of this process."""

    def __init__(self, app: Flask) -> None:
        self._app = app
        self._games: queue.SimpleQueue[str] = queue.SimpleQueue()
        self._waiting: set[str] = set()
        self._thread: threading.Thread | None = None
        self._lock = threading.Lock()
        self._thinker = Thinker()

    def nudge(self, game_id: str) -> None:
        """Let the bots of a game move soon, if it is their turn."""
        with self._lock:
            if game_id in self._waiting:
                return
            self._waiting.add(game_id)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="bots", daemon=True)
                self._thread.start()
        self._games.put(game_id)

    def stop(self) -> None:
        """End the worker in which they think."""
        self._thinker.stop()

    def _work(self) -> None:
        while True:
            game_id = self._games.get()
            with self._lock:
                self._waiting.discard(game_id)
            try:
                while self.move(game_id):
                    pass
            except Exception:
                log.warning("a bot did not move", game=game_id, exc_info=True)

    def move(self, game_id: str) -> bool:
        """Some actions of bots in a game; false when no bot is due (any more)."""
        with self._app.app_context():
            try:
                thought = self._think(game_id)
                if not thought:
                    return False
                seq, actions = thought
                with writing():
                    game = locked_game(game_id)
                    if game is not None and game.seq == seq:
                        _act(game, actions)
                return True
            finally:
                db.session.remove()

    def _think(self, game_id: str) -> tuple[int, list[tuple[GameSeat, Any]]] | None:
        """What the bots do next, each by what its seat sees, and at which row of the log that was thought.

        Thought out before the transaction, in which it is done again: up to the first dice, the end of the
        step, or the first decision of a person.
        """
        game = db.session.get(Game, game_id)
        if game is None or not game.running or game.waiting:
            return None
        adapter = adapter_of(game.ruleset)
        mover = Mover(game, adapter)
        rules, state, cursor = mover.rules, mover.state, game.cursor
        found: list[tuple[GameSeat, Any]] = []
        while len(found) < MOST and (seat := _due(game, rules.to_move(state))) is not None:
            action = self.choose(adapter, game, rules, state, seat)
            found.append((seat, action))
            seeded = SeededRng(bytes.fromhex(game.seed), cursor)
            rng: Rng = DeclaredRng([], seeded) if game.dice == "table" else seeded
            before = adapter.phase(rules, state)
            try:
                state, _events = rules.apply(state, action, rng)
            except DiceWanted:
                break
            cursor = seeded.cursor
            after = adapter.phase(rules, state)
            if rng.draws or (before.turn, before.step) != (after.turn, after.step):
                break
        return (game.seq, found) if found else None

    def choose(self, adapter: Adapter, game: Game, rules: Any, state: Any, seat: GameSeat) -> Any:
        """The action of a seat's bot. Raises BotFailed."""
        call = adapter.bot_call(str(seat.bot))
        job = {
            "rules": call.rules,
            "content": call.content,
            "files": canonical(game.pack["files"]).decode() if game.pack else "",
            "view": canonical(rules.view(state, frozenset([seat.code]))).decode(),
            "view_type": call.view,
            "choose": call.choose,
            "bot": call.bot,
            "seat": seat.code,
            "nodes": call.nodes,
            "seed": secrets.token_hex(32),
        }
        return codec(rules.action_type).decode(self._thinker.ask(job))


def _due(game: Game, due: Sequence[str]) -> GameSeat | None:
    return next((seat for seat in game.seats if seat.code in due and seat.bot), None)


def _act(game: Game, actions: Sequence[tuple[GameSeat, Any]]) -> None:
    mover = Mover(game, adapter_of(game.ruleset))
    for seat, action in actions:
        mover.bot = seat.bot
        mover.answer(seat.code, [action], None)


def init_app(app: Flask) -> None:
    """Have a stable; its thread and worker start with the first bot that is due."""
    stable = Stable(app)
    app.extensions["bots"] = stable
    atexit.register(stable.stop)


def nudge(game_id: str) -> None:
    """A bot may have to move in this game."""
    stable: Stable = current_app.extensions["bots"]
    stable.nudge(game_id)


def nudge_after(game_id: str) -> None:
    """The same, once the change that is being made has been committed."""

    @after_this_request
    def tell(response: Response) -> Response:
        nudge(game_id)
        return response


__all__ = ["BotFailed", "Stable", "init_app", "nudge", "nudge_after"]
