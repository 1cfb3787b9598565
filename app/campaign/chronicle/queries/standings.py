"""V10.4: the table of the standings and their chart, as of the last End round."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from flask_babel import gettext as _
from sqlalchemy import select

from app.campaign.access import Here
from app.campaign.chronicle.chart import Chart, Course, chart
from app.campaign.chronicle.models import Standing
from app.campaign.chronicle.queries.lines import Arms
from app.campaign.chronicle.queries.ways import Ways, ways_at_table
from app.campaign.founding.models import Seat
from app.campaign.states import SeatState
from app.extensions import db
from app.i18n import sorted_by_name

MEASURES = ("income", "places", "company_value", "won")


@dataclass(frozen=True)
class Row:
    """A player's figures; ``rank`` counts players who hold more, equal ones share it."""

    rank: int
    who: Arms
    mine: bool
    figures: Standing


@dataclass(frozen=True)
class RoundFigures:
    """One round of the chart in numbers; None where a player was not there."""

    round: int
    values: tuple[int | None, ...]


@dataclass(frozen=True)
class StandingsPage:
    """``round`` is the last round that was ended; None before the first End round. ``dropped`` are the names
    of those who have dropped out: the chart keeps their figures, the table has them no more (V11.1)."""

    round: int | None
    rows: tuple[Row, ...]
    measure: str
    tabs: tuple[dict[str, object], ...]
    title: str
    chart: Chart | None
    players: tuple[Arms, ...]
    rounds: tuple[RoundFigures, ...]
    dropped: tuple[str, ...] = ()


def standings_page(
    here: Here, measure: str | None, ways: Ways | None = None, *, until: int | None = None
) -> StandingsPage:
    """The figures of every End round, or up to that of one; nothing that happened since is in them. ``ways``
    as for ``entries``."""
    campaign = here.campaign
    ways = ways or ways_at_table(campaign)
    chosen = measure if measure in MEASURES else MEASURES[0]
    query = select(Standing).where(Standing.campaign_id == campaign.id)
    if until is not None:
        query = query.where(Standing.round <= until)
    found = db.session.scalars(query.order_by(Standing.round)).all()
    by_seat: dict[str, dict[int, Standing]] = {}
    for one in found:
        by_seat.setdefault(one.seat_id, {})[one.round] = one
    seats = [seat for seat in sorted_by_name(campaign.seats) if seat.id in by_seat]
    last = found[-1].round if found else None
    rounds = sorted({one.round for one in found})
    return StandingsPage(
        round=last,
        rows=tuple(_ranked(seats, by_seat, last, here.me)) if last is not None else (),
        measure=chosen,
        tabs=tuple(_tabs(ways, chosen)),
        title=measure_names()[chosen],
        chart=chart(rounds, [_course(seat, by_seat[seat.id], chosen) for seat in seats]) if rounds else None,
        players=tuple(_arms(seat) for seat in seats),
        rounds=tuple(
            RoundFigures(
                one,
                tuple(
                    getattr(by_seat[seat.id][one], chosen) if one in by_seat[seat.id] else None
                    for seat in seats
                ),
            )
            for one in rounds
        ),
        dropped=tuple(
            str(seat.name) for seat in sorted_by_name(campaign.seats) if seat.state == SeatState.DROPPED
        ),
    )


def measure_names() -> dict[str, str]:
    """What the chart can show."""
    return {
        "income": _("Income per round"),
        "places": _("Places"),
        "company_value": _("Company value"),
        "won": _("Battles won"),
    }


def _tabs(ways: Ways, chosen: str) -> Iterable[dict[str, object]]:
    for key, label in measure_names().items():
        url = ways.standings(of=key)
        yield {"label": label, "url": f"{url}#chart", "current": key == chosen}


def _ranked(seats: list[Seat], by_seat: dict[str, dict[int, Standing]], last: int, me: Seat) -> Iterable[Row]:
    """Most places first, then income, company value and battles won."""
    there = [(seat, by_seat[seat.id][last]) for seat in seats if last in by_seat[seat.id]]
    there.sort(key=lambda pair: _strength(pair[1]), reverse=True)
    for seat, figures in there:
        rank = 1 + sum(_strength(other) > _strength(figures) for _seat, other in there)
        yield Row(rank, _arms(seat), seat.id == me.id, figures)


def _strength(figures: Standing) -> tuple[int, ...]:
    return figures.places, figures.income, figures.company_value, figures.won


def _course(seat: Seat, figures: dict[int, Standing], measure: str) -> Course:
    return Course(
        name=str(seat.name),
        style=seat.style,
        values={round_: getattr(one, measure) for round_, one in figures.items()},
    )


def _arms(seat: Seat) -> Arms:
    return Arms(str(seat.name), f"p{seat.style}", seat.emblem)
