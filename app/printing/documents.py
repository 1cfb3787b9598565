"""From a template to a PDF that a browser can show and keep."""

from __future__ import annotations

import atexit
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import segno
import structlog
from flask import Flask, Response, current_app, render_template, request, session, url_for
from flask_babel import format_date, format_time
from flask_babel import gettext as _
from markupsafe import Markup

from app.columns import now
from app.printing import drawings, progress
from app.printing.boards import sign_drawing
from app.printing.names import content_disposition
from app.printing.press import PageSize, Press, PressBusy, PrintFailed

LONG = 120.0
"""Seconds that a long document may take; who asks for one waits on a page that says so."""
log = structlog.get_logger(__name__)


def init_app(app: Flask, static: Path) -> None:
    """Have a press; its workers start with the first document."""
    press = Press(static)
    app.extensions["press"] = press
    atexit.register(press.stop)
    # Macros are imported without context, so what they need are globals of the environment.
    app.jinja_env.globals.update(
        paper_arms=_arms, paper_icon=drawings.icon, paper_qr=paper_qr, paper_sign=sign_drawing
    )


def page_size() -> PageSize:
    """The paper that the request asks for by ``?size=letter`` or ``?size=a4``; without, this browser's last.

    Nobody has to say twice which paper lies in their printer.
    """
    asked = request.args.get("size", "").lower()
    if asked in ("a4", "letter"):
        session["paper"] = asked
    return "letter" if session.get("paper") == "letter" else "A4"


def little_ink() -> bool:
    """Whether the request asks to save ink by ``?ink=little``; without, as this browser did last."""
    asked = request.args.get("ink", "").lower()
    if asked in ("little", "full"):
        session["ink"] = asked
    return session.get("ink") == "little"


def _arms(style: int, emblem: str) -> Markup:
    """A seat's arms as the request wants its ink used."""
    return drawings.arms(style, emblem, spare=little_ink())


def own_address(path: str) -> str:
    """The full address of a page of ours, as QR codes and letters give it."""
    base = current_app.config["FELDTOG"].base_url or request.host_url
    return str(base).rstrip("/") + path


def qr_code(address: str) -> Markup:
    """A QR code as inline SVG, sized by its surroundings."""
    code = segno.make(address, error="m", micro=False)
    return Markup(code.svg_inline(omitsize=True, border=2, svgclass="qr", lineclass=None))  # noqa: S704


def paper_qr(path: str) -> Markup:
    """The code that leads back to a page of ours, as a link for those who read on a screen."""
    address = own_address(path)
    return Markup('<a href="{}" title="{}">{}</a>').format(address, _("To the page"), qr_code(address))


def making(title: str, endpoint: str, back: str, **where: Any) -> str:
    """A page that waits for a long document at that endpoint, says how far it is, and gives way to it."""
    ticket = progress.new_ticket()
    return render_template(
        "print/making.html",
        title=title,
        url=url_for(endpoint, ticket=ticket, **where),
        ask_url=url_for("printing.progress", ticket=ticket),
        back=back,
    )


def pdf(
    template: str,
    *,
    title: str,
    page_url: str,
    long: bool = False,
    pictures: Mapping[str, bytes] | None = None,
    **context: Any,
) -> Response:
    """Print ``template`` (made of ``print/base.html``) and answer with the PDF.

    ``title`` heads the first page and names the file; ``page_url`` is the path of the page
    that the QR code leads back to; ``pictures`` are shown as ``<img src="picture/<name>">``.
    ``long``: it may take its time, as the report of a campaign does.
    The language is that of the reader, the paper that of the request. While too many
    documents wait, or if it cannot be made, the answer is a page (503) that says so.
    """
    press: Press = current_app.extensions["press"]
    ticket = request.args.get("ticket", "")
    address = own_address(page_url)
    html = render_template(
        template,
        title=title,
        address=address,
        shown_address=address.partition("://")[2],
        page_url=page_url,
        day=format_date(now(), "long"),
        time=format_time(now(), "short"),
        spare=little_ink(),
        **context,
    )
    try:
        made, seconds = press.print(
            html,
            size=page_size(),
            pictures=pictures,
            told=progress.path_of(ticket),
            limit=LONG if long else None,
        )
    except (PressBusy, PrintFailed) as error:
        log.warning("not printed", template=template, error=repr(error))
        busy = isinstance(error, PressBusy)
        answer = Response(render_template("print/failed.html", busy=busy, back=page_url), status=503)
        answer.headers["Retry-After"] = "10"
        return answer
    progress.done(ticket)
    log.info("printed", template=template, seconds=round(seconds, 3), size=len(made))
    return Response(
        made,
        mimetype="application/pdf",
        headers={
            "Content-Disposition": content_disposition(title, "pdf"),
            "Cache-Control": "private, no-store",
        },
    )
