"""A row of the journal as a page shows it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby
from typing import Any

from flask import url_for
from flask_babel import gettext as _

from app.campaign.chronicle.groups import ICONS, group_of, is_players_deed
from app.campaign.chronicle.queries.ways import picture_at_table
from app.campaign.chronicle.wording import ENTRY, NOTE, sentence
from app.campaign.founding.models import Campaign, Seat
from app.campaign.words import PHASES
from app.journal.models import PUBLIC, AuditRow


@dataclass(frozen=True)
class Arms:
    """A player as a page shows one: name and coat of arms."""

    name: str
    style: str
    emblem: str


@dataclass(frozen=True)
class Thrown:
    """Dice of one kind that decided something; ``sides`` 0 is a lot."""

    sides: int
    values: tuple[int, ...]


@dataclass(frozen=True)
class Line:
    """One entry. ``typed`` is what somebody wrote in their own words, ``reason`` why the GM stepped in
    (V11.1), ``secret`` that not everybody at the table reads it, ``by_gm`` V11.5."""

    key: str
    text: str
    typed: str | None
    reason: str | None
    icon: str
    at: datetime
    by_gm: bool
    secret: bool
    who: Arms | None
    url: str
    place_url: str | None
    battle_url: str | None
    picture_url: str | None
    picture_id: str | None
    thrown: tuple[Thrown, ...]


@dataclass(frozen=True)
class Section:
    """The entries of one phase of one round, in the order of the page."""

    round: int
    title: str
    phase: str | None
    lines: tuple[Line, ...]


def sections(
    rows: Iterable[AuditRow], campaign: Campaign, picture: Callable[[str], str] = picture_at_table
) -> tuple[Section, ...]:
    """The rows by round and phase (V10.2); a phase that was gone back to has a section each time.

    ``picture`` makes a picture's address.
    """
    seats = {seat.id: seat for seat in campaign.seats}
    return tuple(
        Section(
            round=round_,
            title=round_title(round_),
            phase=str(PHASES[phase]) if phase else None,
            lines=tuple(line(row, campaign, seats, picture) for row in group),
        )
        for (round_, phase), group in groupby(rows, key=lambda row: (row.round, row.phase))
    )


def round_title(round_: int) -> str:
    """«Round 4»; what happened before the first round has a title of its own."""
    return _("Round %(round)d", round=round_) if round_ else _("Before the rounds")


def line(
    row: AuditRow,
    campaign: Campaign,
    seats: Mapping[str, Seat],
    picture: Callable[[str], str] = picture_at_table,
) -> Line:
    """One row in the reader's language."""
    own_words = row.kind in (ENTRY, NOTE)
    typed = row.params.get("text") if own_words else row.params.get("story")
    seat = seats.get(row.seat_id or "")
    here: dict[str, Any] = {"campaign_id": campaign.id}
    return Line(
        key=row.key,
        text="" if own_words else sentence(row),
        typed=str(typed) if typed else None,
        # Some sentences hold the reason themselves.
        reason=None if "reason" in row.params else row.reason,
        icon=ICONS[group_of(row.kind)],
        at=row.at,
        by_gm=row.by_gm and is_players_deed(row.kind),
        secret=row.audience != PUBLIC and not row.chronicle,
        who=Arms(str(seat.name), f"p{seat.style}", seat.emblem) if seat is not None else None,
        url=url_for("chronicle.entry", key=row.key, **here),
        place_url=url_for("maps.place", place_id=row.place_id, **here) if row.place_id else None,
        battle_url=url_for("battles.battle", battle_id=row.battle_id, **here) if row.battle_id else None,
        picture_url=picture(row.picture_id) if row.picture_id else None,
        picture_id=row.picture_id,
        thrown=tuple(_thrown(row)),
    )


def _thrown(row: AuditRow) -> Iterator[Thrown]:
    for draw in row.draws:
        yield Thrown(int(draw["sides"]), tuple(draw["values"]) if draw["sides"] else ())
