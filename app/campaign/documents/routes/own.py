"""V10.3: a player's own sheets, and the page that offers them."""

from __future__ import annotations

from flask import Response, abort, request
from flask_babel import gettext as _
from flask_login import login_required

from app.campaign.access import Here
from app.campaign.company.pages import SEAT, look, own_page
from app.campaign.documents import queries
from app.campaign.documents.routes.blueprint import bp
from app.campaign.documents.wishes import Wishes, wishes_of
from app.campaign.warbands.queries.builder import warband_of
from app.printing.documents import little_ink, page_size, pdf
from app.printing.names import content_disposition


@bp.get(f"{SEAT}/print")
@login_required
def menu(campaign_id: str, seat_id: str) -> str:
    """What can be printed of this player's things, and on which paper."""
    here = look(campaign_id, seat_id)
    return own_page(
        here,
        "campaign/documents/menu.html",
        "company",
        "print",
        view=queries.menu(here),
        paper=page_size(),
        ink="little" if little_ink() else "full",
    )


@bp.get(f"{SEAT}/warbands/<warband_id>/roster.pdf")
@login_required
def roster(campaign_id: str, seat_id: str, warband_id: str) -> Response:
    """A warband: its table on one page, then its model cards (``?cards=0``: without, ``?blank=2``)."""
    here = look(campaign_id, seat_id)
    warband = warband_of(here.seat, warband_id)
    if warband is None:
        abort(404)
    sheet = queries.roster_sheet(warband, here, _wishes())
    title = _("%(name)s, warband roster", name=sheet.name)
    return pdf("print/roster.html", title=title, page_url=sheet.page_url, sheet=sheet)


@bp.get(f"{SEAT}/company.pdf")
@login_required
def company_sheet(campaign_id: str, seat_id: str) -> Response:
    """Everybody in the company, its retinue and its store (``?gold=1``: with its gold)."""
    sheet = _company(look(campaign_id, seat_id))
    title = _("%(name)s, company sheet", name=sheet.name)
    return pdf("print/company.html", title=title, page_url=sheet.page_url, sheet=sheet)


@bp.get(f"{SEAT}/everything.pdf")
@login_required
def everything(campaign_id: str, seat_id: str) -> Response:
    """The company sheet and the rosters of all warbands in one document."""
    here = look(campaign_id, seat_id)
    sheet = _company(here)
    wishes = _wishes()
    warbands = [queries.roster_sheet(one, here, wishes) for one in queries.warbands_of(here)]
    title = _("%(name)s, everything", name=sheet.name)
    return pdf("print/everything.html", title=title, page_url=sheet.page_url, sheet=sheet, warbands=warbands)


@bp.get(f"{SEAT}/blank.pdf")
@login_required
def blank(campaign_id: str, seat_id: str) -> Response:
    """Empty sheets to be filled in at the table (``?what=cards|roster|company``, several; without, all)."""
    here = look(campaign_id, seat_id)
    asked = [one for one in queries.BLANKS if one in request.args.getlist("what")]
    sheets = queries.blank_sheets(here, asked or list(queries.BLANKS), page_size())
    title = _("%(name)s, blank sheets", name=sheets.name)
    return pdf("print/blank.html", title=title, page_url=sheets.page_url, sheets=sheets)


@bp.get(f"{SEAT}/rosters.csv")
@login_required
def rosters_csv(campaign_id: str, seat_id: str) -> Response:
    """The rosters of all warbands as a table for spreadsheets (G5)."""
    here = look(campaign_id, seat_id)
    title = _("%(name)s, rosters", name=here.seat.name)
    return Response(
        queries.rosters_csv(here),
        mimetype="text/csv",
        headers={
            "Content-Disposition": content_disposition(title, "csv", kind="attachment"),
            "Cache-Control": "private, no-store",
        },
    )


def _company(here: Here) -> queries.CompanySheet:
    sheet = queries.company_sheet(here, gold=request.args.get("gold") == "1")
    if sheet is None:
        abort(404)
    return sheet


def _wishes() -> Wishes:
    """What the address asks for."""
    return wishes_of(request.args, page_size().lower(), "little" if little_ink() else "full")
