"""SIGKILL in the middle of writes: nothing accepted is lost, nothing is half done, nothing is done twice.

A child process writes as fast as it can (entries of the chronicle, purchases, gold for another player) and
tells of each request before it is sent and after it was accepted. It is killed at a random moment. What was
accepted must then be there; what was sent and not answered is sent once more, as a phone does, and must be
there exactly once. Each request leaves a known number of rows in several tables, so a half one shows.
"""

from __future__ import annotations

import os
import random
import signal
import time
from dataclasses import dataclass, field

from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import func, select, update

from app.campaign.chronicle.wording import ENTRY
from app.campaign.company.models import Company, CompanyModel
from app.campaign.founding.models import Campaign
from app.campaign.gold.models import LedgerRow
from app.campaign.states import Phase
from app.columns import new_id
from app.extensions import db
from app.journal.models import AuditRow, RequestRecord
from app.journal.writes import writing
from bench.world import World, browser, build
from rules.vanguard.catalogue_store import shipped_catalogue

LONGEST = 0.3
"""Seconds after which a child is killed at the latest, counted from its first request."""


@dataclass
class Tally:
    """What came of it; ``faults`` says in words what was lost, half done or doubled."""

    kills: int = 0
    accepted: int = 0
    unanswered: int = 0
    done_unanswered: int = 0
    faults: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Deed:
    """One request: its id, its kind and its form."""

    id: str
    kind: str
    url: str
    fields: dict[str, str]


def run(app: Flask, kills: int, seed: int = 1) -> Tally:
    """Kill that many writers. The app is one without CSRF tokens, its database one that is kept for this."""
    chance = random.Random(seed)
    world = build(app, players=3, places=12, rounds=2, chronicle=20)
    _prepare(app, world)
    before = _counts(app, world)
    tally, sent = Tally(), []
    at_table = {"entry": browser(app, world.people[0]), "player": browser(app, world.people[1])}
    for _ in range(kills):
        deeds = [_deed(world, chance) for _ in range(200)]
        begun, accepted = _killed_while_writing(app, at_table, deeds, chance.uniform(0, LONGEST))
        tally.kills += 1
        tally.accepted += len(accepted)
        known = _claimed(app, begun)
        tally.faults += [f"lost: {deed.kind} {deed.id}" for deed in accepted if deed.id not in known]
        for deed in begun[len(accepted) :]:
            tally.unanswered += 1
            tally.done_unanswered += deed.id in known
            if _send(at_table, deed) != 303:
                tally.faults.append(f"refused when it was sent again: {deed.kind} {deed.id}")
        sent += begun
        tally.faults += _differences(before, _counts(app, world), sent)
        if tally.faults:
            break
    return tally


def rows(tally: Tally) -> list[list[str]]:
    """Rows: what, target, measured."""
    figure = (
        f"{tally.kills} kills, {tally.accepted} accepted actions, {tally.unanswered} unanswered"
        f" ({tally.done_unanswered} of them done) and sent again: "
    )
    return [
        [
            "SIGKILL at random moments of writes",
            "200 kills, nothing lost, half done or doubled",
            figure + ("; ".join(tally.faults) or "none lost, half done or doubled"),
        ]
    ]


def _prepare(app: Flask, world: World) -> None:
    """A time in which all of it is allowed, and gold for it."""
    with app.app_context(), writing():
        db.session.execute(
            update(Campaign)
            .where(Campaign.id == world.campaign_id)
            .values(phase=Phase.PREPARATION, module_transfers=True)
        )
        db.session.add(
            LedgerRow(
                campaign_id=world.campaign_id,
                seat_id=world.seats[1],
                amount=900_000_000,
                kind="round.income",
                round=1,
                params={},
            )
        )


