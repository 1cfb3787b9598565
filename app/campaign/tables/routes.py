"""C2, C3, C6-C9: every table of a campaign, read by all of it, replaced by its game master."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_login import login_required
from werkzeug import Response

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.files.opening import sent_bytes
from app.campaign.files.wording import as_refusals
from app.campaign.tables import operations, queries
from app.campaign.tables.forms import KEY, form_class, posted_rows, shown_form
from app.campaign.tables.wording import RULES, table_name
from app.campaign.tabs import frame
from app.i18n import language
from app.journal.writes import writes
from app.refusal import FormRefused
from rules.vanguard.exchange.table_csv import read_sheet, write_sheet
from rules.vanguard.exchange.table_sheets import SheetFaults

bp = Blueprint("tables", __name__)
PLACE = "/campaigns/<campaign_id>/tables"
ONE = f"{PLACE}/<table>"


@bp.get(PLACE)
@login_required
def tables(campaign_id: str) -> str:
    here = enter(campaign_id)
    return _page(here, "tables.html", tables=queries.tables_page(here.campaign))


@bp.get(ONE)
@login_required
def table(campaign_id: str, table: str) -> str:
    here = enter(campaign_id)
    view = queries.table_page(here.campaign, _known(table))
    runs = here.may(Deed.RUN)
    return _page(
        here,
        "table.html",
        view=view,
        form=shown_form(table, view.cells) if runs else None,
        version=operations.version_of(here.campaign),
        corrects=operations.is_under_way(here.campaign),
    )


@bp.post(ONE)
@login_required
@writes(page="tables.table", any_phase=True)
def change(campaign_id: str, table: str) -> Response:
    here = enter_to_change(campaign_id, Deed.RUN)
    form = form_class(_known(table), posted_rows(request.form))(formdata=request.form)
    try:
        changed = operations.replace_table(
            table,
            form.cells(),
            language(),
            version=request.form.get("version", ""),
            reason=form.reason.data or "",
            campaign=here.campaign,
            actor=here.actor,
        )
    except SheetFaults as error:
        form.blame(error.faults)
        raise FormRefused(form, KEY) from error
    return _changed(here, table, changed)


@bp.get(f"{ONE}/table.csv")
@login_required
def file(campaign_id: str, table: str) -> Response:
    """The table as CSV: the template for one's own."""
    here = enter(campaign_id)
    view = queries.table_page(here.campaign, _known(table))
    response = Response(write_sheet(table, view.cells), mimetype="text/csv")
    response.headers["Content-Disposition"] = f'attachment; filename="{table}.csv"'
    return response


@bp.post(f"{ONE}/file")
@login_required
@writes(page="tables.table", any_phase=True)
def read(campaign_id: str, table: str) -> Response:
    here = enter_to_change(campaign_id, Deed.RUN)
    with as_refusals(RULES[_known(table)]):
        cells, lines = read_sheet(sent_bytes(request.files.get("file")), table)
    changed = operations.read_file(
        table,
        cells,
        lines,
        language(),
        reason=request.form.get("reason", ""),
        campaign=here.campaign,
        actor=here.actor,
    )
    return _changed(here, table, changed)


@bp.post(f"{ONE}/restore")
@login_required
@writes(page="tables.table", any_phase=True)
def restore(campaign_id: str, table: str) -> Response:
    here = enter_to_change(campaign_id, Deed.RUN)
    changed = operations.restore_table(
        _known(table), reason=request.form.get("reason", ""), campaign=here.campaign, actor=here.actor
    )
    return _changed(here, table, changed)


def _known(table: str) -> str:
    if table not in RULES:
        abort(404)
    return table


def _changed(here: Here, table: str, changed: bool) -> Response:
    if changed:
        flash(_("The table “%(name)s” is saved.", name=table_name(table)), "success")
    else:
        flash(_("Nothing in it differs from the campaign's table."), "success")
    return redirect(url_for("tables.table", campaign_id=here.campaign.id, table=table), 303)


def _page(here: Here, template: str, **context: Any) -> str:
    return render_template(f"campaign/tables/{template}", here=here, **context, **frame(here, "rules"))
