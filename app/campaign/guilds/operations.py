"""What happens in guilds. They are public: what was done stands in the chronicle, requests do not (V8.10)."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _
from sqlalchemy import delete, select

from app.actor import Actor
from app.campaign.company.names import clean_reason
from app.campaign.founding.models import Campaign, Seat
from app.campaign.gold import operations as gold
from app.campaign.guild_words import guild_text, mission_text, word_of
from app.campaign.guilds.models import Guild, GuildMember, GuildOffer, RoundGuild
from app.campaign.guilds.queries import fights_together, guilds_of, membership, round_guilds
from app.campaign.pacts.queries import allied_this_round
from app.campaign.states import Offer
from app.columns import now
from app.extensions import db
from app.journal.operations import record_private, record_public
from app.refusal import Refusal, Stale


def found_guild(name: str, *, campaign: Campaign, seat: Seat, actor: Actor) -> Guild:
    """A player founds a guild for the cost of level 1 and names it (V8.1, V8.5).

    Raises Refusal for whoever is in one (V8.4), cannot pay (V3.2), or chooses a name that is taken.
    """
    word = _word(campaign)
    _check_free(seat, campaign)
    name = " ".join(name.split())
    if not name or not name.isprintable():
        raise Refusal(guild_text(word, "The guild needs a name that can be read."), "V8.1")
    if any(guild.name.casefold() == name.casefold() for guild in guilds_of(campaign)):
        raise Refusal(guild_text(word, "There is a guild of that name already."), "V8.1")
    guild = Guild(
        campaign_id=campaign.id, name=name, founder_id=seat.id, level=1, founded_round=campaign.round
    )
    db.session.add(guild)
    db.session.flush()
    _pay(campaign.guild_level_cost, "guild.founded", guild, campaign, seat, actor, level=1)
    _admit(guild, seat, campaign, actor)
    _tell("guild.founded", guild, campaign, seat, actor)
    return guild


def request(guild: Guild, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """A player asks to join and pays the request fee, which is not returned (V8.3)."""
    word = _word(campaign)
    _check_free(seat, campaign)
    offer = _offer(guild, seat)
    if offer is not None:
        if offer.kind == Offer.REQUESTED:
            raise Stale(guild_text(word, "You have asked this guild already."), "V8.3")
        raise Refusal(guild_text(word, "This guild has invited you; you need not ask."), "V8.3")
    _pay(campaign.guild_request_fee, "guild.requested", guild, campaign, seat, actor)
    db.session.add(GuildOffer(guild_id=guild.id, seat_id=seat.id, kind=Offer.REQUESTED))
    _tell_both("guild.requested", guild, campaign, seat, actor)


def withdraw_request(guild: Guild, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """A player takes a request back; the fee stays paid (V8.3)."""
    _word(campaign)
    offer = _offer(guild, seat)
    if offer is None or offer.kind == Offer.INVITED:
        raise Stale(guild_text(word_of(campaign), "You have no request at this guild any more."), "V8.3")
    db.session.delete(offer)
    _tell_both("guild.request_withdrawn", guild, campaign, seat, actor)


def answer(guild: Guild, player: Seat, yes: bool, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """The founder answers a request (V8.6). With a yes the player joins by paying the entry fee.

    That the player pays only then tells the founder nothing of their gold (V3.11).
    """
    _word(campaign)
    _check_founder(guild, seat, campaign)
    offer = _offer(guild, player)
    if offer is None or offer.kind != Offer.REQUESTED:
        raise Stale(_("This request is not open any more."), "V8.6")
    if yes:
        offer.kind = Offer.GRANTED
    else:
        db.session.delete(offer)
    _tell_both("guild.granted" if yes else "guild.turned_down", guild, campaign, player, actor)


def invite(guild: Guild, player: Seat, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """The founder invites a player, whoever that is (V8.6, V8.19); free of the request fee (V8.3)."""
    word = _word(campaign)
    _check_founder(guild, seat, campaign)
    if not player.plays:
        raise Refusal(_("Choose a player of this campaign."), "V8.6")
    member = membership(player)
    if member is not None and member.guild_id == guild.id:
        raise Stale(guild_text(word, "%(player)s is in the guild already.", player=player.name), "V8.6")
    if _offer(guild, player) is not None:
        raise Stale(_("Between you and %(player)s something is open already.", player=player.name), "V8.6")
    db.session.add(GuildOffer(guild_id=guild.id, seat_id=player.id, kind=Offer.INVITED))
    _tell_both("guild.invited", guild, campaign, player, actor)


def take_invitation_back(guild: Guild, player: Seat, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """The founder takes back an invitation or a yes that was not followed yet (V8.6)."""
    _word(campaign)
    _check_founder(guild, seat, campaign)
    offer = _offer(guild, player)
    if offer is None or offer.kind == Offer.REQUESTED:
        raise Stale(_("This invitation is not open any more."), "V8.6")
    db.session.delete(offer)
    _tell_both("guild.invitation_withdrawn", guild, campaign, player, actor)


def decline(guild: Guild, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """A player says no to an invitation."""
    _word(campaign)
    offer = _offer(guild, seat)
    if offer is None or offer.kind == Offer.REQUESTED:
        raise Stale(_("This invitation is not open any more."), "V8.6")
    db.session.delete(offer)
    _tell_both("guild.declined", guild, campaign, seat, actor)


def join(guild: Guild, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """Whoever was invited, or whose request was granted, joins and pays the entry fee (V8.3).

    Raises Refusal for whoever is in a guild (V8.4), when its level allows no more (V8.5), and for too little
    gold (V3.2). Open requests and invitations elsewhere end.
    """
    word = _word(campaign)
    offer = _offer(guild, seat)
    if offer is None or offer.kind == Offer.REQUESTED:
        raise Stale(guild_text(word, "The guild's invitation is not open any more."), "V8.3")
    _check_free(seat, campaign)
    if len(guild.members) > guild.level:
        raise Refusal(
            guild_text(
                word,
                "The guild is full: level %(level)d allows so many members besides the founder.",
                level=guild.level,
            ),
            "V8.5",
        )
    _pay(campaign.guild_entry_fee, "guild.joined", guild, campaign, seat, actor)
    _admit(guild, seat, campaign, actor)
    _tell("guild.joined", guild, campaign, seat, actor)


def build(guild: Guild, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """The founder pays for the next level: N × level cost for level N (V8.5)."""
    word = _word(campaign)
    _check_founder(guild, seat, campaign)
    if guild.level >= campaign.guild_most_levels:
        raise Refusal(guild_text(word, "The guild has the highest level."), "V8.5")
    level = guild.level + 1
    _pay(level * campaign.guild_level_cost, "guild.built", guild, campaign, seat, actor, level=level)
    guild.level = level
    _tell("guild.built", guild, campaign, seat, actor, level=level)


def leave(guild: Guild, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """A member leaves, free and at once (V8.6), unless members share an open battle (V8.11)."""
    word = _word(campaign)
    member = membership(seat)
    if member is None or member.guild_id != guild.id:
        raise Stale(guild_text(word, "You are not in this guild any more."), "V8.6")
    if guild.founder_id == seat.id:
        raise Refusal(guild_text(word, "A founder does not leave the guild but dissolves it."), "V8.4")
    _check_no_shared_battle(guild, campaign)
    db.session.delete(member)
    _tell("guild.left", guild, campaign, seat, actor)


def dissolve(guild: Guild, *, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """The founder dissolves the guild; what was paid is gone (V8.6), unless V8.11 forbids it."""
    _word(campaign)
    _check_founder(guild, seat, campaign)
    _check_no_shared_battle(guild, campaign)
    _end(guild, campaign, seat, actor)


def take_out(guild: Guild, player: Seat, reason: str, *, campaign: Campaign, actor: Actor) -> None:
    """The GM takes a member out of a guild, with a reason all read (V11.1); a founder's guild is dissolved.

    Only out, never in: why somebody cannot join may rest on a secret alliance (V8.17, V8.19). Raises Refusal
    while members share an open battle (V8.11), Stale for somebody who is not in the guild any more.
    """
    word = _word(campaign)
    reason = clean_reason(reason)
    member = membership(player)
    if member is None or member.guild_id != guild.id or guild.dissolved_at is not None:
        raise Stale(guild_text(word, "%(player)s is not in this guild any more.", player=player.name), "V8.6")
    _check_no_shared_battle(guild, campaign)
    if guild.founder_id == player.id:
        _end(guild, campaign, player, actor, reason=reason)
        return
    db.session.delete(member)
    _tell("guild.taken_out", guild, campaign, player, actor, reason=reason)


def seat_gone(seat: Seat, *, campaign: Campaign, actor: Actor) -> None:
    """A player has dropped out or was deleted: they leave their guild; one they founded is dissolved.

    Who were allies in the running round stays as it was announced (V8.12); the GM chooses who takes what
    a guild without its founder conquers in it (V8.6).
    """
    for snapshot in round_guilds(campaign, campaign.round):
        if snapshot.founder_id == seat.id:
            snapshot.founder_id = None
    db.session.execute(delete(GuildOffer).where(GuildOffer.seat_id == seat.id))
    member = membership(seat)
    if member is None:
        return
    guild = member.guild
    if guild.founder_id == seat.id:
        _end(guild, campaign, seat, actor)
        return
    db.session.delete(member)
    _tell("guild.left", guild, campaign, seat, actor)


def withdraw_all_requests(*, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """Every open request of the player is taken back, as if by hand (V8.19)."""
    asked = db.session.scalars(
        select(GuildOffer)
        .where(GuildOffer.seat_id == seat.id, GuildOffer.kind == Offer.REQUESTED)
        .order_by(GuildOffer.at)
    ).all()
    for offer in asked:
        withdraw_request(offer.guild, campaign=campaign, seat=seat, actor=actor)


def keep_for_round(campaign: Campaign) -> None:
    """Battles are announced: who is whose ally in this round is settled (V8.12)."""
    db.session.add_all(
        RoundGuild(
            guild_id=guild.id,
            round=campaign.round,
            campaign_id=campaign.id,
            name=guild.name,
            founder_id=guild.founder_id,
            members=sorted(member.seat_id for member in guild.members),
        )
        for guild in guilds_of(campaign)
    )
    db.session.flush()


def _word(campaign: Campaign) -> str:
    """The campaign's word for guild. Raises Refusal without the module (V9.2) and outside the rounds."""
    if not campaign.module_guilds:
        raise Refusal(_("This campaign is played without this module."), "V9.2")
    word = word_of(campaign)
    if not campaign.running:
        raise Refusal(guild_text(word, "Guilds are founded and joined while the campaign runs."), "V8.1")
    return word


