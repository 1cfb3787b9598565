"""The public pages, and the GM's page that opens and closes them (V11.8).

A public page is the same for everybody: it asks neither who reads nor for the session, so it can tell nobody
apart, and sets no cookie. Its language is the browser's, or the one that its address names.
"""

from __future__ import annotations

from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    flash,
    g,
    make_response,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import gettext as _
from flask_login import login_required

from app.actor import Deed
from app.campaign.access import Here, enter, enter_to_change
from app.campaign.chronicle import queries as chronicle_queries
from app.campaign.founding.links import qr_drawing
from app.campaign.founding.models import Campaign
from app.campaign.public import operations, queries
from app.campaign.states import State
from app.campaign.tabs import frame
from app.extensions import limiter
from app.i18n import LANGUAGES
from app.journal.writes import writes

bp = Blueprint("public", __name__)
_ASKED = ("group", "player", "place", "round", "before", "after", "of", "inside")
_PAGES_A_MINUTE = "120 per minute"
_PICTURES_A_MINUTE = "600 per minute"


@bp.get("/public/<nonce>")
@limiter.limit(_PAGES_A_MINUTE)
def chronicle(nonce: str) -> Response:
    campaign = _campaign(nonce)
    asked = request.args
    filters = chronicle_queries.filters_from(asked)
    page = chronicle_queries.Page(asked.get("before"), asked.get("after"))
    ways = queries.ways(campaign, _address)
    found = chronicle_queries.entries(queries.onlooker(campaign), filters, page, ways)
    return _page(campaign, "chronicle.html", "public.chronicle", page=found)


@bp.get("/public/<nonce>/standings")
@limiter.limit(_PAGES_A_MINUTE)
def standings(nonce: str) -> Response:
    campaign = _campaign(nonce)
    ways = queries.ways(campaign, _address)
    found = chronicle_queries.standings_page(queries.onlooker(campaign), request.args.get("of"), ways)
    return _page(campaign, "standings.html", "public.standings", page=found)


@bp.get("/public/<nonce>/map")
@limiter.limit(_PAGES_A_MINUTE)
def map(nonce: str) -> Response:
    """``?inside=`` enters a place that has a map (V1.7)."""
    campaign = _campaign(nonce)
    found = queries.map_page(queries.onlooker(campaign), request.args.get("inside"), _address)
    return _page(campaign, "map.html", "public.map", page=found)


@bp.get("/public/<nonce>/pictures/<picture_id>.webp")
@limiter.limit(_PICTURES_A_MINUTE)
def picture(nonce: str, picture_id: str) -> Response:
    """A picture of the public pages. Browsers ask again each time, so that a revoked link shows none."""
    campaign = _campaign(nonce)
    found = queries.shared_picture(campaign, picture_id)
    if found is None:
        abort(404)
    response = Response(found.data, mimetype="image/webp")
    response.headers["Content-Security-Policy"] = "default-src 'none'; sandbox"
    # A chat's own server fetches the preview.
    response.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    return _shared(response)


@bp.get("/campaigns/<campaign_id>/public")
@login_required
def settings(campaign_id: str) -> str:
    """The link, for GM and deputy; also when the campaign is finished."""
    here = enter(campaign_id)
    _check_runs(here)
    nonce = here.campaign.public_nonce
    url = url_for("public.chronicle", nonce=nonce, _external=True) if nonce else None
    return render_template(
        "campaign/public/settings.html",
        url=url,
        drawing=qr_drawing(url) if url else None,
        **frame(here, "chronicle"),
    )


@bp.post("/campaigns/<campaign_id>/public")
@login_required
@writes(page="public.settings", any_phase=True)
def open_link(campaign_id: str) -> Any:
    here = _enter_to_change(campaign_id)
    operations.open_link(here.campaign, actor=here.actor)
    flash(_("The public link is ready."), "moss")
    return redirect(url_for("public.settings", campaign_id=campaign_id), 303)


@bp.post("/campaigns/<campaign_id>/public/revoke")
@login_required
@writes(page="public.settings", any_phase=True)
def revoke_link(campaign_id: str) -> Any:
    here = _enter_to_change(campaign_id)
    operations.revoke_link(here.campaign, actor=here.actor)
    flash(_("The public link is void now."), "moss")
    return redirect(url_for("public.settings", campaign_id=campaign_id), 303)


def _enter_to_change(campaign_id: str) -> Here:
    """For GM and deputy. A finished campaign changes no more (V0.1), but its door can still be closed."""
    here = enter_to_change(campaign_id, Deed.SEE)
    _check_runs(here)
    return here


def _check_runs(here: Here) -> None:
    if not here.runs or here.campaign.state == State.DRAFT:
        abort(403)


def _campaign(nonce: str) -> Campaign:
    """The link's campaign, else 404. From here on nothing of the reader but the language counts."""
    asked = request.args.get("lang")
    g.bare = True
    g.language = asked if asked in LANGUAGES else request.accept_languages.best_match(list(LANGUAGES)) or "en"
    found = queries.campaign_of_link(nonce)
    if found is None:
        abort(404)
    return found


def _address(endpoint: str, **asked: Any) -> str:
    """A public page of the same link, in the language that this one's address names."""
    lang = request.args.get("lang")
    if lang in LANGUAGES:
        asked.setdefault("lang", lang)
    return url_for(endpoint, nonce=(request.view_args or {})["nonce"], **asked)


def _page(campaign: Campaign, template: str, endpoint: str, **context: Any) -> Response:
    # Only what the pages ask for themselves: an address is made of it.
    asked = {name: request.args[name] for name in _ASKED if name in request.args}
    at: dict[str, Any] = {**asked, "nonce": campaign.public_nonce}
    response = make_response(
        render_template(
            f"campaign/public/{template}",
            head=queries.head_of(campaign),
            tabs=queries.tabs(_address, endpoint),
            languages=[
                (code, name, url_for(endpoint, **{**at, "lang": code})) for code, name in LANGUAGES.items()
            ],
            address=_address,
            canonical=url_for(endpoint, nonce=campaign.public_nonce, _external=True),
            **context,
        )
    )
    return _shared(response)


def _shared(response: Response) -> Response:
    """Kept by browsers, asked for each time, and the same bytes for everybody: the mark is that of the bytes,
    so it tells no more than they do. Search engines leave it, and no other site learns the address."""
    response.headers["Cache-Control"] = "private, no-cache"
    response.headers["X-Robots-Tag"] = "noindex, nofollow, noarchive"
    response.headers["Referrer-Policy"] = "no-referrer"
    response.vary.add("Accept-Language")
    response.add_etag()
    response.make_conditional(request)
    return response
