"""Watching: the display for a big screen, the replay, the dice."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, redirect, render_template, request, url_for
from flask_login import login_required

from app.boardgame.access import AtTable, enter_game
from app.boardgame.links import token_of
from app.boardgame.models import GameState
from app.boardgame.queries.dice import dice_csv, dice_page
from app.boardgame.queries.frame import frame
from app.boardgame.queries.replay import replay_page
from app.boardgame.queries.table import watch_page
from app.boardgame.routes.blueprint import bp
from app.printing.documents import own_address, qr_code
from app.printing.names import content_disposition
from rules.vanguard.exchange.tabular import write_rows


def _begun(game_id: str) -> AtTable:
    table = enter_game(game_id)
    if table.game.state == GameState.LOBBY:
        abort(404)
    return table


@bp.get("/games/<game_id>/display")
@login_required
def display(game_id: str) -> Any:
    """The table on a big screen: what everybody may see, and the code to sit down by."""
    table = enter_game(game_id)
    if table.game.state == GameState.LOBBY:
        return redirect(url_for("boardgame.lobby", game_id=game_id))
    page = watch_page(table, table.position, table.game.seq, lambda **_picked: "")
    address = own_address(url_for("boardgame.invitation", token=token_of(table.game)))
    return render_template(
        "boardgame/display.html",
        page=page,
        scene=page.scene.parts,
        qr=qr_code(address),
        **frame(table, "display"),
    )


@bp.get("/games/<game_id>/replay")
@login_required
def replay(game_id: str) -> Any:
    """The game after any number of actions; while it runs, as a spectator sees it."""
    table = _begun(game_id)
    found = replay_page(table, request.args.get("step", type=int))
    if found is None:
        abort(404)
    return render_template(
        "boardgame/replay.html",
        replay=found,
        page=found.play,
        scene=found.play.scene.parts,
        **frame(table, "replay"),
    )


@bp.get("/games/<game_id>/dice")
@login_required
def dice_list(game_id: str) -> Any:
    """Every roll, expected against actual, and the check of the seed."""
    table = _begun(game_id)
    return render_template("boardgame/dice.html", page=dice_page(table), **frame(table, "dice"))


@bp.get("/games/<game_id>/dice.csv")
@login_required
def dice_table(game_id: str) -> Any:
    table = _begun(game_id)
    heading, *rows = dice_csv(table)
    return Response(
        write_rows(heading, rows),
        mimetype="text/csv",
        headers={
            "Content-Disposition": content_disposition(table.game.name, "csv"),
            "Cache-Control": "no-store",
        },
    )
