"""Reading guilds: who is in which, what is open, and how it all stood when battles were announced."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flask_babel import gettext as _
from sqlalchemy import select
from sqlalchemy.orm import joinedload, selectinload

from app.campaign.access import Here
from app.campaign.battles.models import Battle
from app.campaign.founding.models import Campaign, Seat
from app.campaign.gold.queries import balance
from app.campaign.guild_words import guild_text, word_of
from app.campaign.guilds.models import Guild, GuildMember, GuildOffer, RoundGuild
from app.campaign.states import BattleState, Offer
from app.extensions import db
from app.i18n import sorted_by_name
from rules.vanguard import bonds
from rules.vanguard.income import guild_share


@dataclass(frozen=True)
class Arms:
    """A player as a page shows one."""

    id: str
    name: str
    style: str
    emblem: str
    founder: bool = False


@dataclass(frozen=True)
class OpenOffer:
    """A request, invitation or granted request, as its founder sees it."""

    who: Arms
    kind: str
    words: str


@dataclass(frozen=True)
class GuildShown:
    """A guild on the page. ``free`` is how many more it may admit, ``share`` each member's gold per round.

    ``mine``: the reader is in it; ``founded``: by the reader. ``offer`` is what is open between it and the
    reader; ``may_ask``: they could request to join. ``offers`` and ``invitable`` are the founder's alone.
    """

    id: str
    name: str
    level: int
    members: tuple[Arms, ...]
    free: int
    share: int
    mine: bool
    founded: bool
    offer: str | None
    may_ask: bool
    offers: tuple[OpenOffer, ...] = ()
    invitable: tuple[Arms, ...] = ()
    next_cost: int | None = None


@dataclass(frozen=True)
class GuildsPage:
    """``word`` is the campaign's word for guild; ``gold`` the reader's, None for whoever does not play."""

    word: str
    guilds: tuple[GuildShown, ...]
    may_found: bool
    gold: int | None
    running: bool

    @property
    def mine(self) -> GuildShown | None:
        return next((guild for guild in self.guilds if guild.mine), None)


def guilds_of(campaign: Campaign) -> list[Guild]:
    """The guilds there are now, the oldest first, with members and founders; none without the module."""
    if not campaign.module_guilds:
        return []
    return list(
        db.session.scalars(
            select(Guild)
            .where(Guild.campaign_id == campaign.id, Guild.dissolved_at.is_(None))
            .options(selectinload(Guild.members))
            .order_by(Guild.created_at, Guild.id)
        )
    )


def guild_of(campaign: Campaign, guild_id: str) -> Guild | None:
    """A guild of this campaign that is not dissolved."""
    return next((guild for guild in guilds_of(campaign) if guild.id == guild_id), None)


def membership(seat: Seat) -> GuildMember | None:
    """The seat's membership of a guild (V8.4)."""
    return db.session.get(GuildMember, seat.id)


def guild_names(campaign: Campaign) -> dict[str, str]:
    """Seat → the name of its guild, for whoever is in one; there are none before the rounds."""
    if not campaign.module_guilds or not campaign.round:
        return {}
    rows = db.session.execute(
        select(GuildMember.seat_id, Guild.name)
        .join(Guild, Guild.id == GuildMember.guild_id)
        .where(Guild.campaign_id == campaign.id)
    )
    return {row.seat_id: row.name for row in rows}


def guild_shares(campaign: Campaign) -> dict[str, int]:
    """Seat → its share of the guild's income at End round (V8.9)."""
    return {
        member.seat_id: share_of(guild, campaign) for guild in guilds_of(campaign) for member in guild.members
    }


def share_of(guild: Guild, campaign: Campaign) -> int:
    """What each of the present members gets in a round (V8.9)."""
    return guild_share(guild.level, campaign.guild_level_income, len(guild.members))


