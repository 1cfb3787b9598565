"""V11.7: the page of news, the same for campaigns and board games."""

from __future__ import annotations

from typing import Any

from flask import (
    Blueprint,
    Response,
    abort,
    current_app,
    flash,
    g,
    redirect,
    render_template,
    request,
    url_for,
)
from flask_babel import force_locale
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_login import current_user, login_required

from app.accounts import mail
from app.campaign.clock.zones import zone_choices
from app.extensions import csrf, limiter
from app.fields import options
from app.forms import checked, form_for
from app.i18n import language
from app.journal.writes import writes, writing
from app.live.queries import note_versions, topics_of_person
from app.news import mailing, operations, pushing, queries
from app.news.encrypting import public_key
from app.news.forms import SettingsForm
from app.news.kinds import Kind
from app.news.rows import Way
from app.news.wishes import Channel, Wishes, address_of, wishes_of
from app.refusal import Refusal

bp = Blueprint("news", __name__, url_prefix="/news")
_TESTS = "10 per hour"


@bp.get("")
@login_required
def inbox() -> Any:
    """All tables, or with ``?table=`` one of them."""
    note_versions(topics_of_person(current_user.id))
    only = request.args.get("table") or None
    page = queries.inbox(current_user, only)
    if only is not None and not page.tables:
        abort(404)
    if only is None:
        g.unread = page.unread
    return render_template("news/inbox.html", page=page)


@bp.post("/read")
@login_required
@writes(page="news.inbox", any_phase=True)
def read() -> Any:
    """Each ``upto`` names a table and the newest row that its reader has seen."""
    for one in request.form.getlist("upto"):
        table_id, _dot, key = one.partition(".")
        if not operations.mark_read(current_user.id, table_id, key):
            abort(404)
    flash(_("Everything is read."), "moss")
    only = request.args.get("table") or None
    return redirect(url_for("news.inbox", table=only), 303)


@bp.get("/settings")
@login_required
def settings() -> Any:
    """What to hear of, and by which way."""
    wishes = wishes_of(current_user)
    return render_template("news/settings.html", **_settings(wishes))


def _settings(wishes: Wishes) -> dict[str, Any]:
    form = form_for(
        SettingsForm,
        "settings",
        mails=wishes.mails,
        hour=str(wishes.hour),
        zone=wishes.zone,
        lead=str(wishes.lead),
    )
    form.zone.choices = options(zone_choices())
    typed = g.get("typed")
    again = typed is not None and typed.get("form_key") == "settings"
    chosen = {
        channel: set(typed.getlist(channel)) if typed is not None and again else wishes.kinds[channel]
        for channel in Channel
    }
    return {
        "form": form,
        "kinds": queries.kinds_in_words(),
        "channels": queries.channels_in_words(),
        "chosen": chosen,
        "by_mail": mail.can_send(),
        "confirmed": address_of(current_user),
        "browsers": queries.browsers(current_user),
        "push_key": public_key(current_app.config["FELDTOG"].instance),
    }


@bp.post("/settings")
@login_required
@writes(page="news.settings")
def choose() -> Any:
    form = checked(SettingsForm, "settings")
    kinds = {
        channel: frozenset(kind for kind in Kind if kind in request.form.getlist(channel))
        for channel in Channel
    }
    operations.choose(current_user, form.wishes(kinds))
    flash(_("Your choices are kept."), "moss")
    return redirect(url_for("news.settings"), 303)


@bp.post("/push")
@login_required
@limiter.limit("60 per hour")
@writes(page="news.settings")
def subscribe() -> Any:
    """This browser is to get push messages; its script has filled in the form."""
    typed = (request.form.get(name, "") for name in ("endpoint", "p256dh", "auth"))
    if not pushing.subscribe(current_user, *typed):
        raise Refusal(_l("This browser names no push service that is known here."), "V11.7", form_key="push")
    flash(_("News come to this device now."), "moss")
    return redirect(url_for("news.settings"), 303)


