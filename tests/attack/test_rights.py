"""Every route, every role, own and foreign keys: whoever may not gets nothing and changes nothing.

The routes come from the app itself, so a new room is attacked without a word here. What differs from the
general rule stands in the tables below.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from werkzeug.routing import Rule

from app.columns import new_id
from app.extensions import db
from tests.attack.conftest import Scene
from tests.attack.pages import (
    NOBODYS,
    PLAIN,
    Form,
    addresses,
    changes,
    dump,
    filled,
    ids_of,
    post,
    rules,
    walk,
    whose,
)
from tests.attack.world import ANNA, BO, DEPUTY, DROPPED, GM, GUEST, INVITED, OUTSIDER, STRANGE_A

# What whoever is invited may do: answer.
ANSWERS = {"founding.answer", "founding.accept", "founding.decline"}
# What every player does for themselves without a seat in the address.
OWN_DEEDS = ANSWERS | {
    "founding.leave",
    "battles.note",
    "guilds.found",
    "pacts.conclude",
    "letters.send",
    "transfers.send",
}
# Pages with a seat in the address that everybody at the table may read, and pages of the table itself that
# only those who run it may.
OPEN_SEAT_PAGES = {"founding.hideouts"}
# What the game master alone does, not the deputy (V11.3).
GM_ALONE = {"founding.deputy", "founding.hand_over"}
# What the game master may still do once the campaign is finished: show it to the club, or no longer (V11.8).
AFTER_THE_END = {"public.open_link", "public.revoke_link"}


def of_campaigns(scene: Scene, method: str) -> Iterator[Rule]:
    for rule in rules(scene.app, method):
        if rule.rule.startswith("/campaigns/<campaign_id>"):
            yield rule


def annas(scene: Scene, method: str) -> list[tuple[str, str]]:
    """Endpoint and address of every route of campaigns, with Anna's keys at «Mine»."""
    mine, anna = scene.world.mine, scene.world.seats[ANNA]
    return [
        (rule.endpoint, url)
        for rule in of_campaigns(scene, method)
        for url in addresses(scene.app, rule, mine, anna, most=1)
    ]


@pytest.mark.parametrize(
    ("stage", "people"),
    [
        ("gathering", (INVITED, BO)),
        ("captives", (None, OUTSIDER, DROPPED, BO, GUEST)),
        ("finished", (GM, ANNA)),
    ],
)
def test_whoever_may_not_changes_nothing(
    stand: Callable[..., Scene], stage: str, people: tuple[str | None, ...]
) -> None:
    """V0.1, V0.2, V3.11, V11.3. In a finished campaign nobody changes anything, not even the game master."""
    scene = stand(stage)
    routes = annas(scene, "POST")
    assert len({endpoint for endpoint, _url in routes}) > 60
    clients = {name: scene.at(name) for name in people}
    before = dump(scene.app)
    wrong = []
    for endpoint, url in routes:
        for name, client in clients.items():
            if endpoint in (ANSWERS if name == INVITED else OWN_DEEDS) and name not in (None, OUTSIDER):
                continue
            if stage == "finished" and name == GM and endpoint in AFTER_THE_END:
                continue
            answer = client.post(url, data={"request_id": new_id()})
            expected = {401} if name is None else {404} if name in (OUTSIDER, INVITED) else {403, 404}
            if answer.status_code not in expected:
                wrong.append((name, endpoint, answer.status_code))
    assert wrong == []
    assert changes(before, dump(scene.app)) == {}


@pytest.mark.parametrize(
    ("stage", "people"),
    [("gathering", (INVITED,)), ("captives", (None, OUTSIDER, DROPPED, BO, GUEST))],
)
def test_whoever_may_not_sees_no_page_of_another_seat(
    stand: Callable[..., Scene], stage: str, people: tuple[str | None, ...]
) -> None:
    """V0.2, V3.11: a stranger is asked to log in, an outsider finds nothing, a player no other's pages."""
    scene = stand(stage)
    wrong = []
    for rule in of_campaigns(scene, "GET"):
        for url in addresses(scene.app, rule, scene.world.mine, scene.world.seats[ANNA], most=1):
            for name in people:
                answer = scene.at(name).get(url)
                if name is None:
                    fine = answer.status_code == 303 and answer.location.startswith("/login?next=")
                elif name == OUTSIDER:
                    fine = answer.status_code == 404
                elif name == INVITED:
                    fine = answer.status_code == 404 or rule.endpoint in ANSWERS
                elif "seat_id" in rule.arguments and rule.endpoint not in OPEN_SEAT_PAGES:
                    fine = answer.status_code in (403, 404)
                else:
                    fine = answer.status_code in (200, 302, 303, 403, 404, 422)
                if not fine:
                    wrong.append((name, rule.endpoint, answer.status_code))
    assert wrong == []


@pytest.mark.rule("V11.3")
def test_a_deputy_does_not_do_what_is_the_game_masters_alone(stand: Callable[..., Scene]) -> None:
    scene = stand("preparation")
    deputy = scene.at(DEPUTY)
    before = dump(scene.app)
    seen = set()
    for rule in of_campaigns(scene, "POST"):
        if rule.endpoint in GM_ALONE:
            seen.add(rule.endpoint)
            url = addresses(scene.app, rule, scene.world.mine, scene.world.seats[ANNA], most=1)[0]
            assert deputy.post(url, data={"request_id": new_id(), "deputy": "1"}).status_code in (403, 422)
    assert seen == GM_ALONE
    assert changes(before, dump(scene.app)) == {}


