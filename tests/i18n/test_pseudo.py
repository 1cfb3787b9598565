"""Every page of a campaign, crawled in a language of brackets: no word comes past the catalogues.

What is content (`data-content`: the catalogue of the game, rulebooks, what people wrote), what people typed
and figures may stand bare.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from html.parser import HTMLParser
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from flask_babel import get_domain
from sqlalchemy import select
from werkzeug.exceptions import HTTPException

from app.accounts import mail
from app.accounts.models import Person
from app.accounts.operations.leaving import delete_account
from app.actor import Actor
from app.campaign.company.models import Company, CompanyModel
from app.campaign.dawn import operations as dawn
from app.campaign.documents.models import PrintSetup
from app.campaign.events.models import Event
from app.campaign.founding import operations as founding
from app.campaign.founding.models import Campaign, Seat
from app.campaign.guilds.models import Guild
from app.campaign.letters.operations import send as send_letter
from app.campaign.map.models import Path as MapPath
from app.campaign.map.models import Place
from app.campaign.map.operations import draw_path
from app.campaign.map.shipped import shipped_maps
from app.campaign.public import operations as public
from app.campaign.rounds import operations as rounds
from app.campaign.settlement.models import Settlement
from app.campaign.states import Phase, SideOutcome
from app.campaign.warbands.models import Warband
from app.columns import now
from app.extensions import db
from app.i18n import LANGUAGES
from app.journal.writes import writing
from app.news import mailing
from rules.vanguard.catalogue_store import shipped_catalogue
from tests.campaign.battles import world as battles
from tests.campaign.movement.scene import beaten
from tests.campaign.settlement import scene as settling
from tests.campaign.settlement.test_reopening import fallen_scene, settle_everything
from tests.i18n.pseudo import bare_text, write_catalogues
from tests.story import campaign as story
from tests.story import company, guilds, orders, pacts
from tests.story.people import account, browser

if TYPE_CHECKING:
    from pathlib import Path

    from flask import Flask
    from flask.testing import FlaskClient
    from werkzeug.test import TestResponse

MOST = 2
"""Pages of one kind that one reader looks at: their models and places are all made alike."""
STATS = ("Sp", "Me", "Ra", "Ar", "Ne", "Wn", "H")
TYPES = ("Grunt", "Warrior", "Command", "Support", "Spellcaster", "Large")
NAMES = {"Feldtog", "Vanguard", *STATS, *TYPES, *LANGUAGES.values(), "DA", "DE", "EN", "AM", "PM"}
"""Names and words of the game that are the same in every language, and what a time of day ends in."""
NOT_PAGES = {
    "catalogue.table",
    "sharing.download",
    "tables.file",
    "company.price",
    "documents.battle_sheet",
    "documents.blank",
    "export.own",
    "export.standings",
    "export.whole",
    "documents.company_sheet",
    "documents.everything",
    "documents.map_poster",
    "documents.roster",
    "documents.rosters_csv",
    "documents.round_pack",
    "documents.round_report",
    "documents.whole_report",
    "letters.printed",
    "live.stream",
    "live.versions",
    "media.picture",
    "pwa.manifest",
    "pwa.service_worker",
    "static",
}
Readers = dict[str, str]
Stage = Callable[["Flask"], tuple[str, Readers]]


@pytest.fixture(scope="module")
def brackets(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("translations")
    write_catalogues(folder)
    return folder


@pytest.fixture
def bracketed(app: Flask, brackets: Path, monkeypatch: pytest.MonkeyPatch) -> Flask:
    """The app, which knows no texts but the bracketed ones."""
    with app.app_context():
        domain = get_domain()
    monkeypatch.setattr(domain, "cache", {})
    monkeypatch.setattr(domain, "_translation_directories", [str(brackets)])
    return app


def drafted(app: Flask) -> tuple[str, Readers]:
    readers = {"gm": account(app, "Karin"), "stranger": account(app, "Rosa")}
    return story.draft_campaign(app, readers["gm"]), readers


def gathering(app: Flask) -> tuple[str, Readers]:
    """Ellen has a company that is not confirmed, Mads has none yet, Rosa is invited."""
    gm, ellen, mads, rosa = (account(app, name) for name in ("Karin", "Ellen", "Mads", "Rosa"))
    campaign = story.found_campaign(app, gm, gm_plays=True)
    seat = story.join(app, campaign, ellen)
    story.join(app, campaign, mads)
    story.invite(app, campaign, "Rosa", "Kom med")
    company.choose_faction(app, campaign, seat, name="Jernskjoldene")
    models = company.buy(app, campaign, seat, orders.SERGEANT) + company.buy(
        app, campaign, seat, orders.IRONCLAD
    )
    company.buy_item(app, campaign, seat, "spear")
    company.form_warband(app, campaign, seat, "Ulveflokken", models)
    return campaign, {"gm": gm, "player": ellen, "newcomer": mads, "invited": rosa}


def modules_on(app: Flask) -> tuple[str, Readers]:
    """A campaign whose places are joined by a path; the modules' own pages are looked at here."""
    gm, ellen = account(app, "Karin"), account(app, "Ellen")
    campaign = story.found_campaign(app, gm)
    story.join(app, campaign, ellen)
    with story.change(app, campaign) as (found, gms, actor):
        player = next(seat for seat in found.seats if seat is not gms)
        for text, sender, receiver in (("Brev", gms, player), ("Svar", player, gms)):
            send_letter(
                text,
                receiver,
                answers=None,
                campaign=found,
                seat=sender,
                actor=Actor(sender.person_id, sender),
            )
        found.module_paths = True
        first, second = db.session.scalars(select(Place).where(Place.campaign_id == campaign).limit(2))
        draw_path(first, second, one_way=True, campaign=found, actor=actor)
    return campaign, {"gm": gm, "player": ellen}


