"""The page at which a game is played, for one reader."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from flask import url_for

from app.boardgame.access import AtTable
from app.boardgame.adapter import Look, Phase, Scene, SeatFace, Standing, Track
from app.boardgame.history import events_of, rows_of
from app.boardgame.models import GameRow, GameSeat, RowKind
from app.boardgame.positions import codec
from app.boardgame.queries.logs import LogLine, log_lines, seen
from app.boardgame.undoing import undoable
from app.refusal import Sentence
from rules.engine.core import Action, Event
from rules.engine.rng import Draw

RECENT = 24
"""Rows of the log that a page of the game looks back on."""


@dataclass(frozen=True)
class SeatShown:
    """A seat with its arms, who plays it, and how it stands. ``due`` when it owes a decision."""

    face: SeatFace
    holder: str
    bot: str
    mine: bool
    due: bool
    asked: Sentence
    standing: Standing | None


@dataclass(frozen=True)
class Wanted:
    """Dice that are to be rolled at the table and typed in."""

    count: int
    sides: int
    reason: Sentence
    seat: SeatShown
    may_enter: bool
    may_forget: bool


@dataclass(frozen=True)
class PlayPage:
    """Everything of the page. ``acting`` is the seat the reader acts for; ``cover`` asks for the next
    person.
    """

    phase: Phase
    track: Track
    seats: tuple[SeatShown, ...]
    acting: SeatShown | None
    cover: SeatShown | None
    due: tuple[SeatShown, ...]
    scene: Scene
    stamp: str
    may_undo: bool
    wanted: Wanted | None
    log: tuple[LogLine, ...]
    ending: Sentence
    winners: tuple[SeatShown, ...]
    picture: Mapping[str, str]
    bots_think: bool
    act_url: str

    def side(self, codes: Sequence[str]) -> list[SeatShown]:
        """The seats of one side."""
        return [seat for seat in self.seats if seat.face.code in codes]


def shown_seats(table: AtTable, state: Any = None) -> tuple[SeatShown, ...]:
    """Every seat in the order of the rules."""
    adapter, rules = table.adapter, table.rules
    faces = {face.code: face for face in adapter.faces()}
    standings = {one.seat: one for one in adapter.standings(rules, state)} if state is not None else {}
    due = set(rules.to_move(state)) if state is not None else set()
    bots = dict(adapter.bots())
    return tuple(
        SeatShown(
            faces[seat.code],
            seat.holder,
            str(bots.get(seat.bot, "")) if seat.bot else "",
            seat.member_id == table.me.id,
            seat.code in due,
            adapter.asked(rules, state, seat.code) if seat.code in due else "",
            standings.get(seat.code),
        )
        for seat in table.game.seats
    )


def acting_seat(table: AtTable, asked_for: str) -> tuple[GameSeat | None, GameSeat | None]:
    """The seat that the reader acts for, and the one to which a shared phone must be handed first.

    ``asked_for`` is the seat of the address. At a shared phone a seat acts only once it is asked for.
    """
    mine = table.mine
    due = [seat for seat in mine if seat.code in table.rules.to_move(table.position)]
    chosen = next((seat for seat in mine if seat.code == asked_for), None)
    if table.me.shares and len(mine) > 1:
        if chosen is not None:
            return chosen, None
        return None, due[0] if due else None
    if chosen is not None and (chosen in due or not due):
        return chosen, None
    first = due or mine
    return (first[0] if first else None), None


def play_page(table: AtTable, picked: Mapping[str, str]) -> PlayPage:
    """The page for the reader at ``table`` with the selections of the address."""
    game, rules, state = table.game, table.rules, table.position
    seat, cover = acting_seat(table, picked.get("as", ""))
    secrets = seen_seats(table, seat)
    due = seat is not None and seat.code in rules.to_move(state) and not game.waiting and game.running
    kept: dict[str, Any] = {"as": seat.code} if seat is not None and len(table.mine) > 1 else {}

    def address(**more: str) -> str:
        where: dict[str, Any] = {**kept, **more}
        return url_for("boardgame.play", game_id=game.id, **where)

    stays: dict[str, Any] = {n: value for n, value in picked.items() if n in ("as", "at", "to") and value}
    page = shown_page(table, state, game.seq, seat.code if seat else None, secrets, picked, due, address)
    prompt = rules.prompt(state, seat.code) if seat is not None and due else None
    by_code = {one.face.code: one for one in page.seats}
    return replace(
        page,
        cover=by_code[cover.code] if cover else None,
        stamp=prompt.stamp if prompt else "",
        may_undo=seat is not None and not cover and undoable(game, rules, state, table.me) is not None,
        wanted=_wanted(table, game.waiting, by_code) if game.waiting else None,
        bots_think=any(one.due and one.bot for one in page.seats) and not game.waiting and game.running,
        act_url=url_for("boardgame.act", game_id=game.id, **stays),
    )


def watch_page(table: AtTable, state: Any, seq: int, address: Callable[..., str]) -> PlayPage:
    """The page for somebody who only watches, of any moment of the game: nothing secret is on it."""
    return shown_page(table, state, seq, None, frozenset(), {}, False, address)


def shown_page(
    table: AtTable,
    state: Any,
    seq: int,
    acting: str | None,
    secrets: frozenset[str],
    picked: Mapping[str, str],
    due: bool,
    address: Callable[..., str],
) -> PlayPage:
    """A position as the holder of ``secrets`` sees it, with the log up to the row ``seq``."""
    game, adapter, rules = table.game, table.adapter, table.rules
    shown = shown_seats(table, state)
    by_code = {one.face.code: one for one in shown}
    rows = rows_of(game, max(0, seq - RECENT), seq)
    names = {one.face.code: one.holder or one.bot for one in shown}
    outcome = rules.outcome(state)
    look = Look(acting, secrets, picked, due, address, names, tuple(recent(rules, rows, secrets)))
    return PlayPage(
        phase=adapter.phase(rules, state),
        track=adapter.track(rules, state),
        seats=shown,
        acting=by_code[acting] if acting else None,
        cover=None,
        due=tuple(one for one in shown if one.due),
        scene=adapter.scene(rules, state, look),
        stamp="",
        may_undo=False,
        wanted=None,
        log=tuple(log_lines(table, rows, secrets)[:6]),
        ending=adapter.ending(rules, state),
        winners=tuple(one for one in shown if outcome is not None and one.face.code in outcome.winners),
        picture=board_pictures(table),
        bots_think=False,
        act_url="",
    )


def seen_seats(table: AtTable, acting: GameSeat | None) -> frozenset[str]:
    """The seats whose secrets may stand on the page: one's own, at a shared phone only the acting one's."""
    if table.me.shares and len(table.mine) > 1:
        return frozenset([acting.code]) if acting else frozenset()
    return frozenset(seat.code for seat in table.mine)


def recent(
    rules: Any, rows: Sequence[GameRow], seats: frozenset[str]
) -> list[tuple[Action, tuple[Event, ...]]]:
    """The last actions with what a holder of ``seats`` may know of what they set off."""
    actions = codec(rules.action_type)
    return [
        (actions.decode(row.action), tuple(seen(events_of(rules, row), seats)))
        for row in rows
        if row.kind == RowKind.ACTION and row.action
    ]


def board_pictures(table: AtTable) -> dict[str, str]:
    """The addresses of the bare board in both themes."""
    key = table.adapter.drawing_key(table.rules)
    return {
        theme: url_for("boardgame.drawing", game_id=table.game.id, key=key, theme=theme)
        for theme in ("light", "dark")
    }


def _wanted(table: AtTable, waiting: Mapping[str, Any], seats: Mapping[str, SeatShown]) -> Wanted:
    sides, count, why = waiting["want"]
    seat = seats[waiting["seat"]]
    return Wanted(
        count,
        sides,
        table.adapter.told_draw(Draw(why, sides, ())),
        seat,
        seat.mine or table.hosts or not seat.holder,
        seat.mine and not waiting["declared"],
    )
