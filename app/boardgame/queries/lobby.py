"""The lobby: what is played, who sits where, how others come in."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec
from flask import url_for
from flask_babel import gettext as _
from markupsafe import Markup
from sqlalchemy import select
from sqlalchemy.orm import selectinload

from app.boardgame.access import AtTable
from app.boardgame.adapter import Adapter
from app.boardgame.games import adapter_of
from app.boardgame.links import read_token, token_of
from app.boardgame.models import Game, GameState
from app.boardgame.queries.seeds import seed_hash
from app.boardgame.queries.table import SeatShown, board_pictures, shown_seats
from app.boardgame.seating import holders, members_of
from app.extensions import db
from app.printing.documents import own_address, qr_code
from app.refusal import Sentence
from rules.engine.refusal import IllegalAction


@dataclass(frozen=True)
class MemberShown:
    """Somebody at the table."""

    id: str
    name: str
    host: bool
    me: bool
    guest: bool
    seats: str


@dataclass(frozen=True)
class LobbyPage:
    """Everything of the lobby. ``missing`` says why the game cannot begin yet."""

    seats: tuple[SeatShown, ...]
    members: tuple[MemberShown, ...]
    people: tuple[tuple[str, str], ...]
    bots: tuple[tuple[str, Sentence], ...]
    told: tuple[tuple[Sentence, Sentence], ...]
    missing: Sentence
    bot_options: tuple[tuple[str, Sentence], ...]
    address: str
    qr: Markup
    picture: dict[str, str]
    seed_hash: str


def lobby_page(table: AtTable) -> LobbyPage:
    """The lobby for one reader; also the page of the table while the game runs."""
    game, adapter = table.game, table.adapter
    shown = shown_seats(table)
    members = tuple(
        MemberShown(
            member.id,
            member.name or _("Somebody who left"),
            member.is_host,
            member.id == table.me.id,
            bool(member.person and member.person.guest),
            ", ".join(
                str(one.face.name)
                for one, seat in zip(shown, game.seats, strict=True)
                if seat.member_id == member.id
            ),
        )
        for member in game.members
        if member.left_at is None
    )
    address = own_address(url_for("boardgame.invitation", token=token_of(game)))
    return LobbyPage(
        shown,
        members,
        tuple((one.id, one.name) for one in members),
        adapter.bots(),
        tuple(_told(adapter, game)),
        _missing(table),
        tuple((f"bot:{key}", name) for key, name in adapter.bots()),
        address,
        qr_code(address),
        board_pictures(table),
        seed_hash(game),
    )


def _told(adapter: Adapter, game: Game) -> list[tuple[Sentence, Sentence]]:
    try:
        if game.state == GameState.LOBBY:
            options = adapter.read_options(game.options, {})
        else:
            options = msgspec.convert(game.options, adapter.options_type)
    except IllegalAction:
        return []
    dice = _("in the app") if game.dice == "app" else _("at the table, typed in")
    return [*adapter.told_options(options), (_("Dice"), dice)]


def _missing(table: AtTable) -> Sentence:
    """Why the game cannot begin; "" when it can."""
    game = table.game
    if not all(seat.taken for seat in game.seats):
        return _("Every seat needs a player or a bot.")
    try:
        table.adapter.read_options(game.options, holders(game))
    except IllegalAction as error:
        return table.adapter.refused(table.rules, error).message
    return ""


@dataclass(frozen=True)
class GameCard:
    """A game on the home page. ``waits`` when a decision of the reader is due."""

    id: str
    url: str
    name: str
    title: Sentence
    standing: str
    waits: bool
    finished: bool
    styles: tuple[tuple[str, str], ...]
    picture: dict[str, str]


def games_of(person_id: str) -> list[GameCard]:
    """Every game that a person sits at, those that wait first; finished ones last."""
    cards = [_card(AtTable(member.game, member)) for member in members_of(person_id)]
    return sorted(cards, key=lambda card: (card.finished, not card.waits))


def _card(table: AtTable) -> GameCard:
    game, adapter = table.game, table.adapter
    faces = {face.code: face for face in adapter.faces()}
    waits = False
    if game.state == GameState.LOBBY:
        standing = _("People gather")
        url = url_for("boardgame.lobby", game_id=game.id)
    else:
        url = url_for("boardgame.play", game_id=game.id)
        state = table.position
        phase = adapter.phase(table.rules, state)
        if game.state == GameState.FINISHED:
            standing = str(adapter.ending(table.rules, state)) or _("Over")
        else:
            due = table.rules.to_move(state)
            waits = any(seat.code in due for seat in table.mine)
            standing = _(
                "Round %(round)d · %(seat)s: %(doing)s",
                round=phase.round,
                seat=str(faces[phase.turn].name),
                doing=str(phase.doing),
            )
    return GameCard(
        game.id,
        url,
        game.name,
        adapter.title,
        standing,
        waits,
        game.state == GameState.FINISHED,
        tuple((faces[seat.code].style, faces[seat.code].emblem) for seat in table.mine),
        board_pictures(table),
    )


@dataclass(frozen=True)
class InvitationPage:
    """What somebody sees who opens an invitation to a game."""

    name: str
    title: Sentence
    host: str
    people: int
    running: bool


def game_of_link(token: str) -> Game | None:
    """The game that a link leads to, or None if it is not good any more."""
    link = read_token(token)
    if link is None:
        return None
    game = db.session.scalars(
        select(Game).where(Game.id == link.game_id).options(selectinload(Game.members))
    ).one_or_none()
    return game if game is not None and game.invite_nonce == link.nonce else None


def invitation_page(game: Game) -> InvitationPage:
    """The page of an invitation."""
    here = [member for member in game.members if member.left_at is None]
    return InvitationPage(
        game.name,
        adapter_of(game.ruleset).title,
        next((member.name for member in here if member.is_host), ""),
        len(here),
        game.state != GameState.LOBBY,
    )
