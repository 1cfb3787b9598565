"""The rulebook, open to everyone: its contents, its books, and a way from an id to its text."""

from __future__ import annotations

from flask import Blueprint, Response, abort, make_response, redirect, render_template, request
from werkzeug.wrappers import Response as Redirect

from app.pwa.reader import keep_offline
from app.rulebook.queries import book_page, contents_page, rule_url

bp = Blueprint("rulebook", __name__, url_prefix="/rules")


@bp.get("")
def contents() -> Response:
    return _kept(render_template("rulebook/contents.html", page=contents_page(request.args.get("q", ""))))


@bp.get("/<book_id>")
def book(book_id: str) -> Response:
    page = book_page(book_id)
    if page is None:
        abort(404)
    return _kept(render_template("rulebook/book.html", page=page))


@bp.get("/id/<rule_id>")
def rule(rule_id: str) -> Redirect:
    try:
        return redirect(rule_url(rule_id))
    except LookupError:
        abort(404)


def _kept(html: str) -> Response:
    """A page that this browser may keep and, without a net, show; online it asks again.

    It stands in the reader's language and layout, so no cache in between may give it to someone else.
    """
    if "q" not in request.args:
        keep_offline()
    response = make_response(html)
    response.headers["Cache-Control"] = "private, no-cache"
    response.vary.update(["Cookie", "Accept-Language"])
    return response
