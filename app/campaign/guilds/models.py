"""Tables of guilds, their members, what was asked and offered, and how they stood when battles began."""

from __future__ import annotations

from sqlalchemy import JSON, ForeignKey, String
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.campaign.founding.models import Seat
from app.columns import Key, Moment, SomeMoment
from app.extensions import Model


class Guild(Model):
    """A guild (V8.1). ``level`` allows so many members besides the founder (V8.5).

    ``founder_id`` is None only if the founder's seat is gone. A dissolved guild stays for the chronicle;
    it has no members.
    """

    __tablename__ = "guild"

    id: Mapped[Key]
    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(60))
    founder_id: Mapped[str | None] = mapped_column(ForeignKey("seat.id", ondelete="SET NULL"))
    level: Mapped[int] = mapped_column(default=1)
    founded_round: Mapped[int]
    created_at: Mapped[Moment]
    dissolved_at: Mapped[SomeMoment]

    founder: Mapped[Seat | None] = relationship()
    members: Mapped[list[GuildMember]] = relationship(
        back_populates="guild",
        order_by="GuildMember.joined_at, GuildMember.seat_id",
        cascade="all, delete-orphan",
    )


class GuildMember(Model):
    """A player's membership, the founder's too; at most one guild for each (V8.4)."""

    __tablename__ = "guild_member"

    seat_id: Mapped[str] = mapped_column(ForeignKey("seat.id", ondelete="CASCADE"), primary_key=True)
    guild_id: Mapped[str] = mapped_column(ForeignKey("guild.id", ondelete="CASCADE"), index=True)
    joined_at: Mapped[Moment]

    guild: Mapped[Guild] = relationship(back_populates="members")
    seat: Mapped[Seat] = relationship()


class GuildOffer(Model):
    """What is open between a guild and a player who is not in it (V8.3).

    ``kind`` is one of ``states.Offer``: requested by the player, invited by the founder, or a request that
    the founder has granted. Answered or taken back, the row is gone.
    """

    __tablename__ = "guild_offer"

    guild_id: Mapped[str] = mapped_column(ForeignKey("guild.id", ondelete="CASCADE"), primary_key=True)
    seat_id: Mapped[str] = mapped_column(
        ForeignKey("seat.id", ondelete="CASCADE"), primary_key=True, index=True
    )
    kind: Mapped[str] = mapped_column(String(12))
    at: Mapped[Moment]

    guild: Mapped[Guild] = relationship()
    seat: Mapped[Seat] = relationship()


class RoundGuild(Model):
    """A guild as it stood when the battles of a round were announced (V8.12).

    ``members`` are seats, the founder's among them. ``founder_id`` None: the founder has dropped out or was
    deleted since, and the GM chooses who takes the guild's conquests of that round (V8.6).
    """

    __tablename__ = "round_guild"

    guild_id: Mapped[str] = mapped_column(ForeignKey("guild.id", ondelete="CASCADE"), primary_key=True)
    round: Mapped[int] = mapped_column(primary_key=True)
    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"), index=True)
    name: Mapped[str] = mapped_column(String(60))
    founder_id: Mapped[str | None] = mapped_column(ForeignKey("seat.id", ondelete="SET NULL"))
    members: Mapped[list[str]] = mapped_column(JSON)
