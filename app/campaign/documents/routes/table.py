"""V10.3, V6.11: sheets of the whole table, and the page that offers them."""

from __future__ import annotations

from flask import Response, abort, render_template, request, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.campaign.access import enter
from app.campaign.battles.queries import battle_of
from app.campaign.documents import queries
from app.campaign.documents.routes.blueprint import bp
from app.campaign.tabs import frame
from app.printing.documents import little_ink, making, page_size, pdf

TABLE = "/campaigns/<campaign_id>"


@bp.get(f"{TABLE}/print")
@login_required
def table_menu(campaign_id: str) -> str:
    """What can be printed of the campaign, and the way to one's own things."""
    here = enter(campaign_id)
    return render_template(
        "campaign/documents/table.html",
        view=queries.table_menu(here),
        paper=page_size(),
        ink="little" if little_ink() else "full",
        **frame(here, "chronicle"),
    )


@bp.get(f"{TABLE}/map.pdf")
@login_required
def map_poster(campaign_id: str) -> Response:
    """The maps for the wall (``?sheet=a4|a3|a2|letter``, ``?mine=1``: with the reader's own orders)."""
    here = enter(campaign_id)
    asked = request.args.get("sheet", "")
    sheet = asked if asked in queries.SHEETS else page_size().lower()
    mine = request.args.get("mine") == "1"
    poster = queries.poster(here, sheet, spare=little_ink(), mine=mine)
    if poster is None:
        abort(404)
    title = _("%(name)s, map", name=poster.name)
    return pdf(
        "print/poster.html",
        title=title,
        page_url=poster.page_url,
        long=True,
        pictures=poster.maps.pictures,
        poster=poster,
    )


@bp.get(f"{TABLE}/report")
@login_required
def report(campaign_id: str) -> str:
    """Waits for the whole report, paper and ink as asked for."""
    here = enter(campaign_id)
    page_size()
    little_ink()
    title = _("%(name)s, report of the campaign", name=here.campaign.name)
    back = url_for("documents.table_menu", campaign_id=campaign_id)
    return making(title, "documents.whole_report", back, campaign_id=campaign_id)


@bp.get(f"{TABLE}/report.pdf")
@login_required
def whole_report(campaign_id: str) -> Response:
    """The campaign from its beginning (V10.3)."""
    here = enter(campaign_id)
    told = queries.report(here, None, spare=little_ink())
    title = _("%(name)s, report of the campaign", name=told.name)
    return _told("print/report.html", title, told)


@bp.get(f"{TABLE}/round.pdf")
@login_required
def round_report(campaign_id: str) -> Response:
    """One round, ``?round=3``; without, the present one (V10.3)."""
    here = enter(campaign_id)
    round_ = request.args.get("round", here.campaign.round, type=int)
    if not 0 <= round_ <= here.campaign.round:
        abort(404)
    told = queries.report(here, round_, spare=little_ink())
    title = _("%(name)s, report of round %(round)d", name=told.name, round=round_)
    return _told("print/round_report.html", title, told)


@bp.get(f"{TABLE}/pack.pdf")
@login_required
def round_pack(campaign_id: str) -> Response:
    """An evening without phones (``?part=orders|events|map|battles``, several; without, all)."""
    here = enter(campaign_id)
    if not here.campaign.running:
        abort(404)
    asked = {one for one in request.args.getlist("part") if one in queries.PARTS}
    pack = queries.pack(here, asked or set(queries.PARTS), spare=little_ink())
    title = _("%(name)s, sheets of round %(round)d", name=pack.name, round=pack.round)
    return pdf(
        "print/pack.html",
        title=title,
        page_url=pack.page_url,
        long=True,
        pictures=pack.maps.pictures if pack.maps else None,
        pack=pack,
        paper=page_size().lower(),
    )


@bp.get(f"{TABLE}/battles/<battle_id>/sheet.pdf")
@login_required
def battle_sheet(campaign_id: str, battle_id: str) -> Response:
    """A battle for its players and the GM from the announcement on, for all after its result (V3.11)."""
    here = enter(campaign_id)
    sheet = queries.battle_sheet(battle_of(here.campaign, battle_id), here)
    if sheet is None:
        abort(403)
    title = _("%(name)s, battle sheet of round %(round)d", name=sheet.name, round=sheet.round)
    return pdf("print/battle.html", title=title, page_url=sheet.page_url, sheet=sheet)


def _told(template: str, title: str, told: queries.Report) -> Response:
    return pdf(
        template,
        title=title,
        page_url=told.page_url,
        long=True,
        pictures=told.pictures,
        report=told,
    )
