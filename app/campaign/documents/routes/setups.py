"""V10.3: a warband before it is printed, and the ways to print that are saved."""

from __future__ import annotations

from flask import abort, flash, redirect, request
from flask_babel import gettext as _
from flask_login import login_required
from werkzeug import Response

from app.campaign.access import Here
from app.campaign.company.pages import SEAT, address, change, look, own_page
from app.campaign.documents import operations, queries
from app.campaign.documents.forms import SetupForm
from app.campaign.documents.models import PrintSetup
from app.campaign.documents.routes.blueprint import bp
from app.campaign.documents.wishes import MOST_BLANK, Wishes, wishes_of
from app.campaign.warbands.models import Warband
from app.campaign.warbands.queries.builder import warband_of
from app.forms import checked, form_for
from app.journal.writes import writes
from app.printing.documents import little_ink, page_size
from app.refusal import Stale

ONE = f"{SEAT}/warbands/<warband_id>/print"
SETUP = f"{SEAT}/print/setups/<setup_id>"


@bp.get(ONE)
@login_required
def warband(campaign_id: str, seat_id: str, warband_id: str) -> str:
    """One warband to be printed: its models to tick, cards, saved ways (``?setup=…`` applies one)."""
    here = look(campaign_id, seat_id)
    found = _warband(here, warband_id)
    applied = queries.setup_of(here.seat, request.args.get("setup", ""))
    if applied is not None and applied.warband_id != found.id:
        applied = None
    view = queries.warband_to_print(found, here, _asked(), applied)
    return own_page(
        here,
        "campaign/documents/warband.html",
        "company",
        "print",
        view=view,
        most_blank=MOST_BLANK,
        back_url=address(here, "documents.menu"),
    )


@bp.get(f"{ONE}/keep")
@login_required
def keep(campaign_id: str, seat_id: str, warband_id: str) -> str:
    """Asks for the name under which the choices are saved."""
    here = look(campaign_id, seat_id)
    found = _warband(here, warband_id)
    view = queries.warband_to_print(found, here, _asked(), None)
    return own_page(
        here,
        "campaign/documents/keep.html",
        "company",
        "print",
        view=view,
        form=form_for(SetupForm, "keep"),
        back_url=address(here, "documents.warband", warband_id=found.id, **view.wishes.query()),
    )


@bp.post(f"{ONE}/keep")
@login_required
@writes(page="documents.keep", any_phase=True)
def save(campaign_id: str, seat_id: str, warband_id: str) -> Response:
    here = change(campaign_id, seat_id)
    found = _warband(here, warband_id)
    asked = request.form
    ink = "little" if asked.get("ink") == "little" else "full"
    wishes = wishes_of(asked, "letter" if asked.get("size") == "letter" else "a4", ink)
    form = checked(SetupForm, "keep")
    view = queries.warband_to_print(found, here, wishes, None)
    if not set(wishes.models or ()) <= {one.id for one in view.models}:
        raise Stale(_("The warband has changed since this page was made. Look at it again."), "V10.3")
    saved = operations.save_setup(
        form.name.data or "",
        wishes,
        warband=found,
        models=[one.id for one in view.models if one.on],
        campaign=here.campaign,
        seat=here.seat,
    )
    flash(_("Saved as “%(name)s”.", name=saved.name), "success")
    return redirect(address(here, "documents.warband", warband_id=found.id, setup=saved.id), 303)


@bp.get(SETUP)
@login_required
def setup(campaign_id: str, seat_id: str, setup_id: str) -> str:
    """A saved way to print: to be renamed or deleted."""
    here = look(campaign_id, seat_id)
    found = _setup(here, setup_id)
    return own_page(
        here,
        "campaign/documents/setup.html",
        "company",
        "print",
        setup=found,
        form=form_for(SetupForm, "rename", name=found.name),
        back_url=address(here, "documents.warband", warband_id=found.warband_id, setup=found.id),
    )


@bp.post(SETUP)
@login_required
@writes(page="documents.setup", any_phase=True)
def rename(campaign_id: str, seat_id: str, setup_id: str) -> Response:
    here = change(campaign_id, seat_id)
    found = _setup(here, setup_id)
    form = checked(SetupForm, "rename")
    operations.rename_setup(found, form.name.data or "", campaign=here.campaign, seat=here.seat)
    return redirect(address(here, "documents.warband", warband_id=found.warband_id, setup=found.id), 303)


@bp.post(f"{SETUP}/delete")
@login_required
@writes(page="documents.setup", any_phase=True)
def delete(campaign_id: str, seat_id: str, setup_id: str) -> Response:
    here = change(campaign_id, seat_id)
    found = _setup(here, setup_id)
    warband_id, name = found.warband_id, found.name
    operations.delete_setup(found, campaign=here.campaign, seat=here.seat)
    flash(_("“%(name)s” is deleted.", name=name), "success")
    return redirect(address(here, "documents.warband", warband_id=warband_id), 303)


def _warband(here: Here, warband_id: str) -> Warband:
    found = warband_of(here.seat, warband_id)
    if found is None:
        abort(404)
    return found


def _setup(here: Here, setup_id: str) -> PrintSetup:
    found = queries.setup_of(here.seat, setup_id)
    if found is None:
        abort(404)
    return found


def _asked() -> Wishes:
    return wishes_of(request.args, page_size().lower(), "little" if little_ink() else "full")
