"""The log."""

from __future__ import annotations

from typing import Any

from flask import render_template, request
from flask_login import login_required

from app.boardgame.access import enter_game
from app.boardgame.queries.frame import frame
from app.boardgame.queries.logs import log_page
from app.boardgame.queries.table import acting_seat, seen_seats
from app.boardgame.routes.blueprint import bp


@bp.get("/games/<game_id>/log")
@login_required
def log(game_id: str) -> Any:
    """What has happened, newest first."""
    table = enter_game(game_id)
    before = request.args.get("before", type=int)
    acting = acting_seat(table, request.args.get("as", ""))[0] if table.game.position else None
    return render_template(
        "boardgame/log.html", page=log_page(table, before, seen_seats(table, acting)), **frame(table, "log")
    )
