"""What the layout of a game's pages shows round every page."""

from __future__ import annotations

from typing import Any

from flask import url_for
from flask_babel import gettext as _

from app.boardgame.access import AtTable
from app.boardgame.models import GameState
from app.pages import NavItem


def frame(table: AtTable, current: str) -> dict[str, Any]:
    """For ``render_template(…, **frame(table, "board"))``."""
    game_id = table.game.id
    begun = table.game.state != GameState.LOBBY
    items = []
    if begun:
        items.append(("board", _("Board"), "l-map", url_for("boardgame.play", game_id=game_id)))
    items.append(("table", _("Table"), "l-users", url_for("boardgame.lobby", game_id=game_id)))
    if begun:
        items.append(("log", _("Log"), "l-scroll-text", url_for("boardgame.log", game_id=game_id)))
        items.append(("replay", _("Replay"), "l-clock", url_for("boardgame.replay", game_id=game_id)))
        items.append(("dice", _("Dice"), "l-dices", url_for("boardgame.dice_list", game_id=game_id)))
        items.append(("display", _("Display"), "l-monitor", url_for("boardgame.display", game_id=game_id)))
    if table.adapter.book:
        items.append(
            ("rules", _("Rules"), "l-book-open", url_for("rulebook.book", book_id=table.adapter.book))
        )
    return {
        "nav": [NavItem(url, label, icon, current=name == current) for name, label, icon, url in items],
        "game": table.game,
        "campaign_title": table.game.name,
        "campaign_state": str(table.adapter.title),
        "crumb": [],
    }
