"""Playing: the board with its sheet, actions, dice of the table, undo."""

from __future__ import annotations

from typing import Any

from flask import Response, abort, flash, redirect, render_template, request, url_for
from flask_babel import gettext as _
from flask_login import login_required

from app.boardgame.access import AtTable, enter_game, enter_game_to_change
from app.boardgame.bots.stable import nudge, nudge_after
from app.boardgame.models import GameSeat, GameState
from app.boardgame.operations.play import Mover, take_back
from app.boardgame.queries.actions import actions_page
from app.boardgame.queries.frame import frame
from app.boardgame.queries.table import play_page
from app.boardgame.routes.blueprint import bp
from app.journal.writes import writes
from app.refusal import Refusal

PICKED = ("as", "at", "to")


def _picked() -> dict[str, str]:
    return {name: request.args[name][:24] for name in PICKED if name in request.args}


def _to_play(table: AtTable, **picked: str) -> Any:
    kept: dict[str, Any] = {name: value for name, value in picked.items() if value}
    return redirect(url_for("boardgame.play", game_id=table.game.id, **kept), 303)


@bp.get("/games/<game_id>")
@login_required
def play(game_id: str) -> Any:
    """The board and what is asked; in the lobby the table."""
    table = enter_game(game_id)
    if table.game.state == GameState.LOBBY:
        return redirect(url_for("boardgame.lobby", game_id=game_id))
    page = play_page(table, _picked())
    if page.bots_think:
        nudge(game_id)
    template = "boardgame/cover.html" if page.cover else "boardgame/play.html"
    return render_template(template, page=page, scene=page.scene.parts, **frame(table, "board"))


@bp.get("/games/<game_id>/actions")
@login_required
def actions(game_id: str) -> Any:
    """Everything that can be done, as a list of buttons."""
    table = enter_game(game_id)
    return render_template(
        "boardgame/actions.html", page=actions_page(table, _picked()), **frame(table, "board")
    )


@bp.get("/games/<game_id>/ask")
@login_required
def ask(game_id: str) -> Any:
    """Asks before an action of which the player should know something."""
    table = enter_game(game_id)
    return render_template(
        "boardgame/ask.html",
        page=actions_page(table, _picked(), request.args.get("action", "")),
        **frame(table, "board"),
    )


@bp.post("/games/<game_id>/act")
@login_required
@writes(page="boardgame.play")
def act(game_id: str) -> Any:
    table = enter_game_to_change(game_id)
    seat = _acting(table)
    mover = Mover(table.game, table.adapter, actor_id=table.me.person_id)
    answer = table.adapter.read_answer(mover.rules, mover.state, seat.code, request.form)
    if not answer:
        raise Refusal(_("Choose at least one."))
    warnings = table.adapter.warnings(mover.rules, mover.state, answer)
    if warnings and request.form.get("sure") != "1":
        raise Refusal(" ".join(str(one) for one in warnings))
    mover.answer(seat.code, answer, request.form.get("stamp"))
    nudge_after(game_id)
    return _to_play(table, **{"as": _same_seat(table, mover, seat), "at": _kept_place(mover, answer)})


def _acting(table: AtTable) -> GameSeat:
    """The seat that the form acts for: one of the reader's own."""
    seat = table.game.seat(request.form.get("seat", ""))
    if seat is None:
        abort(404)
    if seat.member_id != table.me.id:
        abort(403)
    return seat


def _same_seat(table: AtTable, mover: Mover, seat: GameSeat) -> str:
    """The seat goes on acting while it is asked; at a shared phone the cover comes up after it."""
    if len(table.mine) < 2:
        return ""
    due = mover.rules.to_move(mover.state)
    return seat.code if seat.code in due or table.game.waiting else ""


def _kept_place(mover: Mover, answer: list[Any]) -> str:
    """The space that stays selected: where an army still stands that can do more."""
    kept = request.args.get("at", "")
    return kept if kept and request.form.get("stay") == "1" and not mover.game.waiting and answer else ""


@bp.post("/games/<game_id>/dice")
@login_required
@writes(page="boardgame.play")
def dice(game_id: str) -> Any:
    """Dice that fell at the table."""
    table = enter_game_to_change(game_id)
    waiting = table.game.waiting
    if waiting:
        seat = table.game.seat(waiting["seat"])
        if seat is None or (seat.member_id not in (None, table.me.id) and not table.hosts):
            abort(403)
    mover = Mover(table.game, table.adapter, actor_id=table.me.person_id)
    fallen = request.form.getlist("die")
    if not all(one.isascii() and one.isdigit() and len(one) < 4 for one in fallen):
        raise Refusal(_("Write what each die shows."))
    mover.declare([int(one) for one in fallen])
    nudge_after(game_id)
    return _to_play(table, **{"as": request.args.get("as", "")})


@bp.post("/games/<game_id>/forget")
@login_required
@writes(page="boardgame.play")
def forget(game_id: str) -> Any:
    """Takes back an action that waits for its first dice."""
    table = enter_game_to_change(game_id)
    waiting = table.game.waiting
    seat = table.game.seat(waiting["seat"]) if waiting else None
    if seat is not None and seat.member_id != table.me.id:
        abort(403)
    Mover(table.game, table.adapter, actor_id=table.me.person_id).forget_waiting()
    return _to_play(table, **{"as": request.args.get("as", "")})


@bp.post("/games/<game_id>/undo")
@login_required
@writes(page="boardgame.play")
def undo(game_id: str) -> Any:
    table = enter_game_to_change(game_id)
    take_back(table.game, table.adapter, table.me)
    flash(_("Taken back."), "moss")
    return _to_play(table, **{"as": request.args.get("as", "")})


@bp.get("/games/<game_id>/board/<key>-<theme>.svg")
@login_required
def drawing(game_id: str, key: str, theme: str) -> Any:
    """The bare board in a theme; its address changes with it, so it is kept for ever."""
    table = enter_game(game_id)
    if theme not in ("light", "dark") or key != table.adapter.drawing_key(table.rules):
        abort(404)
    return Response(
        table.adapter.drawing(table.rules, theme),
        mimetype="image/svg+xml",
        headers={"Cache-Control": "private, max-age=31536000, immutable"},
    )
