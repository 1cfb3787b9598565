"""C1.1, C1.2: the game master's editor of the campaign's catalogue."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_babel import ngettext
from flask_login import login_required
from werkzeug import Response
from wtforms.validators import ValidationError

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.catalogue import operations, queries
from app.campaign.catalogue.forms import FORMS, AnyForm, ModelForm, values_of
from app.campaign.catalogue.wording import kind_name
from app.campaign.files.opening import sent_bytes
from app.campaign.founding.queries.catalogue import catalogue_of
from app.campaign.tabs import frame
from app.fields import options
from app.forms import form_for
from app.journal.writes import writes
from app.refusal import FormRefused
from rules.vanguard.catalogue import Entry
from rules.vanguard.exchange.tabular import COLUMNS, write_table

bp = Blueprint("catalogue", __name__)
PLACE = "/campaigns/<campaign_id>/catalogue"
_MOST_FILES = 40


@bp.get(PLACE)
@login_required
def catalogue(campaign_id: str) -> str:
    here = enter(campaign_id, Deed.RUN)
    view = queries.catalogue_page(
        here.campaign, request.args.get("show", ""), request.args.get("faction", "")
    )
    return _page(here, "catalogue.html", view=view)


@bp.get(f"{PLACE}/new/<kind>")
@login_required
def new(campaign_id: str, kind: str) -> str:
    here = enter(campaign_id, Deed.RUN)
    form = form_for(_form(kind), "entry", faction=request.args.get("faction", ""), items_allowed="two")
    _offer(form, here, kind)
    return _page(here, "entry.html", form=form, kind=kind, kind_name=kind_name(kind), entry=None)


@bp.post(f"{PLACE}/new/<kind>")
@login_required
@writes(page="catalogue.new", any_phase=True)
def add(campaign_id: str, kind: str) -> Response:
    here = enter_to_change(campaign_id, Deed.RUN)
    return _save(here, kind, None)


@bp.get(f"{PLACE}/entries/<kind>/<key>")
@login_required
def entry(campaign_id: str, kind: str, key: str) -> str:
    here = enter(campaign_id, Deed.RUN)
    found = _entry(here, kind, key)
    form = form_for(_form(kind), "entry", **values_of(found))
    _offer(form, here, kind)
    return _page(here, "entry.html", form=form, kind=kind, kind_name=kind_name(kind), entry=found)


@bp.post(f"{PLACE}/entries/<kind>/<key>")
@login_required
@writes(page="catalogue.entry", any_phase=True)
def change(campaign_id: str, kind: str, key: str) -> Response:
    here = enter_to_change(campaign_id, Deed.RUN)
    return _save(here, kind, _entry(here, kind, key))


@bp.get(f"{PLACE}/table/<kind>.csv")
@login_required
def table(campaign_id: str, kind: str) -> Response:
    """The entries of a kind as CSV: the template for one's own."""
    here = enter(campaign_id, Deed.RUN)
    if kind not in COLUMNS:
        abort(404)
    response = Response(write_table(kind, catalogue_of(here.campaign)), mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{kind}.csv"'
    return response


@bp.get(f"{PLACE}/import")
@login_required
def bring(campaign_id: str) -> str:
    here = enter(campaign_id, Deed.RUN)
    return _page(here, "import.html", view=queries.import_page(here.campaign), columns=COLUMNS)


@bp.post(f"{PLACE}/import")
@login_required
@writes(page="catalogue.bring", any_phase=True)
def read(campaign_id: str) -> Response:
    here = enter_to_change(campaign_id, Deed.RUN)
    sent = [one for one in request.files.getlist("files") if one.filename][:_MOST_FILES]
    files = [(str(one.filename).replace("\\", "/").rpartition("/")[2], sent_bytes(one)) for one in sent]
    _tell(operations.propose_files(files, campaign=here.campaign))
    return redirect(url_for("catalogue.bring", campaign_id=campaign_id, _anchor="found"), 303)


@bp.post(f"{PLACE}/newer")
@login_required
@writes(page="catalogue.bring", any_phase=True)
def newer(campaign_id: str) -> Response:
    here = enter_to_change(campaign_id, Deed.RUN)
    _tell(operations.propose_shipped(campaign=here.campaign))
    return redirect(url_for("catalogue.bring", campaign_id=campaign_id, _anchor="found"), 303)


@bp.post(f"{PLACE}/import/apply")
@login_required
@writes(page="catalogue.bring", any_phase=True)
def apply(campaign_id: str) -> Response:
    here = enter_to_change(campaign_id, Deed.RUN)
    count = operations.apply_draft(
        request.form.getlist("mark"),
        version=request.form.get("version", ""),
        campaign=here.campaign,
        actor=here.actor,
    )
    flash(ngettext("%(num)d entry is taken over.", "%(num)d entries are taken over.", count), "success")
    return redirect(url_for("catalogue.catalogue", campaign_id=campaign_id), 303)


@bp.post(f"{PLACE}/import/forget")
@login_required
@writes(page="catalogue.bring", any_phase=True)
def forget(campaign_id: str) -> Response:
    here = enter_to_change(campaign_id, Deed.RUN)
    operations.forget_draft(campaign=here.campaign)
    flash(_("Nothing was taken over."), "success")
    return redirect(url_for("catalogue.bring", campaign_id=campaign_id), 303)


def _save(here: Here, kind: str, before: Entry | None) -> Response:
    cls = _form(kind)
    form = cls(formdata=request.form)
    _offer(form, here, kind)
    if not form.validate():
        raise FormRefused(form, "entry")
    try:
        after = form.filled(before, catalogue_of(here.campaign))
    except ValidationError as error:
        form["options"].errors = [*form["options"].errors, str(error)]
        raise FormRefused(form, "entry") from error
    operations.save_entry(kind, after, campaign=here.campaign, actor=here.actor)
    flash(_("%(name)s is saved.", name=after.name), "success")
    show = {"item": "items", "faction": "factions", "mercenary": "mercenaries", "scenario": "scenarios"}.get(
        kind, "models"
    )
    faction = getattr(after, "faction", None)
    return redirect(
        url_for("catalogue.catalogue", campaign_id=here.campaign.id, show=show, faction=faction), 303
    )


def _form(kind: str) -> type[AnyForm]:
    if kind not in FORMS:
        abort(404)
    return FORMS[kind]


def _offer(form: AnyForm, here: Here, kind: str) -> None:
    if isinstance(form, ModelForm):
        form.faction.choices = options(
            [("", _("none: a mercenary"))] if kind == "mercenary" else queries.factions_named(here.campaign)
        )


def _entry(here: Here, kind: str, key: str) -> Entry:
    _form(kind)
    found = queries.entry_named(here.campaign, kind, key)
    if found is None:
        abort(404)
    return found


def _tell(count: int) -> None:
    if count:
        flash(
            ngettext(
                "%(num)d entry differs. Look at it and say what to take over.",
                "%(num)d entries differ. Look at them and say what to take over.",
                count,
            ),
            "success",
        )
    else:
        flash(_("Nothing in it differs from the campaign's catalogue."), "success")


def _page(here: Here, template: str, **context: Any) -> str:
    return render_template(f"campaign/catalogue/{template}", here=here, **context, **frame(here, "rules"))
