"""Tables of the board games."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum
from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, LargeBinary, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.accounts.models import Person
from app.columns import Key, Moment, SomeMoment, UtcDateTime
from app.extensions import Model


class GameState(StrEnum):
    """The life of a game, in order."""

    LOBBY = "lobby"
    RUNNING = "running"
    FINISHED = "finished"


class RowKind(StrEnum):
    """What a row of a game's log tells."""

    ACTION = "action"
    UNDO = "undo"
    TABLE = "table"  # something about the seats: somebody came, a bot took over


class Game(Model):
    """A board game at which people sit.

    ``ruleset`` names the adapter and ``rules_version`` the version of its rules at the start; ``options`` are
    those of the rule set. ``dice``: "app" or "table" (declared). ``position`` is the state, packed; ``seq``
    counts the rows of the log that changed it and is compared at every write. ``seed`` (hex) makes all chance
    from ``cursor`` on; its hash is public from the start, the seed itself once the game is over.
    ``waiting`` holds an action that waits for dice rolled at the table. ``pack`` are the files of a board or
    cards of one's own, ``imported`` says where an imported game stood. ``invite_nonce`` voids older links.
    """

    __tablename__ = "game"

    id: Mapped[Key]
    ruleset: Mapped[str] = mapped_column(String(24))
    rules_version: Mapped[int]
    name: Mapped[str] = mapped_column(String(80))
    state: Mapped[str] = mapped_column(String(16), default=GameState.LOBBY)
    options: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    dice: Mapped[str] = mapped_column(String(8), default="app")
    seq: Mapped[int] = mapped_column(default=0)
    position: Mapped[bytes | None] = mapped_column(LargeBinary)
    setup_draws: Mapped[list[Any]] = mapped_column(JSON, default=list)
    seed: Mapped[str] = mapped_column(String(64))
    cursor: Mapped[int] = mapped_column(default=0)
    waiting: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    pack: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    imported: Mapped[dict[str, Any] | None] = mapped_column(JSON)
    invite_nonce: Mapped[str] = mapped_column(String(32))
    created_at: Mapped[Moment]
    started_at: Mapped[SomeMoment]
    finished_at: Mapped[SomeMoment]

    members: Mapped[list[Member]] = relationship(back_populates="game", order_by="Member.joined_at")
    seats: Mapped[list[GameSeat]] = relationship(back_populates="game", order_by="GameSeat.place")

    __mapper_args__ = {"version_id_col": seq, "version_id_generator": False}  # noqa: RUF012  # as SQLAlchemy reads it

    @property
    def running(self) -> bool:
        return self.state == GameState.RUNNING

    @property
    def stamp(self) -> str:
        """Names the part of the game's life a form was made in; a form of another is stale."""
        return str(self.state)

    def seat(self, code: str) -> GameSeat | None:
        """The seat of a realm or side by its code, or None."""
        return next((seat for seat in self.seats if seat.code == code), None)


class Member(Model):
    """A person at a game's table, with or without seats.

    Secrets belong to the member's audience. ``shares`` means that the member's phone goes round between the
    people of several seats, with a cover between them. ``person_id`` is None once the account is deleted.
    ``link_hash`` is the hash of a guest's personal link.
    """

    __tablename__ = "game_member"
    __table_args__ = (
        UniqueConstraint("game_id", "person_id"),
        Index("ix_game_member_person", "person_id"),
        Index("ix_game_member_link", "link_hash", unique=True),
    )

    id: Mapped[Key]
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    person_id: Mapped[str | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"))
    name: Mapped[str] = mapped_column(String(40))
    is_host: Mapped[bool] = mapped_column(default=False)
    shares: Mapped[bool] = mapped_column(default=False)
    left_at: Mapped[SomeMoment]
    joined_at: Mapped[Moment]
    link_hash: Mapped[str | None] = mapped_column(String(64))

    game: Mapped[Game] = relationship(back_populates="members")
    person: Mapped[Person | None] = relationship()


class GameSeat(Model):
    """A realm or side of the game, and who plays it: a member, a bot of some strength, or nobody yet.

    ``place`` is its place in the order of the rules. ``called`` is the name of whoever plays it at a
    shared phone.
    """

    __tablename__ = "game_seat"
    __table_args__ = (UniqueConstraint("game_id", "code"),)

    id: Mapped[Key]
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    code: Mapped[str] = mapped_column(String(24))
    place: Mapped[int]
    member_id: Mapped[str | None] = mapped_column(ForeignKey("game_member.id", ondelete="SET NULL"))
    bot: Mapped[str | None] = mapped_column(String(16))
    called: Mapped[str] = mapped_column(String(40), default="")

    game: Mapped[Game] = relationship(back_populates="seats")
    member: Mapped[Member | None] = relationship()

    @property
    def taken(self) -> bool:
        return self.member_id is not None or self.bot is not None

    @property
    def holder(self) -> str:
        """The name of who plays the seat; "" for a bot or nobody."""
        if self.member is None:
            return ""
        return self.called or self.member.name


class GameRow(Model):
    """One row of a game's log: an action with its draws and events, an undo, or news of the table.

    ``seq`` counts within the game. ``draws`` and ``events`` are those of the rules; ``print`` the fingerprint
    of the position after it. ``undoes`` is the row an undo takes back. ``bot`` is its strength when a bot
    acted.
    """

    __tablename__ = "game_row"
    __table_args__ = (UniqueConstraint("game_id", "seq"),)

    id: Mapped[Key]
    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"))
    seq: Mapped[int]
    kind: Mapped[str] = mapped_column(String(8), default=RowKind.ACTION)
    seat: Mapped[str | None] = mapped_column(String(24))
    actor_id: Mapped[str | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"))
    bot: Mapped[str | None] = mapped_column(String(16))
    action: Mapped[str | None] = mapped_column(Text)
    draws: Mapped[list[Any]] = mapped_column(JSON, default=list)
    events: Mapped[str] = mapped_column(Text, default="[]")
    params: Mapped[dict[str, Any]] = mapped_column(JSON, default=dict)
    print: Mapped[str] = mapped_column(String(16), default="")
    undoes: Mapped[int | None]
    request_id: Mapped[str | None] = mapped_column(String(64))
    at: Mapped[datetime] = mapped_column(UtcDateTime)


class Snapshot(Model):
    """The packed position after a row, kept now and then, so that replay and undo start near."""

    __tablename__ = "game_snapshot"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    position: Mapped[bytes] = mapped_column(LargeBinary)


class GameVersion(Model):
    """How often what one audience of a game can see has changed (public, or one member)."""

    __tablename__ = "game_version"

    game_id: Mapped[str] = mapped_column(ForeignKey("game.id", ondelete="CASCADE"), primary_key=True)
    audience: Mapped[str] = mapped_column(String(24), primary_key=True)
    version: Mapped[int] = mapped_column(default=0)