def hideouts(app: Flask) -> tuple[str, Readers]:
    """Ellen has a hideout, Mads has none, and Sven has deleted his account."""
    gm, ellen, mads, sven = (account(app, name) for name in ("Karin", "Ellen", "Mads", "Sven"))
    campaign = story.found_campaign(app, gm)
    seat = story.join(app, campaign, ellen)
    story.join(app, campaign, mads)
    story.join(app, campaign, sven)
    story.open_hideouts(app, campaign)
    story.choose_hideout(app, campaign, seat, "Ulvedal")
    with app.app_context(), writing():
        delete_account(db.session.get_one(Person, sven))
    return campaign, {"gm": gm, "player": ellen, "newcomer": mads}


def ordering(app: Flask) -> tuple[str, Readers]:
    """Ellen has sent one warband of three; one of them must not be sent."""
    gm, ellen, mads, rosa = (account(app, name) for name in ("Karin", "Ellen", "Mads", "Rosa"))
    campaign, (seat, other) = story.run_campaign(app, gm, ellen, mads)
    sent = orders.warband(app, campaign, seat, "Ulveflokken", mercenaries=(orders.KUZLO,))
    orders.warband(app, campaign, seat, "Nattevagten")
    orders.warband(app, campaign, seat, "Halteholdet", wounded=True)
    orders.warband(app, campaign, other, "Hjortene")
    orders.event(app, campaign, "Salzfurt", "Handelskaravanen", points_limit=60, duration=2)
    orders.event(app, campaign, "Ulvedal", "Pesten", locked=True)
    guild = guilds.found_guild(app, campaign, seat, "Havkatten")
    guilds.admit(app, campaign, guild, other)
    orders.at_phase(app, campaign, Phase.ORDERS)
    orders.order(browser(app, ellen), campaign, seat, sent, story.place_id(app, campaign, "Gråkloster"))
    return campaign, {"gm": gm, "player": ellen, "opponent": mads, "stranger": rosa}


def fighting(app: Flask) -> tuple[str, Readers]:
    world, _battle = battles.fight(app, "ellen", "mads", "rosa")
    people = world.people
    return world.campaign_id, {"gm": people["gm"], "player": people["ellen"], "onlooker": people["rosa"]}


def settled(app: Flask) -> tuple[str, Readers]:
    """Settlements are open; Ellen has saved how she prints her warband."""
    one = settling.scene(app)
    with app.app_context(), writing():
        band = db.session.scalars(select(Warband).where(Warband.campaign_id == one.id)).first()
        db.session.add(PrintSetup(seat_id=band.seat_id, warband_id=band.id, name="Druck", models=[], blank=1))
    return one.id, {"gm": one.gm, "player": one.ellen, "opponent": one.jonas}


def won_by_two(app: Flask) -> tuple[str, Readers]:
    """Dawn, with a place that two players have won."""
    one = fallen_scene(app)
    settle_everything(one)
    begin_dawn(one, SideOutcome.WON)
    return one.id, {"gm": one.gm, "player": one.ellen}


