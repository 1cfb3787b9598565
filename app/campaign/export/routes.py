"""V11.4: taking a campaign out and bringing it back."""

from __future__ import annotations

import json
import unicodedata
from urllib.parse import quote

from flask import Blueprint, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_login import current_user, login_required
from werkzeug import Response

from app.actor import Deed
from app.campaign.access import enter
from app.campaign.export import operations, queries
from app.campaign.export.chest import pack
from app.campaign.export.own import own_export
from app.campaign.files.opening import sent_bytes
from app.campaign.tabs import frame
from app.extensions import limiter
from app.journal.writes import writes
from app.refusal import Refusal

bp = Blueprint("export", __name__)
MOST_BYTES = 23 * 1024 * 1024


@bp.get("/campaigns/<campaign_id>/export")
@login_required
def menu(campaign_id: str) -> str:
    """What can be taken out of the campaign by whoever looks."""
    here = enter(campaign_id)
    return render_template("campaign/export/menu.html", here=here, **frame(here, "chronicle"))


@bp.get("/campaigns/<campaign_id>/export/campaign.feldtog")
@login_required
def whole(campaign_id: str) -> Response:
    here = enter(campaign_id, Deed.SEE_ALL)
    if not here.runs:
        abort(403)
    return _file(pack(here.campaign), f"{here.campaign.name}.feldtog", "application/gzip")


@bp.get("/campaigns/<campaign_id>/export/own.json")
@login_required
def own(campaign_id: str) -> Response:
    here = enter(campaign_id)
    data = own_export(here.campaign, here.me, current_user.id)
    text = json.dumps(data, ensure_ascii=False, indent=1, default=str)
    return _file(text.encode(), f"{here.campaign.name} {here.me.name}.json", "application/json")


@bp.get("/campaigns/<campaign_id>/export/standings.csv")
@login_required
def standings(campaign_id: str) -> Response:
    here = enter(campaign_id)
    name = _("%(campaign)s standings", campaign=here.campaign.name)
    return _file(queries.standings_csv(here.campaign), f"{name}.csv", "text/csv")


@bp.get("/bring-back")
@login_required
def bring() -> str:
    """The form for the file of a campaign."""
    return render_template("campaign/export/bring.html")


@bp.post("/bring-back")
@login_required
@limiter.limit("20 per hour")
@writes(page="export.bring")
def bring_back() -> Response:
    data = sent_bytes(request.files.get("file"), MOST_BYTES)
    if not data:
        raise Refusal(_("Choose a file first."), "V11.4")
    if len(data) > MOST_BYTES:
        raise Refusal(_("The file is larger than %(most)d MB.", most=MOST_BYTES // 1024**2), "V11.4")
    campaign = operations.bring_back(data, current_user)
    flash(
        _(
            "%(campaign)s is back, and you run it. Give its seats to the players on the page “Players”.",
            campaign=campaign.name,
        ),
        "success",
    )
    return redirect(url_for("overview.overview", campaign_id=campaign.id), 303)


def _file(data: bytes, name: str, kind: str) -> Response:
    """An answer that is kept as a file, with its name also for programs that know plain letters alone."""
    clean = "".join(one for one in name if one.isprintable() and one not in '\\/:*?"<>|').strip() or "feldtog"
    plain = unicodedata.normalize("NFKD", clean).encode("ascii", "ignore").decode() or "feldtog"
    response = Response(data, mimetype=kind)
    response.headers["Content-Disposition"] = (
        f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(clean)}"
    )
    response.headers["Cache-Control"] = "no-store"
    return response