def _deed(world: World, chance: random.Random) -> Deed:
    campaign = f"/campaigns/{world.campaign_id}"
    kind = chance.choice(("entry", "purchase", "transfer"))
    number = new_id()
    if kind == "entry":
        return Deed(number, kind, f"{campaign}/chronicle/new", {"text": f"Told {number}", "readers": "all"})
    if kind == "transfer":
        return Deed(number, kind, f"{campaign}/transfer", {"to": world.seats[2], "gold": "1"})
    card = next(key for key in shipped_catalogue().models if key.startswith("dwarfs."))
    return Deed(number, kind, f"{campaign}/seats/{world.seats[1]}/shop/models", {f"count-{card}": "2"})


def _send(at_table: dict[str, FlaskClient], deed: Deed) -> int:
    client = at_table.get(deed.kind, at_table["player"])
    return client.post(deed.url, data={**deed.fields, "request_id": deed.id}).status_code


def _killed_while_writing(
    app: Flask, at_table: dict[str, FlaskClient], deeds: list[Deed], after: float
) -> tuple[list[Deed], list[Deed]]:
    """The deeds that were begun and those that were accepted by a child killed ``after`` seconds."""
    with app.app_context():
        db.session.remove()
        db.engine.dispose()
    told, tell = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.close(told)
            for deed in deeds:
                os.write(tell, b"b")
                os.write(tell, b"a" if _send(at_table, deed) == 303 else b"r")
        finally:
            os._exit(0)
    os.close(tell)
    heard = os.read(told, 1)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    while more := os.read(told, 65536):
        heard += more
    os.close(told)
    if b"r" in heard:
        raise SystemExit(f"a {deeds[heard.count(b'b') - 1].kind} was refused")
    return deeds[: heard.count(b"b")], deeds[: heard.count(b"a")]


def _claimed(app: Flask, deeds: list[Deed]) -> set[str]:
    """The ids that the journal knows."""
    with app.app_context():
        asked = select(RequestRecord.request_id).where(
            RequestRecord.request_id.in_([deed.id for deed in deeds])
        )
        return set(db.session.execute(asked).scalars())


def _counts(app: Flask, world: World) -> dict[str, int]:
    """What the deeds leave behind, each counted in its own table."""
    questions = {
        "entries": select(func.count())
        .select_from(AuditRow)
        .where(AuditRow.campaign_id == world.campaign_id, AuditRow.kind == ENTRY),
        "models": select(func.count())
        .select_from(CompanyModel)
        .join(Company, Company.id == CompanyModel.company_id)
        .where(Company.seat_id == world.seats[1]),
        "the receiver's ledger": select(func.count())
        .select_from(LedgerRow)
        .where(LedgerRow.seat_id == world.seats[2]),
        "the receiver's gold": select(func.sum(LedgerRow.amount)).where(LedgerRow.seat_id == world.seats[2]),
        "the sender's gold": select(func.sum(LedgerRow.amount)).where(LedgerRow.seat_id == world.seats[1]),
        "request ids": select(func.count()).select_from(RequestRecord),
    }
    with app.app_context():
        return {name: db.session.execute(query).scalar_one() for name, query in questions.items()}


def _differences(before: dict[str, int], after: dict[str, int], sent: list[Deed]) -> list[str]:
    """Where the tables do not hold exactly what was sent, each deed once and whole."""
    entries, purchases, transfers = (
        sum(deed.kind == kind for deed in sent) for kind in ("entry", "purchase", "transfer")
    )
    price = _price()
    meant = {
        "entries": entries,
        "models": 2 * purchases,
        "the receiver's ledger": transfers,
        "the receiver's gold": transfers,
        "the sender's gold": -transfers - 2 * price * purchases,
        "request ids": len(sent),
    }
    return [
        f"{name}: {after[name] - before[name]} instead of {count}"
        for name, count in meant.items()
        if after[name] - before[name] != count
    ]


def _price() -> int:
    """The gold of one model of the purchases, at the campaign's factor of 100 %."""
    return next(card.points for key, card in shipped_catalogue().models.items() if key.startswith("dwarfs."))
