"""News of the table in the log, in the reader's words."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask_babel import gettext as _

from app.boardgame.adapter import Adapter, Line
from app.boardgame.models import GameRow


def table_line(adapter: Adapter, row: GameRow) -> Line | None:
    """The line of a row of kind TABLE."""
    params = dict(row.params)
    faces = {face.code: str(face.name) for face in adapter.faces()}
    bots = {key: str(name) for key, name in adapter.bots()}
    if "name" in params:
        params["name"] = params["name"] or _("Somebody who left")
    params["seat"] = faces.get(params.get("seat", ""), "")
    params["bot"] = bots.get(params.get("bot", ""), "")
    icon, say = _LINES[params["what"]]
    return Line(icon, say(params), 0)


_LINES: dict[str, tuple[str, Callable[[dict[str, Any]], str]]] = {
    "founded": ("l-house", lambda p: _("%(name)s opens the table.", name=p["name"])),
    "joined": ("l-user-plus", lambda p: _("%(name)s sits down at the table.", name=p["name"])),
    "link_issued": ("l-qr-code", lambda p: _("A new personal link for %(name)s.", name=p["name"])),
    "seated": ("l-user", lambda p: _("%(name)s plays %(seat)s.", name=p["name"], seat=p["seat"])),
    "bot": ("gear", lambda p: _("A bot plays %(seat)s: %(bot)s.", seat=p["seat"], bot=p["bot"])),
    "freed": ("l-user", lambda p: _("The seat of %(seat)s is free.", seat=p["seat"])),
    "left": (
        "l-log-out",
        lambda p: (
            _("%(name)s leaves the table; a bot plays on.", name=p["name"])
            if p["bot"]
            else _("%(name)s leaves the table.", name=p["name"])
        ),
    ),
    "started": ("l-flag", lambda _p: _("The game begins.")),
    "imported": (
        "l-download",
        lambda p: _(
            "The game was imported at action %(seq)d, with a new seed for the chance to come.", seq=p["seq"]
        ),
    ),
}
