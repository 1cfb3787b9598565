"""What waits before the first round: hideouts, companies, and the founder's next step."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flask_babel import gettext as _
from flask_babel import ngettext
from sqlalchemy import select

from app.campaign.company.models import Company
from app.campaign.founding.models import Seat
from app.campaign.map.models import Place
from app.campaign.states import State
from app.extensions import db
from app.home.tasks.doors import door
from app.home.waiting import Task, provider


@provider
def founding(seats: Sequence[Seat]) -> Iterator[Task]:
    """Hideouts to choose (V1.11), companies to confirm (V3.5), and the GM's next step (V1.9, V1.10)."""
    before = [seat for seat in seats if seat.campaign.state in (State.DRAFT, State.GATHERING, State.HIDEOUTS)]
    ids = {seat.campaign_id for seat in before}
    confirmed: dict[str, bool] = {}
    housed: set[str] = set()
    if any(seat.campaign.state != State.DRAFT for seat in before):
        rows = db.session.execute(
            select(Company.seat_id, Company.confirmed_at).where(Company.campaign_id.in_(ids))
        )
        confirmed = {row.seat_id: row.confirmed_at is not None for row in rows}
    if any(seat.campaign.state == State.HIDEOUTS for seat in before):
        owners = db.session.scalars(
            select(Place.owner_id).where(Place.campaign_id.in_(ids), Place.owner_id.is_not(None)).distinct()
        )
        housed = {owner for owner in owners if owner}
    for seat in before:
        if seat.plays and seat.campaign.state != State.DRAFT:
            yield from _players_part(seat, seat.id in housed, confirmed.get(seat.id))
        if seat.runs:
            yield _founders_part(seat, confirmed, housed)


def _players_part(seat: Seat, housed: bool, confirmed: bool | None) -> Iterator[Task]:
    campaign = seat.campaign
    if campaign.state == State.HIDEOUTS and not housed:
        yield Task(
            seat.id,
            _("Choose a free banner place as your hideout."),
            _("Choose hideout"),
            door("founding.hideouts", campaign),
            "banner",
            10,
        )
    if confirmed is None:
        yield Task(
            seat.id,
            _("Choose a faction and build your company."),
            _("Build company"),
            door("company.company", campaign, seat_id=seat.id),
            "l-users",
            20,
        )
    elif not confirmed:
        yield Task(
            seat.id,
            _("Your company is not confirmed yet."),
            _("Go to company"),
            door("company.company", campaign, seat_id=seat.id),
            "l-users",
            30,
        )


def _founders_part(seat: Seat, confirmed: dict[str, bool], housed: set[str]) -> Task:
    campaign = seat.campaign
    if campaign.state == State.DRAFT:
        return Task(
            seat.id,
            _("This campaign is still a draft."),
            _("Go on founding"),
            door("founding.wizard", campaign),
            "l-map",
            40,
        )
    missing = sum(
        not confirmed.get(player.id, False) or (campaign.state == State.HIDEOUTS and player.id not in housed)
        for player in campaign.players
    )
    if missing:
        text = ngettext("%(num)d player is not ready yet.", "%(num)d players are not ready yet.", missing)
    elif campaign.state == State.GATHERING:
        text = _("When everybody has joined, open the choice of hideouts.")
    else:
        text = _("Everybody is ready: the first round can start.")
    return Task(
        seat.id, text, _("To the campaign"), door("dashboard.dashboard", campaign), "l-flag", 60, not missing
    )
