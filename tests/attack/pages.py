"""Reading pages as an attacker does: every address from the app's own map, every form from every page."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from html.parser import HTMLParser
from typing import Any
from urllib.parse import parse_qs, urlsplit

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import Select, Table, select
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from app.columns import new_id
from app.extensions import db
from tests.story.sheets import words_on

# What changes by being looked at, or in every answer; never what somebody did.
NOT_DEEDS = frozenset({"login", "request_record", "alembic_version"})
ONCE = re.compile(
    r'((?:name="(?:csrf_token|request_id)" value="|nonce="|ticket=|data-making="/printing/)[^"]*)'
)
# Arguments of addresses that are no keys of rows.
PLAIN = {
    "step": ["players", "map", "gold", "1", "2", "3", "4", "5", "6"],
    "to": ["orders", "battles", "settlement", "dawn", "preparation", "end"],
    "card": ["dwarfs.ironclad"],
    "book_id": ["vanguard"],
    "rule_id": ["V4.2"],
    "lang": ["da"],
    "theme": ["light"],
    "kind": ["model", "item"],
    "filename": ["css/base.css"],
    "token": ["x"],
    "nonce": ["x"],
    # board games have an attack of their own: tests/boardgame/test_rights.py
    "game_id": ["0123456789abc"],
    "code": ["karkoth"],
}
NOBODYS = "0123456789abc"
NAMED_OTHERWISE = {
    "order_id": "warband_order",
    "model_id": "company_model",
    "item_id": "company_item",
    "thing_id": "company_model",
}


def dump(app: Flask) -> dict[str, list[tuple[Any, ...]]]:
    """Every row of every table but those that reading writes."""
    with app.app_context():
        found = {
            table.name: sorted(tuple(map(repr, row)) for row in db.session.execute(select(table)))
            for table in db.metadata.sorted_tables
            if table.name not in NOT_DEEDS
        }
        db.session.remove()
    return found


def changes(before: dict[str, list[Any]], after: dict[str, list[Any]]) -> dict[str, Any]:
    """By table the rows that came and went; empty if nothing did."""
    return {
        name: [row for row in rows if row not in after[name]]
        + [row for row in after[name] if row not in rows]
        for name, rows in before.items()
        if rows != after[name]
    }


# --- Addresses ------------------------------------------------------------------------------------


def ids_of(app: Flask, argument: str, campaign_id: str, seat_id: str | None) -> list[str]:
    """Keys that an address's argument may hold: of the seat's things, else of the campaign's.

    None for an argument that names no table's row; such an address is tried with a made-up one.
    """
    if argument == "campaign_id":
        return [campaign_id]
    if argument == "seat_id":
        return [seat_id] if seat_id else []
    if argument in PLAIN:
        return PLAIN[argument]
    if argument == "key":
        table = db.metadata.tables["audit_row"]
        query = select(table.c.key).where(table.c.campaign_id == campaign_id, table.c.chronicle)
    else:
        name = NAMED_OTHERWISE.get(argument, argument.removesuffix("_id"))
        if name not in db.metadata.tables:
            return []
        table = db.metadata.tables[name]
        query = whose(table, campaign_id, seat_id)
    with app.app_context():
        found = [str(value) for value in db.session.execute(query.order_by(*table.primary_key)).scalars()]
        db.session.remove()
    return found


def whose(table: Table, campaign_id: str, seat_id: str | None) -> Select[Any]:
    """The keys of a table's rows that belong to the seat, or to the campaign if they belong to no seat."""
    tables = db.metadata.tables
    query = select(table.c.id)
    if "company_id" in table.c:
        query = query.join(tables["company"], tables["company"].c.id == table.c.company_id)
        owner, campaign = tables["company"].c.seat_id, tables["company"].c.campaign_id
    elif "side_id" in table.c:
        side, battle = tables["battle_side"], tables["battle"]
        query = query.join(side, side.c.id == table.c.side_id).join(battle, battle.c.id == side.c.battle_id)
        owner, campaign = side.c.seat_id, battle.c.campaign_id
    elif "campaign_id" in table.c:
        owner, campaign = table.c.get("seat_id", table.c.get("captor_id")), table.c.campaign_id
    else:
        return query.where(False)
    query = query.where(campaign == campaign_id)
    return query if owner is None or seat_id is None else query.where(owner == seat_id)


