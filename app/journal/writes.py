"""The way in for every change of state: once, whole, and for the page it was meant for."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from datetime import timedelta
from functools import wraps
from typing import Any

from flask import (
    Response,
    abort,
    current_app,
    flash,
    g,
    get_flashed_messages,
    jsonify,
    make_response,
    redirect,
    request,
    session,
    url_for,
)
from flask_babel import lazy_gettext as _l
from flask_login import current_user
from sqlalchemy import Connection, Engine, event, func, select
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm.exc import StaleDataError

from app.accounts.logins import note_seen
from app.columns import new_id, now
from app.extensions import db
from app.journal.models import RequestRecord
from app.live.signals import CHANNEL, changed
from app.refusal import FormRefused, Refusal, Stale

View = Callable[..., Any]
_writing: ContextVar[bool] = ContextVar("writing", default=False)
_REQUEST_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")
# A login that was answered once is answered again for a lost answer, not for a recording of it.
_AGAIN_WITHIN = timedelta(hours=1)
MOVED_TO = "X-Version"
"""The header in which a view says to which version it moved what the form names the version of.

A browser that has further answers for the same page to send sends them for that version.
"""
_NOT_MEANING = frozenset({"csrf_token", "request_id", "keeps"})


def watch_engine(engine: Engine) -> None:
    """Let SQLite transactions begin as the caller means them.

    Python's driver opens them late and never as IMMEDIATE: two writers would both read
    and one would fail at its first write. A writer here holds the write lock from its
    first look, so what it read is still true when it writes.
    """
    if engine.dialect.name != "sqlite":
        return

    @event.listens_for(engine, "connect")
    def connect(connection: Any, _record: Any) -> None:
        connection.isolation_level = None
        cursor = connection.cursor()
        for pragma in ("journal_mode=WAL", "foreign_keys=ON", "busy_timeout=15000", "synchronous=NORMAL"):
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if _writing.get() else "BEGIN")


@contextmanager
def writing() -> Iterator[None]:
    """One write transaction; what was read before is read again. Commits, or undoes all."""
    db.session.rollback()
    token = _writing.set(True)
    try:
        yield
        if db.engine.dialect.name == "postgresql":
            # Heard by every process once (and only if) this transaction is committed.
            db.session.execute(select(func.pg_notify(CHANNEL, "")))
        db.session.commit()
    except BaseException:
        db.session.rollback()
        raise
    finally:
        _writing.reset(token)
    changed()


def new_request_id() -> str:
    """The id that a form carries, minted when the form is made, for this person or browser."""
    person_key()
    return new_id()


def person_key() -> str:
    """Whose request ids these are: the person's, or this browser's before it has one."""
    if current_user.is_authenticated:
        return f"person:{current_user.id}"
    return f"browser:{session.setdefault('browser', new_id())}"


def writes(page: str, *, any_phase: bool = False, again: bool = False) -> Callable[[View], View]:
    """Make a view the carrier of one change.

    The change happens once for its request id, in one transaction: a repeat gets the
    stored answer, the same id with another body is stale. A form made in another phase
    of the campaign is stale, unless ``any_phase``. On a refusal nothing is changed and
    ``page``, the endpoint of the page the form stands on, is shown again with what was typed.
    The view returns a redirect.

    ``again`` is for changes whose answer is a cookie (logging in), which is not stored: a
    repeat within the hour runs the view once more, with ``g.repeated`` set, and is to give the
    same person the same thing; a later one is stale.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def carry_out(**where: Any) -> Response:
            request_id = request.form.get("request_id") or request.headers.get("X-Request-Id", "")
            if not _REQUEST_ID.fullmatch(request_id):
                abort(400)
            g.request_id = request_id
            g.any_phase = any_phase
            g.repeated = False
            try:
                with writing():
                    response = _once(view, where, person_key(), request_id, again=again)
            except Refusal as refusal:
                return _show_again(page, where, refusal)
            except (IntegrityError, StaleDataError):
                current_app.logger.warning("a change met another one", exc_info=True)
                return _show_again(
                    page, where, Stale(_l("Somebody else was quicker. This is how it stands now."))
                )
            if "keeps" in request.form:
                # The browser keeps the form's text until the next page says that it was taken.
                session["taken"] = request_id
            if request.headers.get("X-Outbox") == "1":
                # Sent by a script, which asks where to go; the next page tells what there is to tell.
                version = response.headers.get(MOVED_TO, type=int)
                return jsonify(to=response.headers.get("Location"), version=version)
            return response

        return carry_out

    return decorate


