"""Tables of campaigns, their seats and their own copy of the catalogue."""

from __future__ import annotations

from typing import Any

from sqlalchemy import JSON, CheckConstraint, ForeignKey, Index, String, Text, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column, relationship

from app.accounts.models import Person
from app.campaign.states import SHOP_PHASES, SHOP_STATES, Phase, SeatState, State
from app.columns import Key, Moment, SomeMoment
from app.extensions import Model
from app.former import FormerPlayer


class Campaign(Model):
    """A Vanguard campaign (V0, V1).

    ``gold_factor`` is gold per point in hundredths (150 = 1.50, V1.2); ``resale_loss``
    a percentage. ``warband_limit`` is how many warbands fight in one battle with the
    module on; None is no limit (V6.1). ``guild_word`` is what guilds are called (V8.2); their amounts
    are whole gold: level N costs N times ``guild_level_cost`` (V8.5) and earns N times
    ``guild_level_income`` a round (V8.9). ``alliance_fee`` is what each ally pays (V8.16).
    ``lots_seed`` (hex) and ``lots_cursor`` are the campaign's own generator: every draw is
    recorded in the audit log.
    ``wizard_step`` is the furthest step reached while the campaign is a draft.
    ``deadline`` is the time of the phase that ``deadline_stamp`` names, spoken of in
    ``deadline_zone`` (V11.6).
    ``invite_nonce`` makes the present invitation link valid until ``invite_until``; None: no link.
    ``public_nonce`` is the end of the present public link (V11.8); None: no link.
    ``former_players`` counts those whose account was deleted: no number is given twice.
    """

    __tablename__ = "campaign"
    __table_args__ = (
        CheckConstraint("starting_gold >= 0", "starting_gold"),
        CheckConstraint("fixed_income >= 0", "fixed_income"),
        CheckConstraint("gold_factor > 0", "gold_factor"),
        CheckConstraint("resale_loss between 0 and 100", "resale_loss"),
        CheckConstraint("warband_size > 0", "warband_size"),
        Index("ix_campaign_public_nonce", "public_nonce", unique=True),
    )

    id: Mapped[Key]
    name: Mapped[str] = mapped_column(String(80), default="")
    story: Mapped[str] = mapped_column(Text, default="")
    house_rules: Mapped[str] = mapped_column(Text, default="")
    picture_id: Mapped[str | None] = mapped_column(ForeignKey("picture.id", ondelete="SET NULL"))
    state: Mapped[str] = mapped_column(String(16), default=State.DRAFT)
    round: Mapped[int] = mapped_column(default=0)
    phase: Mapped[str | None] = mapped_column(String(16))
    wizard_step: Mapped[str] = mapped_column(String(16), default="story")

    max_players: Mapped[int] = mapped_column(default=4)
    starting_gold: Mapped[int] = mapped_column(default=300)
    fixed_income: Mapped[int] = mapped_column(default=30)
    gold_factor: Mapped[int] = mapped_column(default=100)
    resale_loss: Mapped[int] = mapped_column(default=50)
    warband_size: Mapped[int] = mapped_column(default=100)

    module_guilds: Mapped[bool] = mapped_column(default=False)
    module_alliances: Mapped[bool] = mapped_column(default=False)
    module_messages: Mapped[bool] = mapped_column(default=False)
    module_transfers: Mapped[bool] = mapped_column(default=False)
    module_multi: Mapped[bool] = mapped_column(default=False)
    module_paths: Mapped[bool] = mapped_column(default=False)
    module_movement: Mapped[bool] = mapped_column(default=False)
    warband_limit: Mapped[int | None]
    guild_word: Mapped[str] = mapped_column(String(16), default="guild")
    guild_level_cost: Mapped[int] = mapped_column(default=60)
    guild_level_income: Mapped[int] = mapped_column(default=20)
    guild_most_levels: Mapped[int] = mapped_column(default=4)
    guild_request_fee: Mapped[int] = mapped_column(default=5)
    guild_entry_fee: Mapped[int] = mapped_column(default=15)
    alliance_fee: Mapped[int] = mapped_column(default=10)

    deadline: Mapped[SomeMoment]
    deadline_zone: Mapped[str | None] = mapped_column(String(40))
    deadline_stamp: Mapped[str | None] = mapped_column(String(40))
    paused_at: Mapped[SomeMoment]
    pause_reason: Mapped[str] = mapped_column(Text, default="", server_default="")

    invite_nonce: Mapped[str | None] = mapped_column(String(32))
    invite_until: Mapped[SomeMoment]
    public_nonce: Mapped[str | None] = mapped_column(String(32))
    lots_seed: Mapped[str] = mapped_column(String(64))
    lots_cursor: Mapped[int] = mapped_column(default=0)
    catalogue_revision: Mapped[int] = mapped_column(default=1)
    former_players: Mapped[int] = mapped_column(default=0)
    created_at: Mapped[Moment]
    started_at: Mapped[SomeMoment]
    finished_at: Mapped[SomeMoment]

    seats: Mapped[list[Seat]] = relationship(back_populates="campaign", order_by="Seat.created_at")

    @property
    def running(self) -> bool:
        return self.state == State.RUNNING

    @property
    def shop_open(self) -> bool:
        """V3.3: before the rounds, and in preparation and orders."""
        if self.state in SHOP_STATES:
            return True
        return self.running and self.phase in SHOP_PHASES

    @property
    def orders_open(self) -> bool:
        """V2.3: warbands are sent in this phase alone."""
        return self.running and self.phase == Phase.ORDERS

    @property
    def stamp(self) -> str:
        """Names the phase a form was made in; a form of another phase is stale."""
        return f"{self.state}.{self.round}.{self.phase or ''}"

    @property
    def players(self) -> list[Seat]:
        """The seats that play: accepted players, also while they are in the GM's hands."""
        return [seat for seat in self.seats if seat.plays]


