"""Languages: which there are, which one is meant, how things are sorted and written."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from typing import Any, TypeVar

from babel import Locale
from babel.support import NullTranslations
from flask import Flask, g, has_request_context, request, session
from flask_babel import force_locale, get_locale, get_translations, gettext, lazy_gettext, ngettext
from flask_login import current_user
from jinja2 import pass_eval_context
from jinja2.nodes import EvalContext
from markupsafe import Markup
from pyuca import Collator

from app.extensions import babel

__all__ = ["LANGUAGES", "force_locale", "gettext", "language", "lazy_gettext", "ngettext", "sorted_by_name"]

LANGUAGES = {"da": "Dansk", "de": "Deutsch", "en": "English"}
ZONE_OF_LANGUAGE = {"da": "Europe/Copenhagen", "de": "Europe/Berlin", "en": "Europe/London"}
"""The time zone of those who have not chosen one."""
T = TypeVar("T")
_collator = Collator()


def init_app(app: Flask, translations: str) -> None:
    """Bind Flask-Babel. Raises RuntimeError if a language has no compiled catalogue."""
    app.config["BABEL_TRANSLATION_DIRECTORIES"] = translations
    app.config["BABEL_DEFAULT_LOCALE"] = "en"
    babel.init_app(app, locale_selector=_choose, timezone_selector=lambda: "Europe/Berlin")
    app.jinja_env.globals["_"] = _translated


@pass_eval_context
def _translated(context: EvalContext, text: str, /, **values: Any) -> str:
    """``_`` of the templates, which a page asks hundreds of times: Jinja's own answer without its detours."""
    words: str = _catalogue().ugettext(text)
    # The catalogues are our own; what is put into the text is escaped.
    return (Markup(words) if context.autoescape else words) % values  # noqa: S704


def _catalogue() -> NullTranslations:
    """The texts in the reader's language, looked up once a request.

    They are kept where Flask-Babel clears them when it changes the language (``force_locale``, ``refresh``).
    """
    chosen = g.get("_flask_babel")
    found: NullTranslations | None = getattr(chosen, "babel_translations", None)
    if found is None:
        found = get_translations()
        g._flask_babel.babel_translations = found
    return found


def _choose() -> str:
    """The person's setting, else this browser's choice, else what the browser asks for."""
    if not has_request_context():
        return "en"
    forced = g.get("language")
    if forced:
        return str(forced)
    if not g.get("bare") and current_user.is_authenticated and current_user.language in LANGUAGES:
        return str(current_user.language)
    if session.get("language") in LANGUAGES:
        return str(session["language"])
    return request.accept_languages.best_match(list(LANGUAGES)) or "en"


def language() -> str:
    """The language of this answer: da, de or en."""
    locale: Locale | None = get_locale()
    return locale.language if locale and locale.language in LANGUAGES else "en"


# Where the three languages differ from the Unicode default order: Danish puts æ ø å
# (and ä ö as their likes) after z; aa counts as å in names.
_DANISH = str.maketrans({"æ": "z\uffff1", "ä": "z\uffff1", "ø": "z\uffff2", "ö": "z\uffff2", "å": "z\uffff3"})


def sort_key(text: str) -> tuple[tuple[int, ...], str]:
    """The place of ``text`` in a list as the reader's language sorts it."""
    return _sort_key(language(), text)


@lru_cache(maxsize=8192)
def _sort_key(language: str, text: str) -> tuple[tuple[int, ...], str]:
    folded = text.casefold()
    if language == "da":
        return tuple(ord(c) for c in _danish_plain(folded)), text
    return _collator.sort_key(folded), text


def _danish_plain(folded: str) -> str:
    import unicodedata

    out = []
    for character in folded.replace("aa", "å"):
        if character in "æäøöå":
            out.append(character.translate(_DANISH))
        else:
            out.append(
                "".join(c for c in unicodedata.normalize("NFD", character) if not unicodedata.combining(c))
            )
    return "".join(out)


def sorted_by_name(things: Iterable[T], name: str = "name") -> list[T]:
    """``things`` sorted by the attribute ``name`` in the reader's language."""
    tongue = language()
    return sorted(things, key=lambda thing: _sort_key(tongue, str(getattr(thing, name))))