def _once(view: View, where: dict[str, Any], person: str, request_id: str, *, again: bool) -> Response:
    body_hash = _body_hash()
    if _claimed(person, request_id):
        record = _same_request(person, request_id, body_hash)
        if not again:
            return _stored_answer(record)
        if now() - record.at > _AGAIN_WITHIN:
            raise Stale(_l("This page was sent long ago. Open it anew."))
        g.repeated = True
        return make_response(view(**where))
    if current_user.is_authenticated:
        note_seen(current_user)
    response = make_response(view(**where))
    if response.status_code >= 400:
        raise RuntimeError(f"a change must raise to refuse, not answer {response.status_code}")
    flashes = list(session.get("_flashes", []))
    record = db.session.execute(
        select(RequestRecord).where(RequestRecord.person == person, RequestRecord.request_id == request_id)
    ).scalar_one()
    record.body_hash = body_hash
    record.status = response.status_code
    record.location = response.headers.get("Location")
    record.moved_to = response.headers.get(MOVED_TO, type=int)
    record.flashes = [[category, str(message)] for category, message in flashes]
    return response


def _claimed(person: str, request_id: str) -> bool:
    """Claim the id; True if it was taken.

    On PostgreSQL a second sender waits here until the first has committed or given up.
    """
    insert = _insert().values(id=new_id(), person=person, request_id=request_id, body_hash="", flashes=[])
    insert = insert.on_conflict_do_nothing(index_elements=["person", "request_id"])
    # Asked for by RETURNING: psycopg does not count the rows of such an INSERT.
    return db.session.execute(insert.returning(RequestRecord.id)).scalar_one_or_none() is None


def _insert() -> Any:
    if db.engine.dialect.name == "postgresql":
        from sqlalchemy.dialects.postgresql import insert as postgresql_insert

        return postgresql_insert(RequestRecord)
    from sqlalchemy.dialects.sqlite import insert as sqlite_insert

    return sqlite_insert(RequestRecord)


def _same_request(person: str, request_id: str, body_hash: str) -> RequestRecord:
    record = db.session.execute(
        select(RequestRecord).where(RequestRecord.person == person, RequestRecord.request_id == request_id)
    ).scalar_one()
    if record.body_hash != body_hash:
        raise Stale(_l("This page was already sent with something else in it. This is how it stands now."))
    return record


def _stored_answer(record: RequestRecord) -> Response:
    get_flashed_messages()
    for category, message in record.flashes:
        flash(message, category)
    if not record.location:
        return make_response("", record.status or 204)
    response = make_response(redirect(record.location, record.status or 303))
    if record.moved_to is not None:
        response.headers[MOVED_TO] = str(record.moved_to)
    return response


def _body_hash() -> str:
    """What was sent, as a keyed hash: it is stored, and what was sent may hold a password."""
    secret = str(current_app.secret_key).encode()
    digest = hmac.new(secret, request.path.encode(), hashlib.sha256)
    for name, values in sorted(request.form.lists()):
        if name not in _NOT_MEANING:
            digest.update(repr((name, values)).encode())
    for name, files in sorted(request.files.lists()):
        for file in files:
            if not file.filename:
                continue  # an empty field for files; whoever sends again may leave it out
            digest.update(repr((name, file.filename)).encode())
            digest.update(hashlib.sha256(file.stream.read()).digest())
            file.stream.seek(0)
    return digest.hexdigest()


def _show_again(page: str, where: dict[str, Any], refusal: Refusal) -> Response:
    """The page the form stands on, with the refusal beside what was typed."""
    g.refusal = refusal
    g.page_at = url_for(page, **where)
    g.typed = request.form
    refusal.form_key = refusal.form_key or request.form.get("form_key")
    if isinstance(refusal, FormRefused):
        g.refused_form = (refusal.form_key, refusal.form)
    current_app.logger.info("refused", extra={"rule": refusal.rule, "page": page})
    view = current_app.view_functions[page]
    response = make_response(view(**where))
    if refusal.form_key and not response.is_streamed and b'id="refusal"' not in response.get_data():
        # The form is no longer on the page as it stands now: the refusal stands above it.
        refusal.form_key = None
        g.pop("form_scope", None)
        response = make_response(view(**where))
    response.status_code = refusal.status
    response.headers["Cache-Control"] = "no-store"
    return response