class Seat(Model):
    """A person's membership of a campaign; everything a player has hangs on it.

    ``person_id`` is None while the seat is in the GM's hands (account deleted).
    ``name`` is what the campaign calls the player: ``given_name``, or «former player
    ``former``» once their account was deleted. ``style`` 1..12 chooses tincture
    and hatching, ``emblem`` the icon. ``done_round`` is the last round whose orders the
    player called done (V4.9). ``link_hash`` is the hash of a guest's personal link.
    ``invitation`` is what the GM wrote to whom they invited.
    """

    __tablename__ = "seat"
    __table_args__ = (
        UniqueConstraint("campaign_id", "person_id"),
        Index("ix_seat_person", "person_id"),
    )

    id: Mapped[Key]
    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"))
    person_id: Mapped[str | None] = mapped_column(ForeignKey("person.id", ondelete="SET NULL"))
    given_name: Mapped[str] = mapped_column("name", String(40))
    former: Mapped[int | None]
    is_gm: Mapped[bool] = mapped_column(default=False)
    is_deputy: Mapped[bool] = mapped_column(default=False)
    is_player: Mapped[bool] = mapped_column(default=True)
    state: Mapped[str] = mapped_column(String(16), default=SeatState.INVITED)
    style: Mapped[int] = mapped_column(default=1)
    emblem: Mapped[str] = mapped_column(String(24), default="wolf")
    done_round: Mapped[int | None]
    link_hash: Mapped[str | None] = mapped_column(String(64), unique=True)
    invitation: Mapped[str] = mapped_column(Text, default="")
    created_at: Mapped[Moment]
    joined_at: Mapped[SomeMoment]

    campaign: Mapped[Campaign] = relationship(back_populates="seats")
    person: Mapped[Person | None] = relationship()

    @property
    def name(self) -> str:
        """What the campaign calls the player; for one who left it is worded when shown."""
        return self.given_name if self.former is None else FormerPlayer(self.former)

    @name.setter
    def name(self, name: str) -> None:
        self.given_name = name

    @property
    def runs(self) -> bool:
        """The GM and the deputy (V11.3) run the campaign."""
        return self.state == SeatState.JOINED and (self.is_gm or self.is_deputy)

    @property
    def plays(self) -> bool:
        return self.is_player and self.state == SeatState.JOINED


class CatalogueEntry(Model):
    """One entry of the campaign's own copy of the catalogue (C1.1).

    ``kind``: faction, model, mercenary, item, spell, scenario. ``data`` as
    ``rules.vanguard.catalogue`` decodes it.
    """

    __tablename__ = "catalogue_entry"
    __table_args__ = (UniqueConstraint("campaign_id", "kind", "key"),)

    id: Mapped[Key]
    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"))
    kind: Mapped[str] = mapped_column(String(16))
    key: Mapped[str] = mapped_column(String(80))
    hidden: Mapped[bool] = mapped_column(default=False)
    data: Mapped[dict[str, Any]] = mapped_column(JSON)


class CampaignTable(Model):
    """One of the campaign's own rule tables: underdog, injuries, advances, ranks, …"""

    __tablename__ = "campaign_table"

    campaign_id: Mapped[str] = mapped_column(ForeignKey("campaign.id", ondelete="CASCADE"), primary_key=True)
    name: Mapped[str] = mapped_column(String(24), primary_key=True)
    data: Mapped[Any] = mapped_column(JSON)
