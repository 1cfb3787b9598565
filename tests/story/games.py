"""The verbs of a board game's story: a table, who sits where, and what its pages offer.

Every verb goes through the pages, as a person's browser would: it fills in forms that a page really has.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.boardgame.models import Game
from app.columns import new_id
from app.extensions import db
from app.journal.writes import writing
from tests.story.people import account, browser, send

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

SEED = "5e" * 32
SEATS = ("karkoth", "vailin", "iron_circle", "nerath")
_FORM = re.compile(r'<form method="post" action="([^"]*)"[^>]*>(.*?)</form>', re.S)
_INPUT = re.compile(r"<(?:input|button)\b[^>]*>")


def attributes(tag: str) -> dict[str, str]:
    """The attributes of a tag, with their entities resolved."""
    return {name: html.unescape(value) for name, value in re.findall(r'([\w-]+)="([^"]*)"', tag)}


@dataclass(frozen=True)
class Form:
    """A form of a page: where it goes, its fields as they stand, and its buttons (name, value)."""

    url: str
    fields: list[tuple[str, str]]
    buttons: list[tuple[str, str]]

    def value(self, name: str) -> str:
        return next((value for key, value in self.fields if key == name), "")


def forms(page: str) -> list[Form]:
    """Every form of a page that changes something."""
    found = []
    for url, body in _FORM.findall(page):
        fields, buttons = [], []
        for tag in _INPUT.findall(body):
            named = attributes(tag)
            if "name" not in named:
                continue
            pair = (named["name"], named.get("value", ""))
            if tag.startswith("<button"):
                buttons.append(pair)
            elif named.get("type") not in ("checkbox", "radio") or " checked" in tag:
                fields.append(pair)
        found.append(Form(html.unescape(url), fields, buttons))
    return found


@dataclass
class GameTable:
    """A game with the browsers of the people at it, by name."""

    app: Flask
    game: str
    people: dict[str, FlaskClient] = field(default_factory=dict)
    holders: dict[str, str] = field(default_factory=dict)

    def url(self, rest: str = "") -> str:
        return f"/games/{self.game}{rest}"

    def page(self, who: str, rest: str = "") -> str:
        """A page as somebody sees it."""
        answer = self.people[who].get(self.url(rest))
        assert answer.status_code == 200, (rest, answer.status_code)
        return answer.get_data(as_text=True)

    def act(self, who: str, **fields: object) -> TestResponse:
        return send(self.people[who], self.url("/act"), **fields)

    def offers(self, who: str, seat: str) -> Form:
        """The form of everything that can be done by a seat."""
        return next(form for form in forms(self.page(who, f"/actions?as={seat}")) if "/act" in form.url)

    def row(self) -> Game:
        with self.app.app_context():
            return db.session.get_one(Game, self.game)


def game_table(
    app: Flask, *names: str, seats: dict[str, str] | None = None, game: str = "nerath", **options: str
) -> GameTable:
    """A running game. The first of ``names`` is the host; ``seats`` says who holds which, by name."""
    people = {name: browser(app, account(app, name)) for name in names}
    host = names[0]
    options = {"option-mode": "alliance", "option-length": "short", "dice": "app", **options}
    answer = send(people[host], "/games/new", game=game, name="Ved køkkenbordet", **options)
    assert answer.status_code == 303, answer.get_data(as_text=True)[:4000]
    table = GameTable(app, answer.location.split("/")[2], people)
    invitation = re.search(r'data-copy="[^"]*(/sit/[^"]+)"', table.page(host, "/table"))
    assert invitation is not None
    for name in names[1:]:
        assert send(people[name], invitation[1]).status_code == 303
    seats = seats or {seat: names[number % len(names)] for number, seat in enumerate(SEATS)}
    for seat, name in seats.items():
        if name.startswith("bot:"):
            assert send(people[host], table.url(f"/seats/{seat}/give"), who=name).status_code == 303
        else:
            assert send(people[name], table.url(f"/seats/{seat}/take")).status_code == 303
        table.holders[seat] = name
    with app.app_context(), writing():
        # the same chance in every run
        db.session.get_one(Game, table.game).seed = SEED
    answer = send(people[host], table.url("/start"))
    assert answer.status_code == 303, answer.get_data(as_text=True)
    return table


def fresh(fields: list[tuple[str, str]]) -> dict[str, list[str]]:
    """Fields of a form as a second form would send them: with a request id of their own."""
    found: dict[str, list[str]] = {}
    for name, value in fields:
        found.setdefault(name, []).append(value)
    found["request_id"] = [new_id()]
    return found