def _offer(guild: Guild, seat: Seat) -> GuildOffer | None:
    return db.session.get(GuildOffer, (guild.id, seat.id))


def _check_free(seat: Seat, campaign: Campaign) -> None:
    """V8.4: one guild for each player; a founder dissolves theirs first. V8.19: nor with a mission alliance,
    which only its own member is told."""
    if allied_this_round(campaign, seat):
        raise Refusal(
            mission_text(
                word_of(campaign),
                "You are in a mission alliance of this round. Withdraw from it first, or wait for its end.",
            ),
            "V8.19",
        )
    member = membership(seat)
    if member is None:
        return
    word = word_of(campaign)
    if member.guild.founder_id == seat.id:
        raise Refusal(guild_text(word, "Dissolve the guild that you founded first."), "V8.4")
    raise Refusal(
        guild_text(word, "You are in a guild already: %(name)s. Leave it first.", name=member.guild.name),
        "V8.4",
    )


def _check_founder(guild: Guild, seat: Seat, campaign: Campaign) -> None:
    if guild.founder_id != seat.id or guild.dissolved_at is not None:
        raise Refusal(guild_text(word_of(campaign), "Only the guild's founder does that."), "V8.6")


def _check_no_shared_battle(guild: Guild, campaign: Campaign) -> None:
    if fights_together(guild, campaign):
        raise Refusal(
            guild_text(
                word_of(campaign),
                "Members of the guild stand in a shared battle that is still open. "
                "Nobody leaves the guild before its result stands.",
            ),
            "V8.11",
        )