def round_guilds(campaign: Campaign, round_: int) -> Sequence[RoundGuild]:
    """The guilds as they stood when the battles of that round were announced (V8.12)."""
    if not campaign.module_guilds:
        return ()
    return db.session.scalars(
        select(RoundGuild)
        .where(RoundGuild.campaign_id == campaign.id, RoundGuild.round == round_)
        .order_by(RoundGuild.guild_id)
    ).all()


def as_bonds(guilds: Sequence[RoundGuild]) -> tuple[bonds.Guild, ...]:
    """In the words of the rules (V8.12)."""
    return tuple(bonds.Guild(one.guild_id, one.founder_id, frozenset(one.members)) for one in guilds)


def fights_together(guild: Guild, campaign: Campaign) -> bool:
    """Whether members stand in a shared battle whose result is still open (V8.11)."""
    members = {member.seat_id for member in guild.members}
    battles = db.session.scalars(
        select(Battle)
        .where(Battle.campaign_id == campaign.id, Battle.state != BattleState.CONFIRMED)
        .options(selectinload(Battle.sides))
    )
    return any(sum(side.seat_id in members for side in battle.sides) > 1 for battle in battles)


def guilds_page(here: Here) -> GuildsPage:
    """Every guild with what the reader may do about it."""
    campaign, me = here.campaign, here.me
    acts = campaign.running and me.plays
    guilds = guilds_of(campaign)
    taken = {member.seat_id for guild in guilds for member in guild.members}
    offers = db.session.scalars(
        select(GuildOffer)
        .join(Guild, Guild.id == GuildOffer.guild_id)
        .where(Guild.campaign_id == campaign.id)
        .options(joinedload(GuildOffer.seat))
        .order_by(GuildOffer.at, GuildOffer.seat_id)
    ).all()
    seats = {seat.id: seat for seat in campaign.seats}
    return GuildsPage(
        word=word_of(campaign),
        guilds=tuple(
            _shown(guild, here, seats, [one for one in offers if one.guild_id == guild.id], taken)
            for guild in guilds
        ),
        may_found=acts and me.id not in taken,
        gold=balance(me) if acts else None,
        running=campaign.running,
    )


def _shown(
    guild: Guild, here: Here, seats: Mapping[str, Seat], offers: list[GuildOffer], taken: set[str]
) -> GuildShown:
    campaign, me = here.campaign, here.me
    acts = campaign.running and me.plays
    members = {member.seat_id for member in guild.members}
    founded = acts and guild.founder_id == me.id
    own = next((offer.kind for offer in offers if offer.seat_id == me.id), None) if acts else None
    asked = {offer.seat_id for offer in offers}
    builds = founded and guild.level < campaign.guild_most_levels
    return GuildShown(
        id=guild.id,
        name=guild.name,
        level=guild.level,
        members=tuple(_arms(seats[key], key == guild.founder_id) for key in _founder_first(guild)),
        free=max(0, guild.level + 1 - len(members)),
        share=share_of(guild, campaign),
        mine=me.id in members,
        founded=founded,
        offer=own,
        may_ask=acts and me.id not in taken and own is None,
        offers=tuple(
            OpenOffer(_arms(offer.seat), offer.kind, offer_words(offer.kind, word_of(campaign)))
            for offer in offers
        )
        if founded
        else (),
        invitable=tuple(
            sorted_by_name(
                [_arms(seat) for seat in campaign.players if seat.id not in members and seat.id not in asked]
            )
        )
        if founded
        else (),
        next_cost=(guild.level + 1) * campaign.guild_level_cost if builds else None,
    )


def offer_words(kind: str, word: str) -> str:
    """What is open, in the founder's eyes."""
    if kind == Offer.REQUESTED:
        return guild_text(word, "asks to join the guild")
    if kind == Offer.GRANTED:
        return _("admitted, joins by paying the entry fee")
    return _("invited, no answer yet")


def _founder_first(guild: Guild) -> list[str]:
    return sorted((member.seat_id for member in guild.members), key=lambda key: key != guild.founder_id)


def _arms(seat: Seat, founder: bool = False) -> Arms:
    return Arms(seat.id, str(seat.name), f"p{seat.style}", seat.emblem, founder)
