"""Files of a game: export and import, the report and the reference cards on paper."""

from __future__ import annotations

import json
from typing import Any

from flask import Response, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_login import current_user, login_required

from app.boardgame.access import AtTable, enter_game
from app.boardgame.models import GameState
from app.boardgame.operations.importing import import_game
from app.boardgame.queries.exporting import export
from app.boardgame.queries.report import reference_sheets, report_page
from app.boardgame.routes.blueprint import bp
from app.extensions import limiter
from app.journal.writes import writes
from app.printing.documents import pdf
from app.printing.names import content_disposition
from app.refusal import Refusal


def _begun(game_id: str) -> AtTable:
    table = enter_game(game_id)
    if table.game.state == GameState.LOBBY:
        abort(404)
    return table


@bp.get("/games/<game_id>/export.json")
@login_required
def export_file(game_id: str) -> Any:
    """The game as a file; of a running game what the reader may see."""
    table = _begun(game_id)
    return Response(
        json.dumps(export(table), ensure_ascii=False, indent=1),
        mimetype="application/json",
        headers={
            "Content-Disposition": content_disposition(table.game.name, "json"),
            "Cache-Control": "no-store",
        },
    )


@bp.get("/games/import")
@login_required
def ask_import() -> Any:
    return render_template("boardgame/import.html")


@bp.post("/games/import")
@login_required
@limiter.limit("20 per minute")
@writes(page="boardgame.ask_import")
def import_file() -> Any:
    upload = request.files.get("file")
    if upload is None or not upload.filename:
        raise Refusal(_("Choose the file of a game."))
    game = import_game(current_user, upload.stream.read())
    flash(_("The game goes on here. Give the seats to those who play them."), "moss")
    return redirect(url_for("boardgame.lobby", game_id=game.id), 303)


@bp.get("/games/<game_id>/report.pdf")
@login_required
def report(game_id: str) -> Any:
    """How the game went, on paper."""
    table = _begun(game_id)
    return pdf(
        "print/game_report.html",
        title=table.game.name,
        page_url=url_for("boardgame.play", game_id=game_id),
        report=report_page(table),
        game_title=table.adapter.title,
    )


@bp.get("/games/<game_id>/reference.pdf")
@login_required
def reference(game_id: str) -> Any:
    """A reference card for each seat."""
    table = enter_game(game_id)
    return pdf(
        "print/game_reference.html",
        title=str(table.adapter.title),
        page_url=url_for("boardgame.lobby", game_id=game_id),
        sheets=reference_sheets(table),
    )
