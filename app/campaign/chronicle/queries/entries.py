"""V10.2, V0.3: the public part of the journal, and for the game master their own notes in it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Select, or_, select, tuple_

from app.campaign.access import Here
from app.campaign.battles.models import BattleSide
from app.campaign.chronicle.groups import NAMES, Group, kinds_of
from app.campaign.chronicle.queries.lines import Line, Section, line, round_title, sections
from app.campaign.chronicle.queries.ways import Ways, ways_at_table
from app.campaign.chronicle.wording import NOTE
from app.campaign.founding.models import Campaign
from app.campaign.map.models import Place
from app.columns import now
from app.extensions import db
from app.i18n import sorted_by_name
from app.journal.models import GM, AuditRow

ON_A_PAGE = 40
ALL_AT_ONCE = 1000
"""Most entries on a page meant for printing."""


@dataclass(frozen=True)
class Filters:
    """What the reader looks for; None is everything. Ids that do not exist find nothing."""

    group: Group | None = None
    player: str | None = None
    place: str | None = None
    round: int | None = None

    def query(self) -> dict[str, Any]:
        """As the parameters of an address."""
        named: dict[str, Any] = {
            "group": self.group,
            "player": self.player,
            "place": self.place,
            "round": self.round,
        }
        return {name: value for name, value in named.items() if value is not None}


@dataclass(frozen=True)
class Page:
    """Which part of the chronicle: entries older or newer than the one of that key, or as many as can be."""

    before: str | None = None
    after: str | None = None
    whole: bool = False


@dataclass(frozen=True)
class Choice:
    """One value of a filter; ``value`` empty is everything."""

    value: str
    label: str


@dataclass(frozen=True)
class Chronicle:
    """A page of the chronicle, the newest first."""

    sections: tuple[Section, ...]
    filters: Filters
    groups: tuple[tuple[str, str, bool], ...]
    players: tuple[Choice, ...]
    places: tuple[Choice, ...]
    rounds: tuple[Choice, ...]
    newer_url: str | None
    older_url: str | None
    whole_url: str
    whole: bool
    cut: bool


def filters_from(asked: Mapping[str, str]) -> Filters:
    """The filters of an address; what cannot be read is left out."""
    group, round_ = asked.get("group"), asked.get("round", "")
    return Filters(
        group=Group(group) if group in tuple(Group) else None,
        player=asked.get("player") or None,
        place=asked.get("place") or None,
        round=int(round_) if round_.isdecimal() and len(round_) < 7 else None,
    )


def entries(here: Here, filters: Filters, page: Page, ways: Ways | None = None) -> Chronicle:
    """One page, in a fixed number of questions to the database however long the chronicle is.

    ``ways`` says where its links lead, unless to the pages of those at the table.
    """
    campaign = here.campaign
    ways = ways or ways_at_table(campaign)
    most = ALL_AT_ONCE if page.whole else ON_A_PAGE
    rows, newer, older = _page(here, filters, page, most)
    at = filters.query()
    places = db.session.execute(select(Place).where(Place.campaign_id == campaign.id)).scalars()
    return Chronicle(
        sections=sections(rows, campaign, ways.picture),
        filters=filters,
        groups=_groups(ways, filters),
        players=tuple(Choice(seat.id, str(seat.name)) for seat in sorted_by_name(campaign.players)),
        places=tuple(Choice(place.id, place.name) for place in sorted_by_name(places)),
        rounds=tuple(Choice(str(one), round_title(one)) for one in range(campaign.round, -1, -1)),
        newer_url=ways.chronicle(after=rows[0].key, **at) if newer else None,
        older_url=ways.chronicle(before=rows[-1].key, **at) if older else None,
        whole_url=ways.chronicle(whole=1, **at),
        whole=page.whole,
        cut=page.whole and older,
    )


def entry(here: Here, key: str) -> Section | None:
    """One entry under its round and phase; None if there is none that this reader may see."""
    row = _row(here, key)
    return sections([row], here.campaign)[0] if row is not None else None


def recent(here: Here, count: int) -> tuple[Line, ...]:
    """The newest entries of the chronicle, with the notes of a GM who reads."""
    rows, _newer, _older = _page(here, Filters(), Page(), count)
    seats = {seat.id: seat for seat in here.campaign.seats}
    return tuple(line(row, here.campaign, seats) for row in rows)


def told(campaign: Campaign, round_: int | None = None) -> tuple[Section, ...]:
    """The public chronicle from its beginning, or that of one round, for the report: no notes (A10)."""
    query = _public(campaign, Filters(round=round_)).order_by(AuditRow.round, AuditRow.seq)
    return sections(db.session.execute(query).scalars(), campaign)


def _public(campaign: Campaign, filters: Filters) -> Select[AuditRow]:
    """The chronicle: rows that are public by now (V0.3)."""
    return _filtered(
        select(AuditRow).where(
            AuditRow.campaign_id == campaign.id, AuditRow.chronicle, AuditRow.public_from <= now()
        ),
        filters,
    )


def _notes(campaign: Campaign, filters: Filters) -> Select[AuditRow]:
    """What the game master wrote for themselves; never for another's eyes (A10)."""
    return _filtered(
        select(AuditRow).where(
            AuditRow.campaign_id == campaign.id, AuditRow.audience == GM, AuditRow.kind == NOTE
        ),
        filters,
    )


