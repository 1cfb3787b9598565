"""The six steps of a settlement (V7.1)."""

from __future__ import annotations

from typing import Any

from flask import abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.company.pages import keep_own
from app.campaign.settlement import operations
from app.campaign.settlement.bench import Bench, bench_of
from app.campaign.settlement.forms import dice, named, numbers, optional, seen_version, text, whole
from app.campaign.settlement.queries import settlement_page
from app.campaign.settlement.routes.blueprint import bp
from app.campaign.tabs import frame
from app.journal.writes import MOVED_TO, writes

_ROOT = "/campaigns/<campaign_id>/seats/<seat_id>/settlements/<settlement_id>"


@bp.get(_ROOT)
@login_required
def settlement(campaign_id: str, seat_id: str, settlement_id: str) -> str:
    """The settlement at the step that is open; when it is finished, all that was settled."""
    return _page(enter(campaign_id, Deed.SEE_SECRETS, seat_id), settlement_id)


@bp.get(f"{_ROOT}/steps/<int:step>")
@login_required
def step(campaign_id: str, seat_id: str, settlement_id: str, step: int) -> str:
    """A finished step to look at; the open one instead of any later."""
    if not 1 <= step <= 6:
        abort(404)
    return _page(enter(campaign_id, Deed.SEE_SECRETS, seat_id), settlement_id, step)


@bp.post(f"{_ROOT}/course")
@login_required
@writes(page="settlement.settlement")
def course(campaign_id: str, seat_id: str, settlement_id: str) -> Any:
    here, bench = _change(campaign_id, seat_id, settlement_id)
    operations.settle_course(
        bench, numbers("enemies-"), whole("objectives"), version=seen_version(), actor=here.actor
    )
    return _back(here, bench)


@bp.post(f"{_ROOT}/injuries/roll-all")
@login_required
@writes(page="settlement.settlement")
def roll_injuries(campaign_id: str, seat_id: str, settlement_id: str) -> Any:
    here, bench = _change(campaign_id, seat_id, settlement_id)
    count = operations.roll_injuries(bench, version=seen_version(), actor=here.actor)
    flash(ngettext("Rolled for %(num)d model.", "Rolled for %(num)d models.", count), "success")
    return _back(here, bench)


@bp.post(f"{_ROOT}/injuries/roll")
@login_required
@writes(page="settlement.settlement")
def roll_injury(campaign_id: str, seat_id: str, settlement_id: str) -> Any:
    """Roll for one model: by the app, or as rolled at the table (C6.5); also the Healer's repeat (C6.3)."""
    here, bench = _change(campaign_id, seat_id, settlement_id)
    roll = operations.repeat_injury if text("repeat") else operations.roll_injury
    fits = roll(
        bench, text("model"), dice(bench.tables.injuries.dice), version=seen_version(), actor=here.actor
    )
    if not fits:
        flash(_("This result cannot get the model any lower. Roll again for it."), "warning")
    return _back(here, bench)


@bp.post(f"{_ROOT}/injuries/robbed")
@login_required
@writes(page="settlement.settlement")
def choose_robbed(campaign_id: str, seat_id: str, settlement_id: str) -> Any:
    here, bench = _change(campaign_id, seat_id, settlement_id)
    operations.choose_robbed(bench, text("model"), text("item"), version=seen_version(), actor=here.actor)
    return _back(here, bench)


@bp.post(f"{_ROOT}/injuries/finish")
@login_required
@writes(page="settlement.settlement")
def finish_injuries(campaign_id: str, seat_id: str, settlement_id: str) -> Any:
    here, bench = _change(campaign_id, seat_id, settlement_id)
    operations.finish_injuries(bench, version=seen_version(), actor=here.actor)
    return _back(here, bench)


@bp.post(f"{_ROOT}/equipment")
@login_required
@writes(page="settlement.settlement")
def equipment(campaign_id: str, seat_id: str, settlement_id: str) -> Any:
    here, bench = _change(campaign_id, seat_id, settlement_id)
    operations.settle_equipment(
        bench,
        request.form.getlist("used"),
        {item: carrier or None for item, carrier in named("carrier-").items()},
        version=seen_version(),
        actor=here.actor,
    )
    return _back(here, bench)


