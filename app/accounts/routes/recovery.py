"""Getting back in without the password."""

from __future__ import annotations

from typing import Any

from flask import Response, flash, g, render_template, session, url_for
from flask_babel import force_locale
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_login import current_user, login_required

from app.accounts import mail, queries
from app.accounts.forms import AskPasswordForm, MailLinkForm, NewPasswordForm, RecoverForm
from app.accounts.models import Person
from app.accounts.operations import people, recovery
from app.accounts.passwords import fits, hash_password
from app.accounts.routes.blueprint import bp, events, go, limit_guessing, typed
from app.accounts.routes.settings import asks_password
from app.extensions import limiter
from app.forms import checked, form_for
from app.i18n import language
from app.journal.writes import writes
from app.refusal import Refusal


@bp.get("/me/codes")
@login_required
def codes() -> Any:
    """The new codes, this once; else how many are left."""
    return render_template(
        "accounts/codes.html",
        codes=session.pop("new_codes", None),
        left=queries.codes_left(current_user),
        form=form_for(AskPasswordForm, "codes"),
    )


@bp.post("/me/codes")
@login_required
@asks_password
def make_codes() -> Any:
    g.proof = people.prove_again(current_user, typed("password"))
    return _make_codes()


@writes(page="accounts.codes", again=True)
def _make_codes() -> Response:
    checked(AskPasswordForm, "codes")
    person = people.proven(g.proof, _l("That is not your password."))
    session["new_codes"] = recovery.new_codes(person)
    return go(url_for("accounts.codes"))


@bp.get("/recover")
def recover() -> Any:
    return render_template(
        "accounts/recover.html",
        form=form_for(RecoverForm, "recover"),
        link=form_for(MailLinkForm, "link"),
        by_mail=mail.can_send(),
    )


@bp.post("/recover")
@limit_guessing
def use_code() -> Any:
    g.password_hash = hash_password(typed("new_password"))
    return _use_code()


@writes(page="accounts.recover", again=True)
def _use_code() -> Response:
    form = checked(RecoverForm, "recover")
    if g.repeated:
        person = people.account(form.nickname.data or "")
        if person is None or not fits(person.password_hash, form.new_password.data or ""):
            # Only while the password is still the one that this form gave.
            raise Refusal(
                _l("That nickname and recovery code do not belong together, or the code was used before.")
            )
    else:
        person = recovery.use_code(form.nickname.data or "", form.code.data or "")
    return _back_in(person)


@bp.post("/recover/mail")
@limiter.limit("10 per hour")
@mail.sends_letter
@writes(page="accounts.recover")
def mail_link() -> Response:
    form = checked(MailLinkForm, "link")
    person = people.account(form.account.data or "")
    if person is not None and person.email:
        with force_locale(person.language or language()):
            link = mail.absolute(url_for("accounts.mailed", token=recovery.link_token(person)))
            mail.leave_letter(
                person.email,
                _("A new password for Feldtog"),
                _(
                    "Hello %(name)s,\n\nby this link you can choose a new password within an hour:\n\n"
                    "%(link)s\n\n"
                    "If you did not ask for it, nothing has happened, and you need do nothing.\n",
                    name=person.nickname,
                    link=link,
                ),
            )
    flash(
        _(
            "If there is such an account with an e-mail address, a link is on its way to it. "
            "It holds for an hour."
        ),
        "moss",
    )
    return go(url_for("accounts.login"))


@bp.get("/recover/<token>")
def mailed(token: str) -> Any:
    person = recovery.person_of_link(token)
    if person is None:
        return render_template("accounts/link_gone.html"), 404
    return render_template(
        "accounts/new_password.html", form=form_for(NewPasswordForm, "new"), token=token, name=person.nickname
    )


@bp.post("/recover/<token>")
@limiter.limit("30 per hour")
def choose_password(token: str) -> Any:
    g.password_hash = hash_password(typed("new_password"))
    return _choose_password(token=token)


@writes(page="accounts.mailed", again=True)
def _choose_password(token: str) -> Response:
    person = recovery.person_of_link(token)
    if person is None:
        raise Refusal(_l("This link has been used or is too old."))
    checked(NewPasswordForm, "new", known_nickname=person.nickname)
    return _back_in(person)


def _back_in(person: Person) -> Response:
    """A new password is set: every device is logged out, this one is logged in."""
    people.change_password(person, g.password_hash, stay=False)
    events.info("password recovered", person=person.id)
    flash(_("You have a new password and are logged in. Every other device was logged out."), "moss")
    return go(url_for("home.home"))