def _filtered(query: Select[AuditRow], filters: Filters) -> Select[AuditRow]:
    if filters.group is not None:
        query = query.where(AuditRow.kind.in_(kinds_of(filters.group)))
    if filters.place is not None:
        query = query.where(AuditRow.place_id == filters.place)
    if filters.round is not None:
        query = query.where(AuditRow.round == filters.round)
    if filters.player is not None:
        fought = select(BattleSide.battle_id).where(BattleSide.seat_id == filters.player)
        query = query.where(or_(AuditRow.seat_id == filters.player, AuditRow.battle_id.in_(fought)))
    return query


def _page(here: Here, filters: Filters, page: Page, most: int) -> tuple[list[AuditRow], bool, bool]:
    """The rows of a page, newest first, and whether there are newer and older ones.

    Pages go on from the row they ended at, so the last page costs what the first does.
    """
    forward = page.after is not None
    start = _row(here, page.after or page.before or "")
    found = _window(_public(here.campaign, filters), start, forward, most)
    if here.runs:
        found += _window(_notes(here.campaign, filters), start, forward, most)
        found.sort(key=_place_in_time, reverse=not forward)
    more, found = len(found) > most, found[:most]
    if forward:
        found.reverse()
    if start is None:
        return found, False, more
    return (found, more, True) if forward else (found, True, more)


def _window(query: Select[AuditRow], start: AuditRow | None, forward: bool, most: int) -> list[AuditRow]:
    # Rounds grow with seq; with the round in front the order is that of the index.
    order = (AuditRow.round, AuditRow.seq)
    if start is not None:
        here, there = tuple_(*order), tuple_(start.round, start.seq)
        query = query.where(here > there if forward else here < there)
    ordered = query.order_by(*(column if forward else column.desc() for column in order))
    return list(db.session.execute(ordered.limit(most + 1)).scalars())


def _place_in_time(row: AuditRow) -> tuple[int, int]:
    return row.round, row.seq


def _row(here: Here, key: str) -> AuditRow | None:
    """The entry of that random key, if this reader may see it."""
    if not key:
        return None
    kinds: Sequence[Select[AuditRow]] = (
        _public(here.campaign, Filters()),
        *([_notes(here.campaign, Filters())] if here.runs else []),
    )
    for query in kinds:
        found = db.session.execute(query.where(AuditRow.key == key)).scalar_one_or_none()
        if found is not None:
            return found
    return None


def _groups(ways: Ways, filters: Filters) -> tuple[tuple[str, str, bool], ...]:
    """The chips: label, address, whether it is on."""
    others = {name: value for name, value in filters.query().items() if name != "group"}
    return (
        ("", ways.chronicle(**others), filters.group is None),
        *(
            (
                str(NAMES[group]),
                ways.chronicle(group=group.value, **others),
                filters.group is group,
            )
            for group in Group
        ),
    )
