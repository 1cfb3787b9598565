"""Pages of battles: the list, one battle, its result."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, g, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.battles import operations
from app.campaign.battles.forms import (
    DRAW,
    AgainForm,
    CorrectionForm,
    DisputeForm,
    NoteForm,
    RollForm,
    report_from,
)
from app.campaign.battles.models import Battle
from app.campaign.battles.queries import BattlePage, battle_of, battle_page, battles_page
from app.campaign.battles.report import MOST, MOST_POINTS, differences, stored_report
from app.campaign.battles.rights import is_open, may_enter, side_of
from app.campaign.states import BattleState
from app.campaign.tabs import frame
from app.forms import checked, form_for
from app.journal.writes import writes
from app.media.models import Picture
from app.media.operations import prepared_first, store_picture
from app.pwa.reader import keep_offline
from app.refusal import Refusal

bp = Blueprint("battles", __name__)
ONE = "/campaigns/<campaign_id>/battles/<battle_id>"
SIDE = "/campaigns/<campaign_id>/seats/<seat_id>/battles/<battle_id>"


@bp.get("/campaigns/<campaign_id>/battles")
@login_required
def battles(campaign_id: str) -> str:
    here = enter(campaign_id)
    page = battles_page(here, request.args.get("round", type=int))
    return render_template("campaign/battles/battles.html", page=page, **frame(here, "battles"))


@bp.get(ONE)
@login_required
def battle(campaign_id: str, battle_id: str, seat_id: str | None = None) -> str:  # noqa: ARG001  # shown again
    here = enter(campaign_id)
    return _shown(battle_of(here.campaign, battle_id), here)


@bp.get(f"{SIDE}/result")
@login_required
def result(campaign_id: str, seat_id: str, battle_id: str) -> Any:
    here = enter(campaign_id, Deed.PLAY, seat_id)
    found = battle_of(here.campaign, battle_id)
    side = side_of(found, here.seat)
    if not is_open(found, here.campaign) or not may_enter(found, side):
        if g.get("typed") is None:
            return redirect(url_for("battles.battle", campaign_id=campaign_id, battle_id=battle_id))
        return _shown(found, here, unsaid=_unsaid(found))
    action = url_for("battles.enter", campaign_id=campaign_id, seat_id=seat_id, battle_id=battle_id)
    return _result_form(found, here, action, decides=False)


@bp.post(f"{SIDE}/result", endpoint="enter")
@login_required
@prepared_first
@writes(page="battles.result")
def enter_result(campaign_id: str, seat_id: str, battle_id: str) -> Any:
    here, found = _to_change(campaign_id, battle_id, Deed.PLAY, seat_id)
    operations.enter_result(
        found,
        report_from(request.form, found),
        version=_version(),
        picture=_picture(here),
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
    )
    flash(_("The result is entered. Now the others confirm it or dispute it."), "success")
    return _back(found)


@bp.post(f"{SIDE}/confirm")
@login_required
@writes(page="battles.battle")
def confirm(campaign_id: str, seat_id: str, battle_id: str) -> Any:
    here, found = _to_change(campaign_id, battle_id, Deed.PLAY, seat_id)
    operations.confirm(found, version=_version(), campaign=here.campaign, seat=here.seat, actor=here.actor)
    if found.state == BattleState.CONFIRMED:
        flash(_("The result stands. It is in the chronicle now."), "success")
    else:
        flash(_("Confirmed. Others have still to answer."), "success")
    return _back(found)


@bp.post(f"{SIDE}/dispute")
@login_required
@writes(page="battles.battle")
def dispute(campaign_id: str, seat_id: str, battle_id: str) -> Any:
    here, found = _to_change(campaign_id, battle_id, Deed.PLAY, seat_id)
    form = checked(DisputeForm, f"dispute-{seat_id}")
    operations.dispute(
        found,
        form.text.data or "",
        version=_version(),
        campaign=here.campaign,
        seat=here.seat,
        actor=here.actor,
    )
    flash(_("The result is disputed. The game master decides."), "success")
    return _back(found)


@bp.post(f"{SIDE}/roll")
@login_required
@writes(page="battles.battle")
def roll(campaign_id: str, seat_id: str, battle_id: str) -> Any:
    here, found = _to_change(campaign_id, battle_id, Deed.PLAY, seat_id)
    form = checked(RollForm, "roll")
    dice = (form.first.data or 0, form.second.data or 0)
    operations.type_roll(found, dice, campaign=here.campaign, seat=here.seat, actor=here.actor)
    flash(_("The roll of the table is written down."), "success")
    return _back(found)


@bp.post(f"{SIDE}/roll-again")
@login_required
@writes(page="battles.battle")
def again(campaign_id: str, seat_id: str, battle_id: str) -> Any:
    here, found = _to_change(campaign_id, battle_id, Deed.PLAY, seat_id)
    dice = checked(AgainForm, "again").dice()
    operations.roll_again(found, dice, campaign=here.campaign, seat=here.seat, actor=here.actor)
    flash(_("Rolled again. This roll stands."), "success")
    return _back(found)


@bp.post(f"{ONE}/note")
@login_required
@writes(page="battles.battle")
def note(campaign_id: str, battle_id: str) -> Any:
    here, found = _to_change(campaign_id, battle_id, Deed.SEE)
    if not here.may(Deed.RUN) and not here.may(Deed.PLAY, here.me):
        abort(403)  # whoever dropped out, and anybody once the campaign is finished, reads alone
    form = checked(NoteForm, "note")
    operations.write_note(
        found, form.note.data or "", version=_version(), campaign=here.campaign, actor=here.actor
    )
    flash(_("The note is saved."), "success")
    return _back(found)


@bp.get(f"{ONE}/decision")
@login_required
def decision(campaign_id: str, battle_id: str) -> Any:
    here = enter(campaign_id, Deed.RUN)
    found = battle_of(here.campaign, battle_id)
    if not battle_page(found, here).doings.decide and g.get("typed") is None:
        return redirect(url_for("battles.battle", campaign_id=campaign_id, battle_id=battle_id))
    action = url_for("battles.decide", campaign_id=campaign_id, battle_id=battle_id)
    return _result_form(found, here, action, decides=True)


@bp.post(f"{ONE}/decision")
@login_required
@prepared_first
@writes(page="battles.decision")
def decide(campaign_id: str, battle_id: str) -> Any:
    here, found = _to_change(campaign_id, battle_id, Deed.RUN)
    operations.decide(
        found,
        report_from(request.form, found),
        version=_version(),
        picture=_picture(here),
        campaign=here.campaign,
        actor=here.actor,
    )
    flash(_("Decided. The result stands."), "success")
    return _back(found)


@bp.post(f"{ONE}/correction")
@login_required
@writes(page="battles.battle")
def correct(campaign_id: str, battle_id: str) -> Any:
    here, found = _to_change(campaign_id, battle_id, Deed.RUN)
    form = checked(CorrectionForm, "correction")
    operations.correct(
        found,
        reason=form.reason.data or "",
        campaign=here.campaign,
        actor=here.actor,
        forgive=bool(form.forgive.data),
    )
    flash(_("The result is taken back. Enter it anew, or decide it."), "success")
    return _back(found)


def _to_change(
    campaign_id: str, battle_id: str, deed: Deed, seat_id: str | None = None
) -> tuple[Here, Battle]:
    here = enter_to_change(campaign_id, deed, seat_id)
    return here, battle_of(here.campaign, battle_id)


def _version() -> int:
    """The version of the result or note that the form was made for; 400 without one."""
    version = request.form.get("version", type=int)
    if version is None:
        abort(400)
    return version


def _picture(here: Here) -> Picture | None:
    file = request.files.get("picture")
    if file is None or not file.filename:
        return None
    return store_picture(file, campaign=here.campaign, person=here.me.person)


def _back(found: Battle) -> Any:
    return redirect(url_for("battles.battle", campaign_id=found.campaign_id, battle_id=found.id), code=303)


def _unsaid(found: Battle) -> list[str]:
    """What the slower of two who entered at once has typed otherwise (V6.9); it is not lost."""
    try:
        return differences(report_from(g.typed, found), stored_report(found), found)
    except Refusal:
        return []


def _shown(found: Battle, here: Here, unsaid: list[str] | None = None) -> str:
    page = battle_page(found, here)
    if page.mine:
        keep_offline()
    _tell_at_the_top(page)
    forms = {
        side.id: form_for(DisputeForm, f"dispute-{side.seat_id}", text="\n".join(unsaid or []))
        for side in page.doings.answer
    }
    sheet = url_for("documents.battle_sheet", campaign_id=found.campaign_id, battle_id=found.id)
    return render_template(
        "campaign/battles/battle.html",
        page=page,
        battle=found,
        dispute_forms=forms,
        unsaid=unsaid,
        note_form=form_for(NoteForm, "note", note=found.note),
        roll_form=form_for(RollForm, "roll"),
        again_form=form_for(AgainForm, "again"),
        correction_form=form_for(CorrectionForm, "correction"),
        sheet_url=sheet if page.open else None,
        back_url=url_for("battles.battles", campaign_id=found.campaign_id),
        **frame(here, "battles"),
    )


def _tell_at_the_top(page: BattlePage) -> None:
    """A refusal whose form has gone from the page meanwhile is said above everything."""
    refusal = g.get("refusal")
    can = page.doings
    shown = {f"{what}-{side.seat_id}" for side in can.answer for what in ("confirm", "dispute")}
    open_forms = {
        "note": can.note,
        "roll": can.roll is not None,
        "again": can.scout,
        "correction": can.correct,
    }
    shown.update(key for key, there in open_forms.items() if there)
    if refusal is not None and refusal.form_key not in shown:
        refusal.form_key = None


def _result_form(found: Battle, here: Here, action: str, *, decides: bool) -> str:
    page = battle_page(found, here)
    if page.mine:
        keep_offline()
    return render_template(
        "campaign/battles/result.html",
        page=page,
        battle=found,
        report=stored_report(found),
        action=action,
        decides=decides,
        draw=DRAW,
        most=MOST,
        most_points=MOST_POINTS,
        back_url=url_for("battles.battle", campaign_id=found.campaign_id, battle_id=found.id),
        **frame(here, "battles"),
    )
