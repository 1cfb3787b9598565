"""What waits from other players, whatever the phase: letters, guilds, alliances."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import literal, select, union_all

from app.campaign.founding.models import Campaign, Seat
from app.campaign.guild_words import guild_text, mission_text, word_of
from app.campaign.guilds.models import Guild, GuildOffer
from app.campaign.letters.unread import unread
from app.campaign.pacts.models import Pact, PactMember
from app.campaign.pacts.queries import is_open
from app.campaign.states import Ally, Offer
from app.extensions import db
from app.home.tasks.doors import door
from app.home.waiting import Task, provider


@provider
def letters(seats: Sequence[Seat]) -> Iterator[Task]:
    """Sealed letters (V8.23); nobody waits for them to be read."""
    waiting = unread(seats)
    for seat in seats:
        count = waiting.get(seat.id)
        if count:
            yield Task(
                seat.id,
                ngettext(
                    "%(num)d sealed letter waits for you.", "%(num)d sealed letters wait for you.", count
                ),
                _("To the letters"),
                door("letters.letters", seat.campaign),
                "l-mail",
                65,
                urgent=False,
            )


@provider
def bonds(seats: Sequence[Seat]) -> Iterator[Task]:
    """Invitations to guilds and mission alliances, and requests to the founder (V8.3, V8.6, V8.16).

    They are told to the seat's own player alone, who is the only one that is asked about here (V8.17).
    """
    playing = {
        seat.id: seat
        for seat in seats
        if seat.plays
        and seat.campaign.running
        and (seat.campaign.module_guilds or seat.campaign.module_alliances)
    }
    if not playing:
        return
    offered = select(literal("offered"), GuildOffer.seat_id).where(
        GuildOffer.seat_id.in_(playing), GuildOffer.kind != Offer.REQUESTED
    )
    asked = (
        select(literal("asked"), Guild.founder_id)
        .join(GuildOffer, GuildOffer.guild_id == Guild.id)
        .where(Guild.founder_id.in_(playing), GuildOffer.kind == Offer.REQUESTED)
    )
    called = (
        select(literal("called"), PactMember.seat_id)
        .join(Pact, Pact.id == PactMember.pact_id)
        .join(Campaign, Campaign.id == Pact.campaign_id)
        .where(
            PactMember.seat_id.in_(playing),
            PactMember.state == Ally.INVITED,
            Pact.ended_at.is_(None),
            Pact.round == Campaign.round,
        )
    )
    rows: Sequence[Any] = db.session.execute(union_all(offered, asked, called)).all()
    for what, seat_id in dict.fromkeys((str(row[0]), str(row[1])) for row in rows):
        seat = playing[seat_id]
        if what != "called":
            yield _guild_part(seat, what == "asked")
        elif is_open(seat.campaign):
            word = word_of(seat.campaign)
            yield Task(
                seat.id,
                mission_text(word, "You are invited to a mission alliance."),
                _("Look at it"),
                door("pacts.pacts", seat.campaign),
                "l-users",
                60,
                urgent=False,
            )


def _guild_part(seat: Seat, asked: bool) -> Task:
    word = word_of(seat.campaign)
    text = (
        guild_text(word, "Somebody asks to join your guild.")
        if asked
        else guild_text(word, "You can join a guild.")
    )
    return Task(
        seat.id, text, _("Look at it"), door("guilds.guilds", seat.campaign), "guild", 61, urgent=False
    )
