"""Tables of battles, their sides and line-ups."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.campaign.events.models import Event
from app.campaign.founding.models import Seat
from app.campaign.map.models import Place
from app.campaign.states import BattleState
from app.columns import Key, Moment, SomeMoment
from app.extensions import Model


class Battle(Model):
    """A battle of n sides at an event, or at a place without one (V6.1).

    ``scenario`` is a catalogue key or "other"; ``scenario_drawn`` tells a draw from
    the GM's choice (V5.2). ``result_version`` grows with every entry, so that whoever
    confirms is known to have seen what they confirm (V6.8). ``note`` is how the
    scenario works here (V6.6), with ``note_version`` so that nobody writes over what
    they have not read; ``story`` and ``picture_id`` tell how it went. ``roles_by_table``
    tells dice typed in from dice of the app (V6.5). ``decided_own``: the deciding GM
    fought in it (V6.7). ``confirmed_at`` stays through a correction: what was public stays so.
    """

    __tablename__ = "battle"
    __table_args__ = (UniqueConstraint("campaign_id", "round", "number"),)

    id: Mapped[Key]
    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"))
    round: Mapped[int]
    number: Mapped[int]
    place_id: Mapped[str] = mapped_column(ForeignKey("place.id", ondelete="RESTRICT"), index=True)
    event_id: Mapped[str | None] = mapped_column(ForeignKey("event.id", ondelete="RESTRICT"))
    scenario: Mapped[str | None] = mapped_column(String(80))
    scenario_drawn: Mapped[bool] = mapped_column(default=False)
    note: Mapped[str] = mapped_column(Text, default="")
    note_version: Mapped[int] = mapped_column(default=1)
    roles_by_table: Mapped[bool] = mapped_column(default=False)
    story: Mapped[str] = mapped_column(Text, default="")
    picture_id: Mapped[str | None] = mapped_column(ForeignKey("picture.id", ondelete="SET NULL"))
    state: Mapped[str] = mapped_column(String(12), default=BattleState.ANNOUNCED)
    result_version: Mapped[int] = mapped_column(default=0)
    decided_by_gm: Mapped[bool] = mapped_column(default=False)
    decided_own: Mapped[bool] = mapped_column(default=False)
    announced_at: Mapped[Moment]
    reported_at: Mapped[SomeMoment]
    confirmed_at: Mapped[SomeMoment]

    place: Mapped[Place] = relationship()
    event: Mapped[Event | None] = relationship()
    sides: Mapped[list[BattleSide]] = relationship(back_populates="battle", order_by="BattleSide.position")


class BattleSide(Model):
    """One warband's side of a battle.

    ``alliance`` groups allied sides; None fights alone. ``role`` is attacker or
    defender with ``role_rolls`` (V6.5). ``outcome``, ``objectives`` and
    ``scenario_points`` are the entered result (V6.8); ``answer`` what this side says of it,
    ``answered_by_gm`` if the GM said so in its stead (V11.5). ``rolled_again``: its Scout
    has had the roll for attacker and defender repeated (C9.1).
    """

    __tablename__ = "battle_side"
    __table_args__ = (
        UniqueConstraint("battle_id", "warband_id"),
        Index("ix_battle_side_seat", "seat_id"),
    )

    id: Mapped[Key]
    battle_id: Mapped[str] = mapped_column(ForeignKey("battle.id", ondelete="CASCADE"))
    seat_id: Mapped[str] = mapped_column(ForeignKey("seat.id", ondelete="CASCADE"))
    warband_id: Mapped[str] = mapped_column(ForeignKey("warband.id", ondelete="CASCADE"))
    order_id: Mapped[str | None] = mapped_column(ForeignKey("warband_order.id", ondelete="SET NULL"))
    position: Mapped[int] = mapped_column(default=0)
    warband_name: Mapped[str] = mapped_column(String(60))
    points: Mapped[int]
    power_dice: Mapped[dict[str, int]] = mapped_column(JSON, default=dict)
    alliance: Mapped[str | None] = mapped_column(String(16))
    role: Mapped[str | None] = mapped_column(String(12))
    role_rolls: Mapped[list[int]] = mapped_column(JSON, default=list)
    rolled_again: Mapped[bool] = mapped_column(default=False)
    underdog_dice: Mapped[int] = mapped_column(default=0)
    bonus_points: Mapped[int] = mapped_column(default=0)
    outcome: Mapped[str | None] = mapped_column(String(8))
    objectives: Mapped[int] = mapped_column(default=0)
    scenario_points: Mapped[int] = mapped_column(default=0)
    answer: Mapped[str | None] = mapped_column(String(12))
    answered_by_gm: Mapped[bool] = mapped_column(default=False)
    dispute: Mapped[str] = mapped_column(Text, default="")

    battle: Mapped[Battle] = relationship(back_populates="sides")
    seat: Mapped[Seat] = relationship()
    line_up: Mapped[list[LineUpModel]] = relationship(back_populates="side", order_by="LineUpModel.position")


class LineUpModel(Model):
    """A model as it stood when the battle was announced; ``card`` is its frozen profile.

    ``model_id`` is None for a mercenary. ``taken_out`` and ``enemies_taken_out`` are
    part of the result (V6.8, C5.1).
    """

    __tablename__ = "line_up_model"

    id: Mapped[Key]
    side_id: Mapped[str] = mapped_column(ForeignKey("battle_side.id", ondelete="CASCADE"), index=True)
    model_id: Mapped[str | None] = mapped_column(ForeignKey("company_model.id", ondelete="SET NULL"))
    position: Mapped[int] = mapped_column(default=0)
    name: Mapped[str] = mapped_column(String(60))
    is_leader: Mapped[bool] = mapped_column(default=False)
    points: Mapped[int]
    card: Mapped[dict[str, Any]] = mapped_column(JSON)
    taken_out: Mapped[bool] = mapped_column(default=False)
    enemies_taken_out: Mapped[int] = mapped_column(default=0)

    side: Mapped[BattleSide] = relationship(back_populates="line_up")
