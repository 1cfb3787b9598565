"""Opening a game for one request: who is there, which seats are theirs, and is the page fresh."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from flask import abort, g, request
from flask_babel import lazy_gettext as _l
from flask_login import current_user
from sqlalchemy import select
from sqlalchemy.orm import selectinload

from app.boardgame.adapter import Adapter
from app.boardgame.games import adapter_of
from app.boardgame.models import Game, GameSeat, Member
from app.boardgame.positions import read_position
from app.extensions import db
from app.live.queries import note_versions, topics_of_members
from app.refusal import Refusal, Stale


@dataclass(frozen=True)
class AtTable:
    """A game as one request meets it. ``me`` is the reader's place at the table."""

    game: Game
    me: Member

    @property
    def table_id(self) -> str:
        return self.game.id

    @property
    def stamp(self) -> str:
        """The part of the game's life that a form of this page is made in."""
        return self.game.stamp

    @property
    def hosts(self) -> bool:
        """Whether the reader runs the table: seats, bots, start."""
        return self.me.is_host

    @property
    def mine(self) -> list[GameSeat]:
        """The seats that the reader holds, in the order of the rules."""
        return [seat for seat in self.game.seats if seat.member_id == self.me.id]

    @cached_property
    def adapter(self) -> Adapter:
        return adapter_of(self.game.ruleset)

    @cached_property
    def rules(self) -> Any:
        return self.adapter.rules(self.game.pack)

    @cached_property
    def position(self) -> Any:
        """The position now. Raises Refusal before the game has begun."""
        if self.game.position is None:
            raise Refusal(_l("The game has not begun yet."))
        return read_position(self.rules, self.game.position)


def enter_game(game_id: str) -> AtTable:
    """The game for a page to be read; 404 for whoever does not sit at it."""
    table = _enter(game_id, lock=False)
    note_versions(topics_of_members([table.me]))
    return table


def enter_game_to_change(game_id: str, *, host: bool = False) -> AtTable:
    """The game for a change: its row is locked. ``host``: 403 for whoever does not run the table.

    Raises Stale if the form was made in another part of the game's life.
    """
    table = _enter(game_id, lock=True)
    if host and not table.hosts:
        abort(403)
    seen = request.form.get("seen")
    if seen is not None and seen != table.stamp and not g.get("any_phase"):
        raise Stale(_l("The game has moved on since this page was made. This is how it stands now."))
    return table


def locked_game(game_id: str) -> Game | None:
    """The game with its people, its row locked until the end of the transaction."""
    return _loaded(game_id, lock=True)


def _loaded(game_id: str, *, lock: bool) -> Game | None:
    query = select(Game).where(Game.id == game_id)
    if lock:
        query = query.with_for_update().execution_options(populate_existing=True)
    return db.session.scalars(
        query.options(selectinload(Game.members), selectinload(Game.seats).joinedload(GameSeat.member))
    ).one_or_none()


def _enter(game_id: str, *, lock: bool) -> AtTable:
    if not current_user.is_authenticated:
        abort(401)
    game = _loaded(game_id, lock=lock)
    if game is None:
        abort(404)
    me = next((one for one in game.members if one.person_id == current_user.id and not one.left_at), None)
    if me is None:
        abort(404)
    g.here = AtTable(game, me)
    return g.here  # type: ignore[no-any-return]  # flask.g is untyped
