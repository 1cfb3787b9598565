"""Which audiences a reader belongs to, and at which versions a page was read."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Collection, Iterable

from flask import g
from sqlalchemy import Connection, and_, false, or_, select, union_all

from app.accounts.models import Login
from app.boardgame.models import GameVersion, Member
from app.campaign.founding.models import Seat
from app.campaign.states import SeatState
from app.extensions import db
from app.journal.models import GM, PUBLIC, AudienceVersion, seat_audience

Topic = tuple[str, str]
Version = tuple[str, str, int]


def topics_of(seats: Iterable[Seat]) -> list[Topic]:
    """The audiences that seats belong to: their table's public one, their own, the GM's if they run it."""
    topics: list[Topic] = []
    for seat in seats:
        topics.append((seat.campaign_id, PUBLIC))
        topics.append((seat.campaign_id, seat_audience(seat.id)))
        if seat.runs:
            topics.append((seat.campaign_id, GM))
    return topics


def topics_of_members(members: Iterable[Member]) -> list[Topic]:
    """The audiences of people at board games: the game's public one and their own."""
    return [
        topic
        for member in members
        for topic in ((member.game_id, PUBLIC), (member.game_id, seat_audience(member.id)))
    ]


def topics_of_person(person_id: str) -> list[Topic]:
    """The audiences of all seats that a person holds or is invited to, at campaigns and board games."""
    runs = and_(Seat.state == SeatState.JOINED, or_(Seat.is_gm, Seat.is_deputy))
    places = db.session.execute(
        union_all(
            select(Seat.campaign_id, Seat.id, runs).where(
                Seat.person_id == person_id, Seat.state.in_([SeatState.JOINED, SeatState.INVITED])
            ),
            select(Member.game_id, Member.id, false()).where(
                Member.person_id == person_id, Member.left_at.is_(None)
            ),
        )
    )
    topics: list[Topic] = []
    for table, place, gm in places:
        topics += [(table, PUBLIC), (table, seat_audience(place)), *([(table, GM)] if gm else [])]
    return topics


def entitled_browsers(connection: Connection, topics: Collection[Topic]) -> dict[Topic, set[str]]:
    """Of each audience the browsers, by the hashes of their logins, whose people belong to it now."""
    tables = sorted({table for table, _ in topics})
    runs = and_(Seat.state == SeatState.JOINED, or_(Seat.is_gm, Seat.is_deputy))
    rows = connection.execute(
        union_all(
            select(Login.token_hash, Seat.campaign_id, Seat.id, runs)
            .join(Login, Login.person_id == Seat.person_id)
            .where(
                Seat.campaign_id.in_(tables),
                Seat.state.in_([SeatState.JOINED, SeatState.INVITED]),
            ),
            select(Login.token_hash, Member.game_id, Member.id, false())
            .join(Login, Login.person_id == Member.person_id)
            .where(Member.game_id.in_(tables), Member.left_at.is_(None)),
        )
    )
    found: dict[Topic, set[str]] = defaultdict(set)
    for browser, table, place, gm in rows:
        for audience in (PUBLIC, seat_audience(place), *([GM] if gm else [])):
            found[(table, audience)].add(browser)
    return found


def versions_of(topics: Iterable[Topic]) -> list[Version]:
    """Table, kind of audience (p, s, g) and version of each; one that nothing was told to has 0.

    Campaigns and board games are asked in one query; their keys never meet.
    """
    wanted = list(topics)
    tables = sorted({table for table, _ in wanted})
    rows = db.session.execute(
        union_all(
            select(AudienceVersion.campaign_id, AudienceVersion.audience, AudienceVersion.version).where(
                AudienceVersion.campaign_id.in_(tables)
            ),
            select(GameVersion.game_id, GameVersion.audience, GameVersion.version).where(
                GameVersion.game_id.in_(tables)
            ),
        )
    )
    found: dict[Topic, int] = {(table, audience): version for table, audience, version in rows}
    return [(table, audience[0], found.get((table, audience), 0)) for table, audience in wanted]


def note_versions(topics: Iterable[Topic]) -> None:
    """Remember what the page that is being made is read at; one query.

    To be called before the page's own queries: what changes in between is then newer
    than the page says, and the page is fetched again. The other way round it would stay old.
    """
    g.live_versions = versions_of(topics)


def live_versions() -> str:
    """What ``note_versions`` noted, as JSON for the page's script: ``[[campaign, "p", 12], …]``.

    Empty for a page that noted nothing, so does not follow the news.
    """
    return json.dumps(g.live_versions, separators=(",", ":")) if "live_versions" in g else ""
