"""V11.7: messages by mail, to confirmed addresses alone, each with a way to end them at one click."""

from __future__ import annotations

import smtplib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from email.message import EmailMessage

from flask import current_app, url_for
from flask_babel import gettext as _
from itsdangerous import BadSignature, URLSafeSerializer, URLSafeTimedSerializer

from app.accounts import mail
from app.accounts.models import Person
from app.news.models import Delivery
from app.news.telling import Message
from app.news.ways import Barred, Lost
from app.news.wishes import address_of

_CONFIRM_WITHIN = 3 * 24 * 3600
_NEVER = 500


@contextmanager
def opened(person: Person, _delivery: Delivery, said: Message) -> Iterator[Callable[[], None]]:
    """The mail server, ready to take a message for a person. Raises Barred, or Lost without an address."""
    to = address_of(person)
    if to is None or not mail.can_send():
        raise Lost("no confirmed address, or no mail server")
    end = mail.absolute(url_for("news.unsubscribe", token=unsubscribe_token(person)))
    headers = {
        "List-Unsubscribe": f"<{end}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
        "Auto-Submitted": "auto-generated",
    }
    letter = mail.letter(to, _subject(said.title), _text(person, said, end), headers)
    with ExitStack() as way:
        try:
            server = way.enter_context(_quietly_left(mail.connected(current_app.config["FELDTOG"])))
        except (OSError, smtplib.SMTPException) as error:
            raise Barred(type(error).__name__) from error
        yield lambda: _hand_over(server, letter)


@contextmanager
def _quietly_left(way: AbstractContextManager[smtplib.SMTP]) -> Iterator[smtplib.SMTP]:
    """What goes wrong while taking leave of the server does not undo what it has taken."""
    server = way.__enter__()
    try:
        yield server
    finally:
        with suppress(OSError, smtplib.SMTPException):
            way.__exit__(None, None, None)


def _hand_over(server: smtplib.SMTP, letter: EmailMessage) -> None:
    """Raises Barred where the server has said «not now», Lost where it has said «never» or nothing at all."""
    try:
        server.send_message(letter)
    except smtplib.SMTPRecipientsRefused as error:
        codes = [code for code, _why in error.recipients.values()]
        raise (Lost if min(codes) >= _NEVER else Barred)(f"recipient refused: {codes}") from error
    except smtplib.SMTPResponseException as error:
        refused = Lost if error.smtp_code >= _NEVER else Barred
        raise refused(f"refused: {error.smtp_code}") from error
    except (OSError, smtplib.SMTPException) as error:
        raise Lost(f"unknown whether it was taken: {type(error).__name__}") from error


def _subject(title: str) -> str:
    """One line, whatever the table is called."""
    return f"Feldtog: {' '.join(title.split())}"


def _text(person: Person, said: Message, end: str) -> str:
    lines = [_("Hello %(name)s,", name=person.nickname), ""]
    for part in said.parts:
        lines.append(" ".join(part.table.split()) or _("Campaign without a name"))
        lines += [f"- {' '.join(line.split())}" for line in part.lines]
        lines += [f"  {mail.absolute(part.path)}", ""]
    lines += [
        "-- ",
        _("What comes by mail is chosen here:"),
        mail.absolute(url_for("news.settings")),
        _("No more mail of this kind:"),
        end,
        "",
    ]
    return "\n".join(lines)


def unsubscribe_token(person: Person) -> str:
    """Ends the mails of news, whoever holds it; nothing else. It stays good as long as the address."""
    return _ends().dumps([person.id, person.email])


def person_of_unsubscribing(token: str) -> tuple[str, str] | None:
    """The person's id and address of a token, or None for one that is not ours."""
    try:
        found = _ends().loads(token)
    except BadSignature:
        return None
    return str(found[0]), str(found[1])


def confirm_token(person: Person) -> str:
    """Says that mail to the person's present address is read by them; for three days."""
    return _confirms().dumps([person.id, person.email])


def person_of_confirming(token: str) -> tuple[str, str] | None:
    """The person's id and address of a token, or None for one that is not ours or too old."""
    try:
        found = _confirms().loads(token, max_age=_CONFIRM_WITHIN)
    except BadSignature:
        return None
    return str(found[0]), str(found[1])


def _ends() -> URLSafeSerializer:
    return URLSafeSerializer(str(current_app.secret_key), salt="news-unsubscribe")


def _confirms() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(str(current_app.secret_key), salt="news-address")
