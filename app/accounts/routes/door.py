"""Coming in and going out: sign-up, login, logout, language."""

from __future__ import annotations

from typing import Any

from flask import Response, flash, g, redirect, render_template, request, session, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_login import current_user, login_required

from app.accounts.forms import LoginForm, SignUpForm
from app.accounts.gate import safe_path, way_on
from app.accounts.logins import end_login, start_login
from app.accounts.operations import people
from app.accounts.passwords import fits, hash_password
from app.accounts.routes.blueprint import bp, events, go, limit_guessing, typed
from app.extensions import limiter
from app.forms import checked, form_for
from app.i18n import LANGUAGES
from app.i18n import language as present_language
from app.journal.writes import writes, writing
from app.notices import leading_on
from app.refusal import Refusal


@bp.get("/signup")
def sign_up() -> Any:
    if current_user.is_authenticated and request.method == "GET":
        return redirect(way_on(request.args.get("next")))
    form = form_for(SignUpForm, "sign_up", next=safe_path(request.args.get("next")) or "")
    return render_template("accounts/sign_up.html", form=form)


@bp.post("/signup")
@limiter.limit("30 per hour", deduct_when=lambda response: response.status_code < 400)
def make_account() -> Any:
    form = SignUpForm(formdata=request.form)
    # Hashing is slow on purpose: not while the write lock is held.
    g.password_hash = hash_password(form.new_password.data or "") if form.validate() else None
    return _make_account()


@writes(page="accounts.sign_up", again=True)
def _make_account() -> Response:
    form = checked(SignUpForm, "sign_up")
    if g.repeated:
        person = people.account(form.nickname.data or "")
        if person is None or not fits(person.password_hash, form.new_password.data or ""):
            # Only while the password is still the one that this form gave.
            raise Refusal(_l("That nickname is taken, or one that looks like it."), form_key="sign_up")
    else:
        person = people.sign_up(
            form.nickname.data or "", g.password_hash, form.email.data, present_language()
        )
    start_login(person, stay=True)
    events.info("account made", person=person.id)
    flash(
        _(
            "Welcome, %(name)s. Make recovery codes soon: they let you in if you forget your password.",
            name=person.nickname,
        ),
        leading_on("moss", "recovery-codes"),
    )
    return go(way_on(form.next.data))


@bp.get("/login")
def login() -> Any:
    if current_user.is_authenticated and request.method == "GET":
        return redirect(way_on(request.args.get("next")))
    form = form_for(LoginForm, "login", next=safe_path(request.args.get("next")) or "", stay=True)
    return render_template("accounts/login.html", form=form)


@bp.post("/login")
@limit_guessing
def log_in() -> Any:
    g.proof = people.prove(typed("nickname"), typed("password"))
    return _log_in()


@writes(page="accounts.login", again=True)
def _log_in() -> Response:
    form = checked(LoginForm, "login")
    try:
        person = people.proven(g.proof)
    except Refusal:
        events.warning("login failed")
        raise
    start_login(person, stay=form.stay.data)
    events.info("login", person=person.id)
    return go(way_on(form.next.data))


@bp.post("/logout")
@login_required
def log_out() -> Response:
    with writing():
        person_id = current_user.id
        end_login(current_user)
    events.info("logout", person=person_id)
    response = go(url_for("accounts.bye"))
    if request.is_secure:
        # Over plain http browsers ignore this; the page «bye» asks the service worker to wipe instead.
        response.headers["Clear-Site-Data"] = '"cache", "storage"'
    return response


@bp.get("/bye")
def bye() -> Any:
    """Says that one is logged out; its mark tells script and service worker to wipe what was kept offline."""
    if current_user.is_authenticated:
        return redirect(url_for("home.home"))
    return render_template("accounts/bye.html")


@bp.post("/language")
def language() -> Response:
    """The language switch of every page, for everybody; back to the page one was on."""
    chosen = request.form.get("lang", "")
    if chosen in LANGUAGES:
        session["language"] = chosen
        if current_user.is_authenticated:
            with writing():
                people.set_language(current_user, chosen)
    return go(safe_path(request.form.get("next")) or url_for("home.home"))
