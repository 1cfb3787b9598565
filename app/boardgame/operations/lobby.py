"""Founding a game, who sits where, and its start."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec
from flask_babel import lazy_gettext as _l

from app.accounts.models import Person
from app.accounts.names import nickname_key
from app.accounts.operations.guests import keep_to_one_table
from app.boardgame.access import AtTable
from app.boardgame.adapter import Adapter
from app.boardgame.audiences import tell
from app.boardgame.models import Game, GameSeat, GameState, Member, RowKind
from app.boardgame.operations.rows import add_row, keep_snapshot, note
from app.boardgame.positions import write_events, write_position
from app.boardgame.seating import holders
from app.columns import now
from app.extensions import db
from app.journal.models import PUBLIC
from app.refusal import Refusal
from rules.engine.refusal import IllegalAction
from rules.engine.rng import SeededRng

MOST_MEMBERS = 24


def found_game(
    person: Person,
    adapter: Adapter,
    *,
    name: str,
    dice: str,
    options: Mapping[str, Any],
    pack: Mapping[str, Any] | None = None,
) -> Game:
    """A game in its lobby, with ``person`` as the host and every seat free. Raises Refusal for a guest of
    another table."""
    keep_to_one_table(person, None)
    game = Game(
        ruleset=adapter.id,
        rules_version=adapter.rules(pack).version,
        name=name,
        dice=dice,
        options=dict(options),
        pack=dict(pack) if pack else None,
        seed=secrets.token_hex(32),
        invite_nonce=secrets.token_urlsafe(9),
    )
    db.session.add(game)
    db.session.flush()
    for place, face in enumerate(adapter.faces()):
        db.session.add(GameSeat(game_id=game.id, code=face.code, place=place))
    db.session.add(Member(game_id=game.id, person_id=person.id, name=person.nickname, is_host=True))
    db.session.flush()
    db.session.refresh(game, ["seats", "members"])
    note(game, "founded", actor_id=person.id, name=person.nickname)
    return game


def change_game(table: AtTable, *, name: str, dice: str, options: Mapping[str, Any]) -> None:
    """Change what is played, while people gather."""
    _check_lobby(table.game)
    table.game.name, table.game.dice, table.game.options = name, dice, dict(options)
    tell(table.game, PUBLIC)


def _check_lobby(game: Game) -> None:
    if game.state != GameState.LOBBY:
        raise Refusal(_l("The game has begun; this can no longer be changed."))


def join_game(game: Game, person: Person) -> Member:
    """Sit down at the table, without a seat of the game yet; who sits there already keeps their place.

    Raises Refusal for a guest of another table, for a name that somebody has there, and for a full table.
    """
    known = next((one for one in game.members if one.person_id == person.id), None)
    if known is not None and known.left_at is None:
        return known
    keep_to_one_table(person, game.id)
    key = nickname_key(person.nickname)
    for other in game.members:
        if other is not known and other.left_at is None and nickname_key(other.name) == key:
            raise Refusal(_l("Somebody at this table has that name already, or one that looks like it."))
    if len([one for one in game.members if one.left_at is None]) >= MOST_MEMBERS:
        raise Refusal(_l("At most %(count)d people can sit at a table.", count=MOST_MEMBERS))
    if known is None:
        known = Member(game_id=game.id, person_id=person.id, name=person.nickname)
        db.session.add(known)
    known.left_at, known.name = None, person.nickname
    db.session.flush()
    note(game, "joined", actor_id=person.id, name=known.name)
    return known


def take_seat(table: AtTable, code: str) -> None:
    """Take a free seat for oneself, while people gather."""
    seat = _seat(table.game, code)
    if seat.member_id == table.me.id:
        return
    _check_lobby(table.game)
    if seat.taken:
        raise Refusal(_l("That seat is taken. This is how the table stands now."))
    _sit(table, seat, table.me, None)


def free_seat(table: AtTable, code: str) -> None:
    """Give up one's own seat, or for the host anybody's, while people gather."""
    seat = _seat(table.game, code)
    _check_lobby(table.game)
    if not table.hosts and seat.member_id != table.me.id:
        raise Refusal(_l("Only the host frees somebody else's seat."))
    if seat.taken:
        _sit(table, seat, None, None)


def set_seat(table: AtTable, code: str, who: str) -> None:
    """The host gives a seat to somebody at the table (a member's id), or to a bot ("bot:<strength>").

    In a running game this replaces whoever played it; the position stays as it is.
    """
    game, seat = table.game, _seat(table.game, code)
    if game.state == GameState.FINISHED:
        raise Refusal(_l("The game is over."))
    if who.startswith("bot:"):
        level = who.removeprefix("bot:")
        if level not in {key for key, _name in table.adapter.bots()}:
            raise Refusal(_l("There is no such bot."))
        _sit(table, seat, None, level)
        return
    member = next((one for one in game.members if one.id == who and one.left_at is None), None)
    if member is None:
        raise Refusal(_l("That person does not sit at this table."))
    _sit(table, seat, member, None)


def _sit(table: AtTable, seat: GameSeat, member: Member | None, bot: str | None) -> None:
    game = table.game
    if seat.member_id == (member.id if member else None) and seat.bot == bot:
        return
    seat.member, seat.member_id, seat.bot, seat.called = member, member.id if member else None, bot, ""
    what = "seated" if member else "bot" if bot else "freed"
    note(
        game,
        what,
        actor_id=table.me.person_id,
        seat=seat.code,
        name=member.name if member else "",
        bot=bot or "",
    )
    db.session.flush()


def _seat(game: Game, code: str) -> GameSeat:
    seat = game.seat(code)
    if seat is None:
        raise Refusal(_l("There is no such seat."))
    return seat


def share_phone(table: AtTable, shares: bool, names: Mapping[str, str]) -> None:
    """Whether one's own phone goes round, and how those are called who play the seats at it."""
    table.me.shares = shares
    for seat in table.mine:
        seat.called = " ".join(names.get(seat.code, "").split())[:40] if shares else ""
    tell(table.game, PUBLIC)


def leave_game(table: AtTable, level: str) -> None:
    """Leave the table. Seats are free again in the lobby; in a running game a bot of that strength plays
    on.
    """
    game, me = table.game, table.me
    others = [one for one in game.members if one.left_at is None and one.id != me.id]
    if me.is_host:
        heir = next((one for one in others if one.person_id), None)
        if heir is not None:
            me.is_host, heir.is_host = False, True
    for seat in table.mine:
        seat.member, seat.member_id, seat.called = None, None, ""
        if game.state != GameState.LOBBY:
            seat.bot = level
    me.left_at = now()
    note(game, "left", actor_id=me.person_id, name=me.name, bot=level if game.running else "")


def start_game(table: AtTable) -> None:
    """Shuffle, deal, and begin. Raises Refusal while a seat is free or the rules do not allow the seating."""
    game, adapter = table.game, table.adapter
    _check_lobby(game)
    if not all(seat.taken for seat in game.seats):
        raise Refusal(_l("Every seat needs a player or a bot before the game can begin."))
    try:
        options = adapter.read_options(game.options, holders(game))
        rng = SeededRng(bytes.fromhex(game.seed))
        state, events = table.rules.setup(options, rng)
    except IllegalAction as error:
        raise adapter.refused(table.rules, error) from None
    game.options = msgspec.to_builtins(options)
    game.rules_version = table.rules.version
    game.state, game.started_at = GameState.RUNNING, now()
    game.cursor = rng.cursor
    game.position = write_position(state)
    game.setup_draws = msgspec.to_builtins(rng.draws)
    add_row(
        game,
        RowKind.TABLE,
        actor_id=table.me.person_id,
        params={"what": "started"},
        events=write_events(events),
    )
    keep_snapshot(game, game.position, always=True)
    tell(game, PUBLIC)
