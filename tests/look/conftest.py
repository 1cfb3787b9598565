"""A bare application that has nothing but the templates and what their macros ask of it."""

from dataclasses import dataclass

import pytest
from flask import Flask, g
from flask_babel import Babel
from flask_wtf import CSRFProtect, FlaskForm
from flask_wtf.csrf import generate_csrf
from markupsafe import Markup
from werkzeug.datastructures import MultiDict
from werkzeug.local import LocalProxy
from wtforms import BooleanField, RadioField, StringField, TextAreaField
from wtforms.validators import Length

from app.fields import options
from app.pages import kept


@dataclass
class Entry:
    """One entry of the navigation."""

    url: str
    label: str
    icon: str
    current: bool = False
    count: int = 0


class SampleForm(FlaskForm):
    nickname = StringField("Nickname", validators=[Length(min=3)])
    mood = RadioField("Theme", choices=options([("light", "Light"), ("dark", "Dark")]))
    stay = BooleanField("Stay logged in")
    text = TextAreaField("Text", description="What others read of you.")


def form_marks() -> Markup:
    marks = {"csrf_token": generate_csrf(), "request_id": "r-1", "seen": "12"}
    return Markup("").join(
        Markup('<input type="hidden" name="{}" value="{}">').format(name, value)
        for name, value in marks.items()
    )


def build_app(theme: str = "system", lang: str = "en") -> Flask:
    app = Flask("look", root_path=".", template_folder="templates", static_folder="static")
    app.config.update(SECRET_KEY="not secret", TESTING=True, BABEL_DEFAULT_LOCALE=lang)
    Babel(app)
    CSRFProtect(app)
    app.jinja_env.globals.update(
        live_versions=lambda: "[]",
        taken_request=lambda: "",
        typed=LocalProxy(lambda: g.get("typed") or MultiDict()),
        refusal=LocalProxy(lambda: g.get("refusal")),
        form_marks=form_marks,
        kept=kept,
        language=lambda: lang,
    )
    ui = {"lang": lang, "theme": theme, "build": "abc1234"}
    ui["languages"] = [("da", "Dansk"), ("de", "Deutsch"), ("en", "English")]
    nav = [
        Entry("#o", "Overview", "l-house", current=True),
        Entry("#m", "Map", "l-map"),
        Entry("#c", "Company", "company"),
        Entry("#b", "Battles", "l-swords", count=1),
        Entry("#w", "Warbands", "battle"),
        Entry("#l", "Letters", "l-mail", count=2),
        Entry("#r", "Rules", "l-book-open"),
    ]

    @app.context_processor
    def context() -> dict[str, object]:
        return {
            "ui": ui,
            "nav": nav,
            "crumb": [{"url": "#t", "label": "Tables"}],
            "campaign_title": "Arven efter Salzfurt",
            "campaign_state": "Round 4 · Orders",
        }

    for endpoint in ("pages.about", "accounts.settings", "home.home", "accounts.language"):
        app.add_url_rule(f"/{endpoint}", endpoint, lambda: "", methods=["GET", "POST"])
    return app


@pytest.fixture
def app() -> Flask:
    return build_app()