def withdrawing(app: Flask) -> tuple[str, Readers]:
    """Dawn with Movement: a beaten warband has two hideouts equally near."""
    one = beaten(app)
    return one.campaign, {"gm": one.people["Karin"], "player": one.people["Mads"]}


def second_round(app: Flask) -> tuple[str, Readers]:
    one = fallen_scene(app)
    settle_everything(one)
    begin_dawn(one, SideOutcome.DRAWN)
    event = orders.event(app, one.id, "Salzfurt", "Handelskaravanen", duration=3)
    with story.change(app, one.id) as (campaign, _gm, actor):
        rounds.end_round(campaign, actor=actor)
    pacts.conclude(app, one.id, one.ellens, event, one.jonass)
    return one.id, {"gm": one.gm, "player": one.ellen}


def ended(app: Flask) -> tuple[str, Readers]:
    """The campaign was finished after one round."""
    campaign_id, readers = second_round(app)
    with story.change(app, campaign_id) as (campaign, _gm, actor):
        founding.finish(campaign, actor=actor)
    return campaign_id, readers


def begin_dawn(one: settling.Scene, outcome: SideOutcome) -> None:
    """Jonas has settled too, the battle ended like this for both, and it is dawn."""
    with story.change(one.app, one.id) as (campaign, _gm, actor):
        for settlement in db.session.scalars(select(Settlement)):
            settlement.finished_at = now()
            settlement.side.outcome = outcome
        db.session.flush()
        dawn.begin(campaign, actor)
        campaign.phase = Phase.DAWN


STAGES: dict[Stage, set[str]] = {
    drafted: {"founding.ask_delete", "founding.step", "founding.wizard"},
    gathering: {
        "export.menu",
        "company.ask_confirm",
        "company.ask_give_up",
        "company.ask_sell",
        "company.ask_sell_item",
        "company.card",
        "catalogue.bring",
        "catalogue.catalogue",
        "catalogue.entry",
        "catalogue.new",
        "founding.answer",
        "founding.ask_hand_over",
        "founding.ask_leave",
        "founding.ask_open_hideouts",
        "founding.ask_remove",
        "founding.players",
        "founding.rules",
        "imports.roster",
        "maps.editor",
        "sharing.share",
        "tables.table",
        "tables.tables",
        "warbands.ask_dissolve",
        "warbands.builder",
    },
    withdrawing: {"dashboard.standing", "movement.retreat"},
    modules_on: {
        "clock.clock",
        "letters.letter",
        "letters.letters",
        "letters.write",
        "maps.after_erasing",
        "maps.drawing",
        "transfers.transfer",
    },
    hideouts: {
        "founding.arms",
        "founding.ask_start",
        "founding.ask_give",
        "founding.hideouts",
        "maps.ask_delete",
        "maps.edited",
    },
    ordering: {
        "dashboard.members",
        "dashboard.orders",
        "events.edit",
        "events.event",
        "events.events",
        "guilds.ask_dissolve",
        "guilds.ask_leave",
        "guilds.guilds",
        "maps.campaign_map",
        "maps.place",
        "orders.orders",
        "orders.revoking",
    },
    fighting: {
        "battles.battle",
        "battles.decision",
        "battles.result",
        "company.shop",
        "dashboard.results",
        "rounds.switch",
    },
    settled: {
        "chronicle.log",
        "company.model",
        "dashboard.ask_remove",
        "dashboard.awards",
        "dashboard.awards_of",
        "dashboard.gold",
        "dashboard.places",
        "dashboard.removals",
        "dashboard.settlements",
        "documents.keep",
        "documents.menu",
        "documents.report",
        "documents.setup",
        "documents.table_menu",
        "documents.warband",
    },
    won_by_two: {"dashboard.dashboard", "dawn.dawn"},
    second_round: {
        "chronicle.new_entry",
        "dropouts.ask",
        "dropouts.ask_take_back",
        "events.ask_end",
        "events.new",
        "founding.ask_finish",
        "pacts.ask_withdraw",
        "pacts.pacts",
        "public.settings",
        "rounds.next_switch",
    },
    ended: {
        "battles.battles",
        "chronicle.chronicle",
        "chronicle.entry",
        "chronicle.standings",
        "company.company",
        "company.ledger",
        "overview.overview",
        "warbands.warbands",
    },
}
"""What is looked at when, and the pages that must be reached there."""
DOORS: dict[tuple[Stage, str], tuple[str, ...]] = {
    (drafted, "gm"): ("found",),
    (gathering, "invited"): ("invitation",),
    (modules_on, "gm"): ("map/paths?start={place}", "map/paths/{path}/erase"),
    (withdrawing, "gm"): ("dashboard/standing",),
    (withdrawing, "player"): ("dawn",),
    (hideouts, "gm"): ("seats/{nobodys}/give", "map/places/{place}"),
    (second_round, "gm"): (
        "round/switch",
        "finish",
        "chronicle/new",
        "seats/{seat}/dropout",
        "seats/{seat}/dropout/take-back",
    ),
    (settled, "gm"): (
        "dashboard/awards/{seat}",
        "dashboard/removals?seat={seat}",
        "report",
        "seats/{holder}/warbands/{warband}/print/keep?chosen=1&blank=2",
    ),
}
"""Pages that are reached by more than links of the campaign's pages."""
SETTLEMENT = {
    "settlement.ask_reopen",
    "settlement.captives",
    "settlement.seat_captives",
    "settlement.settlement",
    "settlement.step",
}