@bp.post("/push/<subscription_id>/end")
@login_required
@writes(page="news.settings")
def end_push(subscription_id: str) -> Any:
    if not pushing.end(current_user.id, subscription_id):
        abort(404)
    flash(_("That device gets no more news."), "moss")
    return redirect(url_for("news.settings"), 303)


@bp.post("/push/<subscription_id>/test")
@login_required
@limiter.limit(_TESTS)
@writes(page="news.settings")
def try_push(subscription_id: str) -> Any:
    """To see whether messages come to that browser."""
    if not pushing.is_own(current_user.id, subscription_id):
        abort(404)
    return _test(Way(Channel.PUSH, subscription_id))


@bp.post("/address/test")
@login_required
@limiter.limit(_TESTS)
@writes(page="news.settings")
def try_mail() -> Any:
    """To see whether mails come."""
    if not mail.can_send() or address_of(current_user) is None:
        abort(404)
    return _test(Way(Channel.MAIL))


def _test(way: Way) -> Any:
    operations.send_test(current_user, way)
    flash(_("A test message is on its way. It comes within a minute."), "moss")
    return redirect(url_for("news.settings"), 303)


@bp.post("/address")
@login_required
@limiter.limit("10 per hour")
@mail.sends_letter
@writes(page="news.settings")
def ask_address() -> Any:
    """Send a link to one's own address, to see that its reader wants these mails."""
    person = current_user
    if not person.email:
        raise Refusal(_l("Give an e-mail address first, among your settings."), "V11.7")
    with force_locale(person.language or language()):
        link = mail.absolute(url_for("news.address", token=mailing.confirm_token(person)))
        mail.leave_letter(
            person.email,
            _("News from Feldtog by mail"),
            _(
                "Hello %(name)s,\n\nopen this link within three days if mails with news shall come to this "
                "address:\n\n%(link)s\n\n"
                "If you did not ask for it, you need do nothing: no mail will come.\n",
                name=person.nickname,
                link=link,
            ),
        )
    flash(_("A mail with a link is on its way. Nothing else is sent before you have opened it."), "moss")
    return redirect(url_for("news.settings"), 303)


@bp.get("/address/<token>")
@limiter.limit("60 per minute")
def address(token: str) -> Any:
    """Asks before it confirms, so that a program which looks at mails confirms nothing."""
    found = mailing.person_of_confirming(token)
    if found is None:
        return render_template("accounts/link_gone.html"), 404
    return render_template("news/address.html", token=token, address=found[1])


@bp.post("/address/<token>")
@limiter.limit("60 per minute")
@writes(page="news.address")
def confirm(token: str) -> Any:
    found = mailing.person_of_confirming(token)
    if found is None:
        abort(404)
    if not operations.confirm_address(*found):
        raise Refusal(_l("This link has been used or is too old."))
    flash(_("Mails with news may come to this address now."), "moss")
    home = url_for("news.settings") if current_user.is_authenticated else url_for("home.home")
    return redirect(home, 303)


@bp.get("/unsubscribe/<token>")
@limiter.limit("60 per minute")
def unsubscribe(token: str) -> Any:
    """For whoever opens the link of a mail by hand."""
    if mailing.person_of_unsubscribing(token) is None:
        return render_template("accounts/link_gone.html"), 404
    return render_template("news/unsubscribe.html", token=token, done=False)


@bp.post("/unsubscribe/<token>")
@csrf.exempt
@limiter.limit("60 per minute")
def end_mails(token: str) -> Any:
    """One click in a mail program (RFC 8058): no login, no token of a page, the same answer each time."""
    found = mailing.person_of_unsubscribing(token)
    if found is None:
        return render_template("accounts/link_gone.html"), 404
    with writing():
        operations.end_mails(*found)
    return Response(render_template("news/unsubscribe.html", token=token, done=True))
