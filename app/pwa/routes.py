"""Manifest, service worker and offline page."""

from __future__ import annotations

from flask import Blueprint, Response, abort, current_app, g, json, render_template, request, url_for
from flask_babel import force_locale
from flask_babel import gettext as _

from app.i18n import LANGUAGES, language

bp = Blueprint("pwa", __name__)


@bp.get("/manifest.webmanifest")
def manifest() -> Response:
    """What the system needs to install Feldtog as an app, in the language of ``?lang=``."""
    asked = request.args.get("lang", "")
    lang = asked if asked in LANGUAGES else language()
    with force_locale(lang):
        body = {
            "id": "/",
            "name": _("Feldtog: campaigns round the table"),
            "short_name": "Feldtog",
            "description": _("Campaigns and board games for people who sit round a table"),
            "lang": lang,
            "dir": "ltr",
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#f9f2e2",
            "theme_color": "#f9f2e2",
            "categories": ["games", "entertainment"],
            "icons": [
                _icon("app-icon-192.png", "192x192", "any"),
                _icon("app-icon-512.png", "512x512", "any"),
                _icon("app-icon-maskable-512.png", "512x512", "maskable"),
            ],
        }
    answer = Response(json.dumps(body), mimetype="application/manifest+json")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


def _icon(name: str, sizes: str, purpose: str) -> dict[str, str]:
    return {
        "src": url_for("static", filename=f"icons/{name}"),
        "sizes": sizes,
        "type": "image/png",
        "purpose": purpose,
    }


@bp.get("/sw.js")
def service_worker() -> Response:
    """The service worker of this build; at the root, so that it may serve every page."""
    body = render_template(
        "pwa/sw.js",
        build=current_app.config["BUILD"],
        static=url_for("static", filename=""),
        offline={lang: url_for("pwa.offline", lang=lang) for lang in LANGUAGES},
    )
    answer = Response(body, mimetype="text/javascript")
    answer.headers["Cache-Control"] = "no-cache"
    return answer


@bp.get("/offline/<lang>")
def offline(lang: str) -> Response:
    """The page that stands in for one that cannot be had; the same for every reader."""
    if lang not in LANGUAGES:
        abort(404)
    g.language = lang
    answer = Response(render_template("pwa/offline.html"))
    answer.headers["Cache-Control"] = "no-cache"
    return answer