def rules(app: Flask, method: str) -> list[Rule]:
    """Every route that takes the method, without static files and the endless stream."""
    return sorted(
        (
            rule
            for rule in app.url_map.iter_rules()
            if method in (rule.methods or ()) and rule.endpoint not in ("static", "live.stream")
        ),
        key=lambda rule: (rule.rule, rule.endpoint),
    )


def filled(rule: Rule, values: dict[str, str]) -> str:
    """The rule's address with these arguments."""
    url = rule.rule
    for name in rule.arguments & values.keys():
        url = re.sub(rf"<(?:[^<>]+:)?{name}>", values[name], url)
    return url


def addresses(app: Flask, rule: Rule, campaign_id: str, seat_id: str | None, most: int = 2) -> list[str]:
    """Addresses of a rule with keys of this seat in this campaign, made-up ones where there is nothing."""
    chosen: list[dict[str, str]] = [{}]
    for name in sorted(rule.arguments):
        values = ids_of(app, name, campaign_id, seat_id)
        if name in PLAIN:
            values = [value for value in values if value.isdigit() == (f"<int:{name}>" in rule.rule)]
        else:
            values = values[:most] or [NOBODYS]
        chosen = [{**one, name: value} for one in chosen for value in values]
    return [filled(rule, values) for values in chosen]


# --- Forms ----------------------------------------------------------------------------------------


@dataclass
class Field:
    """One input as the page wrote it; ``values`` are the choices of a select, of radios or boxes."""

    name: str
    kind: str
    values: list[str] = field(default_factory=list)
    chosen: list[str] = field(default_factory=list)
    attributes: dict[str, str] = field(default_factory=dict)


@dataclass
class Form:
    """A form that changes something, and the page it stands on."""

    page: str
    action: str
    fields: dict[str, Field] = field(default_factory=dict)
    endpoint: str = ""

    def filled(self, **changed: str | list[str]) -> dict[str, list[str]]:
        """What a browser would send: first choices where none is made, a fresh request id."""
        sent: dict[str, list[str]] = {}
        for one in self.fields.values():
            if one.kind == "file":
                continue
            if one.kind in ("radio", "select", "submit") and not one.chosen:
                sent[one.name] = one.values[:1]
            elif one.kind == "checkbox":
                sent[one.name] = one.chosen or one.values[:1]
            elif one.kind == "number":
                sent[one.name] = [one.chosen[0] or one.attributes.get("min") or "1"] if one.chosen else ["1"]
            elif one.kind in ("text", "textarea") and not any(one.chosen):
                sent[one.name] = ["Some words"]
            else:
                sent[one.name] = one.chosen
        sent["request_id"] = [new_id()]
        for name, value in changed.items():
            sent[name] = value if isinstance(value, list) else [value]
        return {name: values for name, values in sent.items() if values}

    @property
    def shape(self) -> tuple[str, tuple[str, ...]]:
        """Tells forms that differ from those that are the same for another thing."""
        return self.endpoint, tuple(sorted(self.fields))