@bp.post(f"{_ROOT}/experience")
@login_required
@writes(page="settlement.settlement")
def experience(campaign_id: str, seat_id: str, settlement_id: str) -> Any:
    here, bench = _change(campaign_id, seat_id, settlement_id)
    points = operations.settle_experience(
        bench, optional("gift"), optional("chronicled"), version=seen_version(), actor=here.actor
    )
    flash(
        ngettext("%(num)d point of experience is given.", "%(num)d points of experience are given.", points),
        "success",
    )
    return _back(here, bench)


@bp.post(f"{_ROOT}/advances/roll-all")
@login_required
@writes(page="settlement.settlement")
def roll_advances(campaign_id: str, seat_id: str, settlement_id: str) -> Any:
    here, bench = _change(campaign_id, seat_id, settlement_id)
    count = operations.roll_advances(bench, version=seen_version(), actor=here.actor)
    flash(ngettext("Rolled for %(num)d advance.", "Rolled for %(num)d advances.", count), "success")
    return _back(here, bench)


@bp.post(f"{_ROOT}/advances/roll")
@login_required
@writes(page="settlement.settlement")
def roll_advance(campaign_id: str, seat_id: str, settlement_id: str) -> Any:
    here, bench = _change(campaign_id, seat_id, settlement_id)
    typed = dice(1)
    operations.roll_advance(
        bench, text("model"), typed[0] if typed else None, version=seen_version(), actor=here.actor
    )
    return _back(here, bench)


@bp.post(f"{_ROOT}/advances/power")
@login_required
@writes(page="settlement.settlement")
def power_upgrade(campaign_id: str, seat_id: str, settlement_id: str) -> Any:
    here, bench = _change(campaign_id, seat_id, settlement_id)
    operations.take_power_upgrade(bench, text("model"), version=seen_version(), actor=here.actor)
    return _back(here, bench)


@bp.post(f"{_ROOT}/advances/choose")
@login_required
@writes(page="settlement.settlement")
def choose_advance(campaign_id: str, seat_id: str, settlement_id: str) -> Any:
    here, bench = _change(campaign_id, seat_id, settlement_id)
    operations.choose_advance(
        bench, text("advance"), text("choice"), version=seen_version(), actor=here.actor
    )
    return _back(here, bench)


@bp.post(f"{_ROOT}/advances/finish")
@login_required
@writes(page="settlement.settlement")
def finish_advances(campaign_id: str, seat_id: str, settlement_id: str) -> Any:
    here, bench = _change(campaign_id, seat_id, settlement_id)
    operations.finish_advances(bench, version=seen_version(), actor=here.actor)
    return _back(here, bench)


@bp.post(f"{_ROOT}/retinue/leader")
@login_required
@writes(page="settlement.settlement")
def name_leader(campaign_id: str, seat_id: str, settlement_id: str) -> Any:
    here, bench = _change(campaign_id, seat_id, settlement_id)
    operations.name_leader(bench, text("model"), version=seen_version(), actor=here.actor)
    return _back(here, bench)


@bp.post(f"{_ROOT}/retinue/finish")
@login_required
@writes(page="settlement.settlement")
def finish_retinue(campaign_id: str, seat_id: str, settlement_id: str) -> Any:
    here, bench = _change(campaign_id, seat_id, settlement_id)
    operations.finish_retinue(bench, version=seen_version(), actor=here.actor)
    flash(_("The settlement is finished."), "success")
    return _back(here, bench)


def _page(here: Here, settlement_id: str, step: int | None = None) -> str:
    page = settlement_page(here, settlement_id, step)
    if page is None:
        abort(404)
    keep_own(here)
    return render_template("campaign/settlement/settlement.html", page=page, **frame(here, "battles"))


def _change(campaign_id: str, seat_id: str, settlement_id: str) -> tuple[Here, Bench]:
    here = enter_to_change(campaign_id, Deed.PLAY, seat_id)
    bench = bench_of(settlement_id, campaign=here.campaign, seat=here.seat)
    if bench is None:
        abort(404)
    return here, bench


def _back(here: Here, bench: Bench) -> Any:
    address = url_for(
        "settlement.settlement",
        campaign_id=here.campaign.id,
        seat_id=here.seat.id,
        settlement_id=bench.settlement.id,
    )
    response = redirect(address, 303)
    response.headers[MOVED_TO] = str(bench.settlement.version)
    return response
