"""C1.4: the page from which a warband is copied or downloaded as text."""

from __future__ import annotations

from collections.abc import Callable

from flask import Blueprint, abort
from flask_login import login_required
from werkzeug import Response

from app.campaign.access import Here
from app.campaign.company.pages import SEAT, look, own_page
from app.campaign.sharing import lists
from app.campaign.sharing.lists import WarbandList
from app.campaign.sharing.wording import FORMS, file_title
from app.campaign.warbands.models import Warband
from app.campaign.warbands.queries.builder import warband_of
from app.printing.names import content_disposition

bp = Blueprint("sharing", __name__)
PLACE = f"{SEAT}/warbands/<warband_id>/list"
_WRITERS: dict[str, tuple[Callable[[WarbandList], str], str, str]] = {
    "text": (lists.plain_text, "txt", "text/plain"),
    "markdown": (lists.markdown, "md", "text/markdown"),
    "secret": (lists.secret_list, "txt", "text/plain"),
}


@bp.get(PLACE)
@login_required
def share(campaign_id: str, seat_id: str, warband_id: str) -> str:
    here = look(campaign_id, seat_id)
    warband = _warband(here, warband_id)
    one = lists.list_of(warband, here)
    return own_page(
        here,
        "campaign/sharing/share.html",
        "warbands",
        "warbands",
        warband=warband,
        texts=[(key, *FORMS[key], write(one)) for key, (write, _ending, _type) in _WRITERS.items()],
    )


@bp.get(f"{PLACE}/<form>")
@login_required
def download(campaign_id: str, seat_id: str, warband_id: str, form: str) -> Response:
    """The list as a file, for the player and the GM alone (V3.11)."""
    here = look(campaign_id, seat_id)
    one = lists.list_of(_warband(here, warband_id), here)
    if form == "json":
        return _file(lists.as_json(one), one.name, "json", "application/json")
    if form not in _WRITERS:
        abort(404)
    write, ending, mimetype = _WRITERS[form]
    return _file(write(one).encode(), file_title(one.name, form), ending, mimetype)


def _file(data: bytes, title: str, ending: str, mimetype: str) -> Response:
    response = Response(data, mimetype=mimetype)
    response.headers["Content-Disposition"] = content_disposition(title, ending, kind="attachment")
    return response


def _warband(here: Here, warband_id: str) -> Warband:
    warband = warband_of(here.seat, warband_id)
    if warband is None:
        abort(404)
    return warband