def foreign(scene: Scene, rule: Rule, own: dict[str, str], theirs: dict[str, str]) -> Iterator[str]:
    """The rule's address with one's own keys but for one, which is another's."""
    # Some arguments have a default and are not in the address.
    keys = [name for name in rule.arguments if name not in PLAIN and f"{name}>" in rule.rule]
    for name in keys:
        if own[name] != theirs[name]:
            plain = {other: PLAIN[other][0] for other in rule.arguments if other in PLAIN}
            if "<int:" in rule.rule:
                plain = dict.fromkeys(plain, "2")
            yield filled(rule, {**{key: own[key] for key in keys}, name: theirs[name], **plain})


@pytest.mark.parametrize(
    ("who", "of", "other"),
    [(ANNA, BO, "mine"), (ANNA, STRANGE_A, "theirs"), (GM, STRANGE_A, "theirs"), (OUTSIDER, ANNA, "mine")],
)
def test_a_foreign_key_in_an_own_address_is_not_found(
    stand: Callable[..., Scene], who: str, of: str, other: str
) -> None:
    """One's own campaign and seat with another's model, place, battle …, and the other way round."""
    scene = stand("captives")
    world = scene.world
    home, seat = (
        (world.theirs, world.seats[STRANGE_A]) if who == OUTSIDER else (world.mine, world.seats[ANNA])
    )
    there = getattr(world, other)
    client = scene.at(who)
    names = {
        name for method in ("GET", "POST") for rule in of_campaigns(scene, method) for name in rule.arguments
    }
    own, theirs = (
        {
            name: ([*ids_of(scene.app, name, campaign, holder), NOBODYS])[0]
            for name in names
            if name not in PLAIN
        }
        for campaign, holder in ((home, seat), (there, world.seats[of]))
    )
    before = dump(scene.app)
    wrong, tried = [], 0
    for method in ("GET", "POST"):
        for rule in of_campaigns(scene, method):
            for url in foreign(scene, rule, own, theirs):
                tried += 1
                data = {"request_id": new_id()} if method == "POST" else None
                answer = client.open(url, method=method, data=data)
                if answer.status_code not in (403, 404):
                    wrong.append((method, rule.endpoint, url, answer.status_code))
    assert tried > 100
    assert wrong == []
    assert changes(before, dump(scene.app)) == {}


def kinds_of_keys(scene: Scene, campaign_id: str, seat_id: str) -> dict[str, list[str]]:
    """Of each table the keys of a seat's or campaign's rows."""
    tables = ("place", "event", "battle", "warband", "company_model", "company_item", "settlement", "captive")
    found = {}
    with scene.app.app_context():
        for name in tables:
            query = whose(db.metadata.tables[name], campaign_id, seat_id)
            found[name] = sorted(map(str, db.session.execute(query).scalars()))
        found["seat"] = [seat_id]
        db.session.remove()
    return found


def foreign_keys(
    form: Form, own: dict[str, list[str]], theirs: dict[str, list[str]]
) -> Iterator[tuple[str, str]]:
    """The form's fields that hold a key, and one of the same kind that is another's."""
    kind_of = {key: kind for kind, keys in own.items() for key in keys}
    for name, one in form.fields.items():
        kinds = {kind_of[value] for value in [*one.values, *one.chosen] if value in kind_of}
        for kind in kinds:
            if theirs.get(kind):
                yield name, theirs[kind][0]


@pytest.mark.parametrize("stage", ["orders", pytest.param("captives", marks=pytest.mark.long)])
def test_a_foreign_key_in_a_form_changes_nothing(stand: Callable[..., Scene], stage: str) -> None:
    """A13: the page's own form, with another table's place, model, item … in it."""
    scene = stand(stage)
    world = scene.world
    before = dump(scene.app)
    wrong, tried = [], 0
    for who, seat in ((ANNA, ANNA), (GM, ANNA)):
        client = scene.at(who)
        forms = walk(scene.app, client, world.mine, [world.seats[seat]], most=1, alike=1).forms
        own = kinds_of_keys(scene, world.mine, world.seats[ANNA])
        theirs = kinds_of_keys(scene, world.theirs, world.seats[STRANGE_A])
        for form in forms:
            for name, key in foreign_keys(form, own, theirs):
                tried += 1
                answer = post(client, form, **{name: key})
                if answer.status_code < 400 or answer.status_code >= 500:
                    wrong.append((who, form.endpoint, name, answer.status_code))
    assert tried > 10
    assert wrong == []
    assert changes(before, dump(scene.app)) == {}


def test_nobody_ends_another_persons_device(stand: Callable[..., Scene]) -> None:
    scene = stand("gathering")
    scene.at(ANNA).get("/me")
    with scene.app.app_context():
        logins = db.metadata.tables["login"]
        query = db.select(logins.c.id).where(logins.c.person_id == scene.world.people[ANNA])
        key = db.session.execute(query).scalar_one()
    answer = scene.at(BO).post(f"/me/devices/{key}/end", data={"request_id": new_id()})
    assert answer.status_code == 404
    assert scene.at(ANNA).get("/me").status_code == 200