class _Links(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        link = dict(attrs).get("href") or ""
        if tag == "a" and link.startswith("/"):
            self.found.append(link.partition("#")[0])


def test_the_reader_finds_bare_words_and_skips_brackets_content_and_names() -> None:
    html = (
        "<p>⟦Gold of ⟦all⟧⟧ 12 <b>Ellen</b><span data-content>Ironclad</span><time>3 May</time></p>"
        '<a title="Bare" aria-label="⟦Good⟧">⟦Back⟧ again</a><input placeholder="Type">'
        "<option>Spear</option><p>Spear</p>"
    )
    assert bare_text(html, {"Ellen"}, {"Spear"}) == [
        "a title: Bare",
        "a: again",
        "input placeholder: Type",
        "p: Spear",
    ]


def kind_of(app: Flask, url: str) -> tuple[str, ...]:
    """The endpoint of the address and the names of its query's fields; empty where no page is."""
    parts = urlsplit(url)
    try:
        endpoint, _values = app.url_map.bind("").match(parts.path, method="GET")
    except HTTPException:
        return ()
    return (endpoint, *sorted(name for name, _value in parse_qsl(parts.query)))


def crawl(app: Flask, person: str, starts: Sequence[str], within: str) -> Iterator[tuple[str, str]]:
    """The pages that the person reaches from the starts by links within that part, few of each kind."""
    client = browser(app, person)
    waiting, known, seen = list(starts), set(starts), Counter[tuple[str, ...]]()
    while waiting:
        url = waiting.pop(0)
        kind = kind_of(app, url)
        if not kind or kind[0] in NOT_PAGES or seen[kind] >= MOST:
            continue
        seen[kind] += 1
        answer = client.get(url, follow_redirects=True)
        if answer.mimetype == "text/html":
            yield url, answer.text
            links = _Links()
            links.feed(answer.text)
            reached = [link for link in dict.fromkeys(links.found) if link.startswith(within)]
            waiting += [link for link in reached if link not in known]
            known.update(reached)


TYPED = (
    Person.nickname,
    Seat.given_name,
    Campaign.name,
    Place.name,
    Event.title,
    Guild.name,
    Company.name,
    CompanyModel.name,
    Warband.name,
    PrintSetup.name,
)


def typed_words(app: Flask) -> set[str]:
    """What people have typed in this stage."""
    with app.app_context():
        typed = {word for column in TYPED for word in db.session.scalars(select(column).distinct())}
    return {str(word) for word in typed if word}


def shipped_names() -> set[str]:
    """What the shipped maps are called."""
    return {name for one in shipped_maps().values() for name in one.names.values()}


def choices() -> set[str]:
    """What of the catalogue stands in lists to choose from, whose options bear no mark."""
    shipped = shipped_catalogue()
    books = {one.book for one in shipped.scenarios.values() if one.book}
    return books | {one.name for one in (*shipped.scenarios.values(), *shipped.items.values())}


def ids_in(app: Flask, campaign_id: str) -> dict[str, str]:
    """A player's seat, one without a player, a place of the campaign, a warband and its player's seat."""
    with app.app_context():
        seats = select(Seat.id).where(Seat.campaign_id == campaign_id, Seat.is_player, ~Seat.is_gm)
        paths = select(MapPath.id).where(MapPath.campaign_id == campaign_id)
        places = select(Place.id).where(Place.campaign_id == campaign_id)
        band = db.session.scalars(select(Warband).where(Warband.campaign_id == campaign_id)).first()
        return {
            "seat": db.session.scalars(seats.where(Seat.person_id.is_not(None))).first() or "",
            "nobodys": db.session.scalars(seats.where(Seat.person_id.is_(None))).first() or "",
            "path": db.session.scalars(paths).first() or "",
            "place": db.session.scalars(places).first() or "",
            "warband": band.id if band else "",
            "holder": band.seat_id if band else "",
        }


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.__name__)
def test_every_word_on_the_pages_comes_through_the_catalogues(bracketed: Flask, stage: Stage) -> None:
    campaign, readers = stage(bracketed)
    known = NAMES | shipped_names() | typed_words(bracketed)
    bare: dict[str, str] = {}
    visited: set[str] = set()
    for reader, person in readers.items():
        here = f"/campaigns/{campaign}"
        doors = [door.format(**ids_in(bracketed, campaign)) for door in DOORS.get((stage, reader), ())]
        starts = [here, "/", *(f"{here}/{door}" for door in doors)]
        for url, html in crawl(bracketed, person, starts, "/" if stage is drafted else here):
            visited.add(kind_of(bracketed, url)[0])
            bare.update(dict.fromkeys(bare_text(html, known, choices()), url))
    assert bare == {}
    assert STAGES[stage] - visited == set()