def _admit(guild: Guild, seat: Seat, campaign: Campaign, actor: Actor) -> None:
    """The player is a member; what is open between them and any guild ends."""
    for offer in db.session.scalars(select(GuildOffer).where(GuildOffer.seat_id == seat.id)).all():
        if offer.guild_id != guild.id:
            kind = "guild.declined" if offer.kind == Offer.INVITED else "guild.request_withdrawn"
            _tell_both(kind, offer.guild, campaign, seat, actor)
        db.session.delete(offer)
    db.session.add(GuildMember(seat_id=seat.id, guild_id=guild.id))
    db.session.flush()
    db.session.refresh(guild)


def _end(guild: Guild, campaign: Campaign, seat: Seat, actor: Actor, *, reason: str | None = None) -> None:
    guild.dissolved_at = now()
    db.session.execute(delete(GuildOffer).where(GuildOffer.guild_id == guild.id))
    guild.members.clear()
    db.session.flush()
    _tell("guild.dissolved", guild, campaign, seat, actor, reason=reason)


def _pay(
    amount: int, kind: str, guild: Guild, campaign: Campaign, seat: Seat, actor: Actor, **more: Any
) -> None:
    if amount:
        params = {**_names(guild, campaign, seat), **more}
        gold.enter(seat, -amount, kind, campaign=campaign, actor=actor, params=params)


def _tell(
    kind: str,
    guild: Guild,
    campaign: Campaign,
    seat: Seat,
    actor: Actor,
    *,
    reason: str | None = None,
    **more: Any,
) -> None:
    """A row of the chronicle (V8.10), with the GM's reason where there is one."""
    params = {**_names(guild, campaign, seat), **more}
    record_public(kind, campaign=campaign, actor=actor, seat=seat, reason=reason, params=params)


def _tell_both(kind: str, guild: Guild, campaign: Campaign, seat: Seat, actor: Actor) -> None:
    """Requests and invitations are the player's and the founder's matter."""
    params = _names(guild, campaign, seat)
    record_private(kind, campaign=campaign, actor=actor, seat=seat, params=params)
    founder = next((one for one in campaign.seats if one.id == guild.founder_id), None)
    if founder is not None:
        record_private(kind, campaign=campaign, actor=actor, seat=founder, params=params)


def _names(guild: Guild, campaign: Campaign, seat: Seat) -> dict[str, Any]:
    return {"name": guild.name, "player": seat.name, "word": word_of(campaign)}
