"""Founding a game, its lobby, and who sits where."""

from __future__ import annotations

import secrets
from typing import Any

from flask import abort, flash, g, redirect, render_template, request, session, url_for
from flask_babel import gettext as _
from flask_login import current_user, login_required

from app.boardgame.access import AtTable, enter_game, enter_game_to_change
from app.boardgame.bots.stable import nudge_after
from app.boardgame.forms import GameForm, chosen, dice_of
from app.boardgame.games import GAMES
from app.boardgame.models import GameState
from app.boardgame.operations import lobby as operations
from app.boardgame.operations.guests import issue_link
from app.boardgame.packs import read_pack
from app.boardgame.queries.frame import frame
from app.boardgame.queries.lobby import lobby_page
from app.boardgame.routes.blueprint import bp
from app.forms import checked, form_for
from app.journal.writes import writes
from app.printing.documents import own_address, qr_code


@bp.get("/games/new")
@login_required
def new() -> Any:
    """Which game, and how it is played."""
    ruleset = request.args.get("game", "nerath")
    if ruleset not in GAMES:
        abort(404)
    return render_template(
        "boardgame/new.html", games=GAMES, adapter=GAMES[ruleset], form=form_for(GameForm, "game")
    )


@bp.post("/games/new")
@login_required
@writes(page="boardgame.new")
def found() -> Any:
    ruleset = request.form.get("game", "")
    if ruleset not in GAMES:
        abort(404)
    form = checked(GameForm, "game")
    adapter = GAMES[ruleset]
    game = operations.found_game(
        current_user,
        adapter,
        name=form.name.data or "",
        dice=dice_of(request.form),
        options=chosen(adapter, request.form),
        pack=read_pack(adapter, request.files.get("pack")),
    )
    return redirect(url_for("boardgame.lobby", game_id=game.id), 303)


@bp.get("/games/<game_id>/table")
@login_required
def lobby(game_id: str, member_id: str | None = None) -> Any:  # noqa: ARG001  # shown again for a guest's form
    """The table: people and seats, before and during the game."""
    table = enter_game(game_id)
    personal = session.pop("personal_link", None) if table.hosts else None
    return render_template(
        "boardgame/lobby.html",
        page=lobby_page(table),
        personal=personal,
        personal_drawing=qr_code(personal["url"]) if personal else None,
        adapter=table.adapter,
        form=form_for(GameForm, "game", name=table.game.name),
        **frame(table, "table"),
    )


def _back(table: AtTable) -> Any:
    return redirect(url_for("boardgame.lobby", game_id=table.game.id), 303)


@bp.post("/games/<game_id>/options")
@login_required
@writes(page="boardgame.lobby")
def options(game_id: str) -> Any:
    table = enter_game_to_change(game_id, host=True)
    form = checked(GameForm, "game")
    operations.change_game(
        table,
        name=form.name.data or "",
        dice=dice_of(request.form),
        options=chosen(table.adapter, request.form),
    )
    flash(_("The table is set."), "moss")
    return _back(table)


@bp.post("/games/<game_id>/seats/<code>/take")
@login_required
@writes(page="boardgame.lobby")
def take(game_id: str, code: str) -> Any:
    table = enter_game_to_change(game_id)
    operations.take_seat(table, code)
    return _back(table)


@bp.post("/games/<game_id>/seats/<code>/free")
@login_required
@writes(page="boardgame.lobby")
def free(game_id: str, code: str) -> Any:
    table = enter_game_to_change(game_id)
    operations.free_seat(table, code)
    return _back(table)


@bp.post("/games/<game_id>/seats/<code>/give")
@login_required
@writes(page="boardgame.lobby")
def give(game_id: str, code: str) -> Any:
    table = enter_game_to_change(game_id, host=True)
    operations.set_seat(table, code, request.form.get("who", ""))
    nudge_after(table.game.id)
    return _back(table)


@bp.post("/games/<game_id>/share")
@login_required
@writes(page="boardgame.lobby", any_phase=True)
def share(game_id: str) -> Any:
    table = enter_game_to_change(game_id)
    names = {seat.code: request.form.get(f"called-{seat.code}", "") for seat in table.mine}
    operations.share_phone(table, request.form.get("shares") == "1", names)
    flash(_("Saved."), "moss")
    return _back(table)


@bp.post("/games/<game_id>/link")
@login_required
@writes(page="boardgame.lobby", any_phase=True)
def renew_link(game_id: str) -> Any:
    """A new invitation link; the one before is void."""
    table = enter_game_to_change(game_id, host=True)
    table.game.invite_nonce = secrets.token_urlsafe(9)
    flash(_("The old link is void."), "moss")
    return _back(table)


@bp.post("/games/<game_id>/members/<member_id>/link")
@login_required
@writes(page="boardgame.lobby", any_phase=True, again=True)
def personal_link(game_id: str, member_id: str) -> Any:
    """A new personal link of a guest, shown once: it travels in the host's session, never in the database."""
    table = enter_game_to_change(game_id, host=True)
    name, token = issue_link(table, member_id, request_id=g.request_id, repeated=g.repeated)
    session["personal_link"] = {"name": name, "url": own_address(url_for("boardgame.way_back", token=token))}
    return _back(table)


@bp.post("/games/<game_id>/start")
@login_required
@writes(page="boardgame.lobby")
def start(game_id: str) -> Any:
    table = enter_game_to_change(game_id, host=True)
    operations.start_game(table)
    nudge_after(table.game.id)
    return redirect(url_for("boardgame.play", game_id=game_id), 303)


@bp.get("/games/<game_id>/leave")
@login_required
def ask_leave(game_id: str) -> Any:
    table = enter_game(game_id)
    return render_template("boardgame/leave.html", **frame(table, "table"))


@bp.post("/games/<game_id>/leave")
@login_required
@writes(page="boardgame.ask_leave", any_phase=True)
def leave(game_id: str) -> Any:
    table = enter_game_to_change(game_id)
    operations.leave_game(table, table.adapter.bots()[-1][0])
    if table.game.state == GameState.RUNNING:
        nudge_after(table.game.id)
    flash(_("You have left the table «%(table)s».", table=table.game.name), "moss")
    return redirect(url_for("home.home"), 303)