def test_every_page_of_a_campaign_is_looked_at(app: Flask) -> None:
    """A new page must be reached in one of the stages."""
    pages = {
        rule.endpoint
        for rule in app.url_map.iter_rules()
        if "campaign_id" in rule.arguments and "GET" in (rule.methods or ())
    }
    assert pages - NOT_PAGES == set().union(*STAGES.values()) | SETTLEMENT


def test_every_word_of_the_news_and_of_the_public_pages_comes_through_the_catalogues(
    bracketed: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where a whole round can be told, on a server that sends mail, to somebody with a browser that rings."""
    monkeypatch.setattr(mail, "can_send", lambda: True)
    campaign_id, readers = second_round(bracketed)
    with story.change(bracketed, campaign_id) as (campaign, _gm, actor):
        public.open_link(campaign, actor=actor)
        link = f"/public/{campaign.public_nonce}"
        person = db.session.get_one(Person, readers["player"])
        person.email = person.mail_confirmed = "spieler@example.org"
        confirm, end = mailing.confirm_token(person), mailing.unsubscribe_token(person)
    known = NAMES | shipped_names() | typed_words(bracketed)
    open_to_all = [link, f"{link}/standings", f"{link}/map", f"/news/unsubscribe/{end}", "/offline/en"]
    own = ["/news", f"/news?table={campaign_id}", "/news/settings", f"/news/address/{confirm}"]
    visits = [(bracketed.test_client(), open_to_all)]
    visits += [(browser(bracketed, one), own) for one in readers.values()]
    bare = {}
    for client, urls in visits:
        for url in urls:
            answer = client.get(url)
            assert answer.status_code == 200, url
            bare.update(dict.fromkeys(bare_text(answer.text, known, choices()), url))
    assert bare == {}


def test_every_word_of_a_settlement_comes_through_the_catalogues(
    bracketed: Flask, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before each form of a settlement is sent: the page it stands on, and the captives of both."""
    one = fallen_scene(bracketed)
    pages: list[str] = []
    send_form = settling.Scene.do

    def look_and_send(scene: settling.Scene, client: FlaskClient, what: str, **fields: Any) -> TestResponse:
        captives = f"/campaigns/{scene.id}/captives"
        pages.extend(client.get(url, follow_redirects=True).text for url in (scene.url, captives))
        return send_form(scene, client, what, **fields)

    monkeypatch.setattr(settling.Scene, "do", look_and_send)
    settle_everything(one)
    gm = browser(bracketed, one.gm)
    for way in ("steps/2", "steps/5", "reopen/2", "reopen/6"):
        pages.append(gm.get(f"{one.url}/{way}").text)
    known = NAMES | typed_words(bracketed)
    assert len(pages) >= 20
    assert [found for page in pages for found in bare_text(page, known, choices())] == []