class _Reader(HTMLParser):
    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.page, self.forms, self.links = page, list[Form](), list[str]()
        self._by_id: dict[str, Form] = {}
        self._form: Form | None = None
        self._select: Field | None = None
        self._area: Field | None = None

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        at = {name: value or "" for name, value in attrs}
        if tag == "a" and "href" in at:
            self.links.append(at["href"])
        if tag == "form":
            self._form = Form(self.page, at.get("action") or self.page)
            self._form.fields = {}
            if at.get("id"):
                self._by_id[at["id"]] = self._form
            if at.get("method", "get").lower() == "post":
                self.forms.append(self._form)
        form = self._by_id.get(at.get("form", "")) or self._form
        if tag == "option" and self._select is not None:
            self._select.values.append(at.get("value", ""))
            if "selected" in at:
                self._select.chosen.append(at.get("value", ""))
        if form is None or not at.get("name") or "disabled" in at:
            return
        if tag == "select":
            self._select = form.fields[at["name"]] = Field(at["name"], "select", attributes=at)
        elif tag == "textarea":
            self._area = form.fields[at["name"]] = Field(at["name"], "textarea", chosen=[""], attributes=at)
        elif tag in ("input", "button"):
            self._input(form, "submit" if tag == "button" else at.get("type", "text"), at)

    def _input(self, form: Form, kind: str, at: dict[str, str]) -> None:
        if kind == "image":
            return  # a tap on a picture: two numbers that the browser makes
        kind = (
            kind
            if kind in ("hidden", "radio", "checkbox", "number", "file", "submit", "password")
            else "text"
        )
        one = form.fields.setdefault(at["name"], Field(at["name"], kind, attributes=at))
        if kind in ("radio", "checkbox", "submit"):
            one.values.append(at.get("value", "on"))
            if "checked" in at:
                one.chosen.append(at.get("value", "on"))
        else:
            one.chosen.append(at.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        if tag == "form":
            self._form = None
        elif tag == "select":
            self._select = None
        elif tag == "textarea":
            self._area = None

    def handle_data(self, data: str) -> None:
        if self._area is not None:
            self._area.chosen[0] += data


@dataclass
class Found:
    """What a walk found: the answers by address, and the forms, each kind once a page kind."""

    answers: dict[str, tuple[int, str]]
    forms: list[Form]


def endpoint_of(app: Flask, url: str, method: str) -> str:
    """The endpoint that an address leads to, or nothing."""
    try:
        return str(app.url_map.bind("localhost").match(urlsplit(url).path, method)[0])
    except Exception:
        return ""


def said(answer: TestResponse) -> str:
    """What an answer says: a page without what is new in each, the words of a PDF without its minute."""
    if answer.mimetype == "application/pdf":
        return words_on(answer.get_data())
    return ONCE.sub("", answer.get_data().decode("utf-8", "replace"))


def walk(
    app: Flask,
    client: FlaskClient,
    campaign_id: str,
    seat_ids: Iterable[str | None],
    *,
    most: int = 2,
    alike: int = 2,
    sheets: bool = False,
) -> Found:
    """Get every address there is for these seats, and the links with a question in them that pages offer.

    ``most`` keys are tried for each argument; of links and forms of one shape ``alike`` are kept. Only with
    ``sheets`` anything is printed.
    """
    queue = [
        url
        for seat_id in seat_ids
        for rule in rules(app, "GET")
        for url in addresses(app, rule, campaign_id, seat_id, most)
    ]
    answers: dict[str, tuple[int, str]] = {}
    forms: list[Form] = []
    asked: Counter[Any] = Counter()
    shapes: Counter[Any] = Counter()
    while queue:
        url = queue.pop(0)
        if url in answers or (not sheets and urlsplit(url).path.endswith(".pdf")):
            continue
        answer = client.get(url)
        answers[url] = (answer.status_code, said(answer))
        if answer.mimetype != "text/html" or answer.status_code != 200:
            continue
        reader = _Reader(url)
        reader.feed(answer.text)
        for form in reader.forms:
            form.endpoint = endpoint_of(app, form.action, "POST")
            shapes[form.shape] += 1
            if shapes[form.shape] <= alike:
                forms.append(form)
        for link in reader.links:
            parts = urlsplit(link)
            if parts.netloc or not parts.query or not parts.path.startswith("/campaigns/"):
                continue
            asks = (endpoint_of(app, link, "GET"), tuple(sorted(parse_qs(parts.query, True))))
            asked[asks] += 1
            if asked[asks] <= 2:
                queue.append(link)
    return Found(answers, forms)


def post(client: FlaskClient, form: Form, **changed: str | list[str]) -> Any:
    """Send the form as a browser would, with these fields changed."""
    return client.post(form.action, data=form.filled(**changed))
