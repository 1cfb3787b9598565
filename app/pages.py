"""What every template knows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from flask import Flask, g, request, session, url_for
from flask_babel import gettext as _
from flask_login import current_user
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.local import LocalProxy

from app import i18n, texts
from app.campaign import guild_words
from app.journal.writes import new_request_id
from app.live.queries import live_versions
from app.notices import notice
from app.pwa.reader import reader_key

_MARKS = Markup(
    '<input type="hidden" name="csrf_token" value="{}">'
    '<input type="hidden" name="request_id" value="{}">'
    '<input type="hidden" name="seen" value="{}">'
)


@dataclass(frozen=True)
class Ui:
    """The reader's surroundings.

    ``languages`` are code and name of each there is; ``manifest`` the address of the app's
    manifest; ``reader`` tells this reader from others who use the same browser.
    """

    lang: str
    theme: str
    build: str
    languages: tuple[tuple[str, str], ...]
    manifest: str
    reader: str


@dataclass(frozen=True)
class NavItem:
    """One tab: where it leads, its words, its icon, whether it is here, what waits there.

    ``main``: it stands in the phone's bar, not under "More".
    """

    url: str
    label: str
    icon: str
    current: bool = False
    count: int = 0
    main: bool = False


@dataclass(frozen=True)
class ShownRefusal:
    """A refusal as the page shows it: the sentence, its rule and where the rule stands."""

    message: str
    rule: str | None
    rule_url: str | None
    form_key: str | None


def init_app(app: Flask) -> None:
    app.jinja_env.trim_blocks = True
    app.jinja_env.lstrip_blocks = True
    # Macros are imported without context, so what they need are globals of the environment.
    app.jinja_env.globals.update(
        url_for=_address_maker(),
        kept=kept,
        language=i18n.language,
        form_marks=form_marks,
        guild_text=guild_words.guild_text,
        guild_ntext=guild_words.guild_ntext,
        mission_text=guild_words.mission_text,
        mission_ntext=guild_words.mission_ntext,
        new_request_id=new_request_id,
        notice=notice,
        typed=LocalProxy(lambda: g.get("typed", MultiDict())),
        refusal=LocalProxy(_shown_refusal),
    )

    app.jinja_env.filters.update(paragraphs=texts.paragraphs, moment=texts.moment)

    @app.context_processor
    def surroundings() -> dict[str, Any]:
        # A page about a failure (g.bare) must not ask the database who is reading.
        known = not g.get("bare") and current_user.is_authenticated
        theme = current_user.theme if known else "system"
        here = g.get("here")
        return {
            "ui": Ui(
                lang=i18n.language(),
                theme=theme,
                build=app.config["BUILD"],
                languages=tuple(i18n.LANGUAGES.items()),
                manifest=url_for("pwa.manifest", lang=i18n.language()),
                reader=reader_key(),
            ),
            "here": here,
            # Where this page stands; a refused form shows it under the address of the form.
            "page_at": g.get("page_at") or (request.full_path if request.method == "GET" else request.path),
            "live_versions": live_versions,
            "taken_request": lambda: session.pop("taken", ""),
            "nav": front_nav(),
        }


def kept(macro: Callable[..., Any]) -> Callable[..., Any]:
    """The macro with a memory, for drawings: what it writes hangs on its arguments alone."""
    return lru_cache(maxsize=4096)(macro)


def _address_maker() -> Callable[..., str]:
    """``url_for`` of the templates, which makes the address of each static file once."""
    static = lru_cache(maxsize=None)(lambda filename: url_for("static", filename=filename))

    def address(endpoint: str, **values: Any) -> str:
        if endpoint == "static" and values.keys() == {"filename"}:
            return static(values["filename"])
        return url_for(endpoint, **values)

    return address


def front_nav() -> list[NavItem]:
    """The tabs outside of a campaign; pages of a campaign bring their own ``nav``."""
    room = request.blueprint
    news = []
    if not g.get("bare") and current_user.is_authenticated:
        count = g.get("unread", 0)
        news = [NavItem(url_for("news.inbox"), _("News"), "l-bell", room == "news", count)]
    return [
        NavItem(url_for("home.home"), _("Tables"), "l-swords", room == "home"),
        *news,
        NavItem(url_for("rulebook.contents"), _("Rulebooks"), "l-book-open", room == "rulebook"),
        NavItem(url_for("accounts.settings"), _("Me"), "l-user", room == "accounts"),
    ]


def form_marks() -> Markup:
    """What every form carries: the token against forgery, its request id, and the phase it was made in."""
    here = g.get("here")
    return _MARKS.format(generate_csrf(), new_request_id(), here.stamp if here else "")


def _shown_refusal() -> ShownRefusal | None:
    refusal = g.get("refusal")
    if refusal is None:
        return None
    link = url_for("rulebook.rule", rule_id=refusal.rule) if refusal.rule else None
    return ShownRefusal(str(refusal.message), refusal.rule, link, refusal.form_key)
