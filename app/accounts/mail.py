"""Mail, where the server has been given a way to send it."""

from __future__ import annotations

import smtplib
import ssl
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from email.message import EmailMessage
from functools import wraps
from typing import Any
from urllib.parse import unquote, urlsplit

import structlog
from flask import abort, current_app, g

from app.config import Config

_SECONDS = 20


def can_send() -> bool:
    """Whether mail is set up.

    Links in mails need the configured address: one made from a request's Host header
    could lead to whoever forged it.
    """
    config: Config = current_app.config["FELDTOG"]
    return bool(config.smtp_url and config.mail_from and config.base_url)


def absolute(path: str) -> str:
    """The address of a path of this site for use in a mail."""
    config: Config = current_app.config["FELDTOG"]
    return f"{(config.base_url or '').rstrip('/')}{path}"


def send(to: str, subject: str, text: str) -> threading.Thread:
    """Send in the background, so that the answer takes as long whether or not there is a mail to send.

    A failure is logged; nobody waits for it.
    """
    config: Config = current_app.config["FELDTOG"]
    thread = threading.Thread(target=_deliver, args=(config, letter(to, subject, text)), daemon=True)
    thread.start()
    return thread


def sends_letter(view: Callable[..., Any]) -> Callable[..., Any]:
    """Put round ``@writes``: the letter that the change leaves is sent once the change is committed.

    404 where mail is not set up. A repeat of the form leaves no letter, so none goes out twice.
    """

    @wraps(view)
    def carry_out(**where: Any) -> Any:
        if not can_send():
            abort(404)
        g.letter = None
        response = view(**where)
        if g.letter is not None:
            send(*g.letter)
        return response

    return carry_out


def leave_letter(to: str, subject: str, text: str) -> None:
    """What a change of ``sends_letter`` wants to have sent."""
    g.letter = (to, subject, text)


def letter(to: str, subject: str, text: str, headers: Mapping[str, str] | None = None) -> EmailMessage:
    """A mail of this server, ready to be sent."""
    config: Config = current_app.config["FELDTOG"]
    message = EmailMessage()
    message["From"] = config.mail_from
    message["To"] = to
    message["Subject"] = subject
    for name, value in (headers or {}).items():
        message[name] = value
    message.set_content(text)
    return message


@contextmanager
def connected(config: Config) -> Iterator[smtplib.SMTP]:
    """The mail server, logged in: ``smtp://user:password@host:587`` (STARTTLS where offered) or ``smtps://…``.

    Raises OSError or smtplib.SMTPException.
    """
    where = urlsplit(config.smtp_url or "")
    host = where.hostname or "localhost"
    server: smtplib.SMTP
    if where.scheme == "smtps":
        server = smtplib.SMTP_SSL(
            host, where.port or 465, timeout=_SECONDS, context=ssl.create_default_context()
        )
    else:
        server = smtplib.SMTP(host, where.port or 25, timeout=_SECONDS)
    with server:
        # What a server offers is known once it has been greeted.
        server.ehlo_or_helo_if_needed()
        if where.scheme != "smtps" and server.has_extn("starttls"):
            server.starttls(context=ssl.create_default_context())
        if where.username:
            server.login(unquote(where.username), unquote(where.password or ""))
        yield server


def _deliver(config: Config, message: EmailMessage) -> None:
    try:
        with connected(config) as server:
            server.send_message(message)
    except (OSError, smtplib.SMTPException) as error:
        structlog.get_logger("feldtog.mail").error("mail not sent", error=type(error).__name__)
