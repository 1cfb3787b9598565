"""One's own settings: look, e-mail, password, devices, leaving."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, flash, g, render_template, request, session, url_for
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_login import current_user, login_required

from app.accounts import queries
from app.accounts.forms import AppearanceForm, AskPasswordForm, ClaimForm, EmailForm, PasswordForm
from app.accounts.logins import end_login, start_login
from app.accounts.operations import guests, leaving, people
from app.accounts.passwords import hash_password
from app.accounts.routes.blueprint import bp, events, go, typed
from app.extensions import limiter
from app.forms import checked, form_for
from app.i18n import language
from app.journal.writes import writes
from app.refusal import Refusal

_WRONG = _l("That is not your password.")
_OFTEN = "20 per 15 minutes"


def _me() -> str:
    return f"person {current_user.id}" if current_user.is_authenticated else "nobody"


def asks_password(view: Any) -> Any:
    """Guessing the password of a device left lying about is limited too."""
    return limiter.limit(_OFTEN, key_func=_me, deduct_when=lambda response: response.status_code >= 400)(view)


@bp.get("/me")
@login_required
def settings() -> Any:
    appearance = form_for(AppearanceForm, "appearance", language=language(), theme=current_user.theme)
    return render_template(
        "accounts/settings.html",
        appearance=appearance,
        email=form_for(EmailForm, "email", email=current_user.email),
        claim=form_for(ClaimForm, "claim", nickname=current_user.nickname),
        codes_left=queries.codes_left(current_user),
        devices=queries.devices(current_user),
    )


@bp.post("/me/appearance")
@login_required
@writes(page="accounts.settings")
def set_appearance() -> Response:
    form = checked(AppearanceForm, "appearance")
    people.set_appearance(current_user, language=form.language.data, theme=form.theme.data)
    session["language"] = form.language.data
    return go(url_for("accounts.settings"))


@bp.post("/me/email")
@login_required
@asks_password
def change_email() -> Any:
    g.proof = people.prove_again(current_user, typed("password"))
    return _change_email()


@writes(page="accounts.settings")
def _change_email() -> Response:
    form = checked(EmailForm, "email")
    people.change_email(people.proven(g.proof, _WRONG), form.email.data)
    flash(_("Your e-mail address is changed."), "moss")
    return go(url_for("accounts.settings"))


@bp.get("/me/password")
@login_required
def password() -> Any:
    if not current_user.password_hash:
        abort(404)
    return render_template("accounts/password.html", form=form_for(PasswordForm, "password"))


@bp.post("/me/password")
@login_required
@asks_password
def change_password() -> Any:
    g.proof = people.prove_again(current_user, typed("password"))
    g.password_hash = hash_password(typed("new_password")) if g.proof else None
    return _change_password()


@writes(page="accounts.password", again=True)
def _change_password() -> Response:
    checked(PasswordForm, "password", known_nickname=current_user.nickname)
    if g.repeated:
        start_login(current_user._get_current_object(), stay=session.permanent)
        return go(url_for("accounts.settings"))
    person = people.proven(g.proof, _WRONG)
    people.change_password(person, g.password_hash, stay=session.permanent)
    events.info("password changed", person=person.id)
    flash(_("Your password is changed. Every other device was logged out."), "moss")
    return go(url_for("accounts.settings"))


@bp.post("/me/devices/<login_id>/end")
@login_required
@writes(page="accounts.settings")
def end_device(login_id: str) -> Response:
    if not people.end_device(current_user, login_id):
        abort(404)
    flash(_("That device is logged out."), "moss")
    return go(url_for("accounts.settings"))


@bp.post("/me/claim")
@login_required
def claim() -> Any:
    form = ClaimForm(formdata=request.form)
    g.password_hash = hash_password(form.new_password.data or "") if form.validate() else None
    return _claim()


@writes(page="accounts.settings")
def _claim() -> Response:
    form = checked(ClaimForm, "claim")
    try:
        guests.claim_guest(current_user, form.nickname.data or "", g.password_hash)
    except Refusal as refusal:
        refusal.form_key = "claim"
        raise
    events.info("guest claimed", person=current_user.id)
    flash(_("You have an account now. Your seats are as they were."), "moss")
    return go(url_for("accounts.settings"))


@bp.get("/me/delete")
@login_required
def leave() -> Any:
    return render_template(
        "accounts/delete.html",
        form=form_for(AskPasswordForm, "delete"),
        leaving=queries.leaving(current_user),
    )


@bp.post("/me/delete")
@login_required
@asks_password
def delete_account() -> Any:
    g.proof = people.prove_again(current_user, typed("password"))
    return _delete_account()


@writes(page="accounts.leave")
def _delete_account() -> Response:
    if not current_user.guest:
        checked(AskPasswordForm, "delete")
        people.proven(g.proof, _WRONG)
    person = current_user._get_current_object()
    session["language"] = language()
    leaving.delete_account(person)
    events.info("account deleted", person=person.id)
    end_login(person)
    flash(_("Your account is deleted."), "moss")
    return go(url_for("accounts.bye"))
