"""A module that is off leaves no trace in pages, and no address of it takes anything (V9.2)."""

from __future__ import annotations

import html
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.extensions import db
from tests.attack.pages import addresses, changes, dump, rules
from tests.campaign.modules.positions import MODULES
from tests.campaign.modules.world import PLAYERS, World
from tests.story.people import browser, send

if TYPE_CHECKING:
    from flask import Flask
    from flask.testing import FlaskClient
    from werkzeug.routing import Rule

ROOMS = {
    "guilds": ("guilds.",),
    "alliances": ("pacts.",),
    "messages": ("letters.",),
    "transfers": ("transfers.",),
    "paths": ("maps.draw", "maps.drawing", "maps.erase", "maps.after_erasing"),
    "movement": ("movement.",),
}
"""How the endpoints of a module's rooms begin."""
LINKS = {
    "guilds": "/guilds",
    "alliances": "/pacts",
    "messages": "/letters",
    "transfers": "/transfer",
    "paths": "/map/paths",
    "movement": "/(gather|retreat)",
}
WORDS = {
    "guilds": {"en": r"guild", "da": r"gilde", "de": r"gilde"},
    "alliances": {"en": r"alliance|\ball(y|ies|ied)\b", "da": r"forbund|allier", "de": r"bündnis|verbünde"},
    "messages": {
        "en": r"\bletters?\b|courier|messages",
        "da": r"\bbrev|kurer|beskeder",
        "de": r"brief|\bbote",
    },
    "transfers": {"en": r"transfer|send gold", "da": r"overfør|send guld", "de": r"überweis|gold senden"},
    "multi": {"en": r"warbands in one battle", "da": r"bander i ét slag", "de": r"banden in einer schlacht"},
    "paths": {"en": r"\bpaths?\b|\baccess\b", "da": r"\bveje?n?\b|adgang", "de": r"(?-i:\bWege?s?\b)|zugang"},
    "movement": {
        "en": r"\bstands? (at|nowhere)|\bgathers\b|withdraws? to|returns? to (?!the)",
        "da": r"\bstår (ved|ingen)|\bsamles (ved|i)\b|trækker sig",
        "de": r"\bsteht (bei|nirgends)|\bsammelt sich|zieht sich",
    },
}
"""Words that speak of a module and of nothing else, as far as pages of a campaign go."""
BESIDE_GUILDS = {"en": "alliance", "da": "forbund", "de": "bündnis"}
"""Those of alliances where there are guilds, whose members are allies too (V8.1)."""
# The tab «Rules» says which modules are off (V9.1); the catalogue's texts are the rule book's.
TELLS_OF_ALL = ("founding.rules", "catalogue.", "founding.step", "founding.wizard")
_NOT_TEXT = re.compile(r"<(script|style|template)\b.*?</\1>|<[^>]*>", re.S)


def look(app: Flask, world: World) -> None:
    """Get every page of the campaign as the game master or as a player, and post to all that is off."""
    off = [module for module in MODULES if module not in world.on]
    faults: list[str] = []
    before = dump(app)
    name = world.rng.choice(["Karin", *PLAYERS])
    client = browser(app, world.people[name])
    seat_id = _seat(app, world, world.people[name])
    for rule, url in _urls(app, world, seat_id, "GET"):
        mine = _module_of(rule, off)
        answer = client.get(url)
        if mine is not None:
            if answer.status_code not in (403, 404, 409):
                faults.append(f"{mine}: GET {url} answers {answer.status_code}")
        elif answer.status_code == 200 and answer.mimetype == "text/html":
            faults += [f"{name}: {url}: {fault}" for fault in _told(rule, answer.text, off, world.language)]
    faults += _posted(app, world, client, seat_id, off)
    assert not faults, "\n".join(faults)
    after = dump(app)
    moved = changes(before, after)
    assert not moved, moved


def _seat(app: Flask, world: World, person_id: str) -> str:
    seats = db.metadata.tables["seat"]
    with app.app_context():
        return str(
            db.session.execute(
                db.select(seats.c.id).where(
                    seats.c.campaign_id == world.campaign_id, seats.c.person_id == person_id
                )
            ).scalar_one()
        )


def _urls(app: Flask, world: World, seat_id: str, method: str) -> Iterator[tuple[Rule, str]]:
    """An address of each page of the campaign, with keys of this seat; nothing that is drawn or packed."""
    for rule in rules(app, method):
        if rule.rule.startswith("/campaigns/<campaign_id>") and "." not in rule.rule.rsplit("/", 1)[1]:
            for url in addresses(app, rule, world.campaign_id, seat_id, most=1)[:1]:
                yield rule, url


def _module_of(rule: Rule, off: list[str]) -> str | None:
    """The module whose room a page is, if it is off."""
    return next((one for one in off if rule.endpoint.startswith(ROOMS.get(one, "-"))), None)


def _posted(app: Flask, world: World, client: FlaskClient, seat_id: str, off: list[str]) -> Iterator[str]:
    places = db.metadata.tables["place"]
    with app.app_context():
        place_id = db.session.scalar(db.select(places.c.id).where(places.c.owner_id == seat_id).limit(1))
    for rule, url in _urls(app, world, seat_id, "POST"):
        mine = _module_of(rule, off)
        if mine is not None:
            status = send(client, url, place=place_id).status_code
            if status not in (403, 404, 409, 422):
                yield f"{mine}: POST {url} answers {status}"


def _told(rule: Rule, page: str, off: list[str], language: str) -> Iterator[str]:
    """What a page tells of modules that are off: links, and words in its text and its labels."""
    if rule.endpoint.startswith(TELLS_OF_ALL):
        return
    labels = " ".join(re.findall(r'(?:aria-label|title|placeholder|alt)="([^"]*)"', page))
    # Letter is a size of paper too.
    text = " ".join(html.unescape(_NOT_TEXT.sub(" ", page) + " " + labels).split()).replace("A4 Letter", "A4")
    for module in off:
        link = LINKS.get(module)
        if link and (found := re.search(rf'(?:href|action)="[^"]*{link}\b[^"]*"', page)):
            yield f"{module}: {found.group()}"
        among_guilds = module == "alliances" and "guilds" not in off
        if found := re.search((BESIDE_GUILDS if among_guilds else WORDS[module])[language], text, re.I):
            yield f"{module}: «{text[max(0, found.start() - 60) : found.end() + 40]}»"
