"""Every change once: twice sent, at once sent, without its id, without its token, as a GET, for another body.

The forms come from the pages themselves. Each kind is sent on a fresh copy of the stage.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from flask.testing import FlaskClient

from app.columns import new_id
from app.extensions import db
from tests.attack.conftest import Scene
from tests.attack.pages import Form, addresses, changes, dump, post, rules, walk
from tests.attack.world import ANNA, BO, GM, INVITED
from tests.story.reconciled import assert_reconciled

AT_ONCE = 20
# The wished-for row of the quality page: each kind of action, 20 parallel sends.
PARALLEL = {
    "gathering": {ANNA: ["company.buy_models", "company.buy_items"], INVITED: ["founding.accept"]},
    "preparation": {
        ANNA: ["company.sell", "warbands.form", "guilds.found", "news.read"],
        GM: ["dropouts.drop_out", "public.open_link"],
    },
    "orders": {BO: ["orders.done"], GM: ["rounds.carry_out"]},
    "battles": {ANNA: ["battles.enter"]},
    "reported": {GM: ["battles.decide"], BO: ["battles.confirm"]},
    "settlement": {ANNA: ["settlement.roll_injury"]},
    "captives": {BO: ["settlement.pay"]},
    "dawn": {GM: ["rounds.carry_out"]},
}
# Of those the ones in every test run; the others with --long.
DAILY = {"company.buy_models", "battles.enter"}
COUNTED = {"company.buy_models": "count-dwarfs", "company.buy_items": "count-bandages"}
NOT_STORED = re.compile(r"accounts\.")


def forms_of(scene: Scene, who: str, *, most: int = 1, alike: int = 1) -> list[Form]:
    seat = scene.world.seats.get(who) if who != GM else scene.world.seats.get(ANNA)
    return walk(scene.app, scene.at(who), scene.world.mine, [seat], most=most, alike=alike).forms


@pytest.mark.parametrize(
    ("stage", "who"),
    [
        pytest.param("gathering", ANNA, marks=pytest.mark.long),
        pytest.param("orders", GM, marks=pytest.mark.long),
        ("captives", ANNA),
    ],
)
def test_a_form_sent_twice_has_one_effect_and_with_other_words_none(
    stand: Callable[..., Scene], stage: str, who: str
) -> None:
    scene = stand(stage)
    wrong, done = [], 0
    for form in forms_of(scene, who):
        if NOT_STORED.match(form.endpoint):
            continue
        sent = form.filled()
        first = scene.at(who).post(form.action, data=sent)
        if first.status_code != 303:
            continue
        done += 1
        after = dump(scene.app)
        second = scene.at(who).post(form.action, data=sent)
        if (second.status_code, second.location) != (first.status_code, first.location):
            wrong.append((form.endpoint, "another answer", second.status_code))
        other = scene.at(who).post(form.action, data={**sent, "more": "words"})
        if other.status_code not in (403, 404, 409):
            wrong.append((form.endpoint, "another body", other.status_code))
        if changes(after, dump(scene.app)):
            wrong.append((form.endpoint, "a second effect", changes(after, dump(scene.app))))
        scene.again()
    assert not wrong, "\n".join(map(str, wrong))
    assert done > 5


def test_no_change_without_its_request_id_or_by_get(stand: Callable[..., Scene]) -> None:
    scene = stand("orders")
    client = scene.at(GM)
    before = dump(scene.app)
    wrong = []
    gets = {rule.rule for rule in rules(scene.app, "GET")}
    for rule in rules(scene.app, "POST"):
        if rule.endpoint in ("accounts.log_out", "accounts.language"):
            continue
        for url in addresses(scene.app, rule, scene.world.mine, scene.world.seats[ANNA], most=1)[:1]:
            without = client.post(url)
            if without.status_code not in (400, 403, 404):
                wrong.append((rule.endpoint, "no id", without.status_code))
            if rule.rule not in gets and client.get(url).status_code not in (404, 405):
                wrong.append((rule.endpoint, "GET"))
    assert wrong == []
    assert changes(before, dump(scene.app)) == {}


WITHOUT_TOKEN = {"news.end_mails": 404}
"""What mail programs send from outside (RFC 8058), and its answer: the signed address itself is the right."""


def test_no_change_without_its_csrf_token(stand: Callable[..., Scene]) -> None:
    """Every POST there is, logged in, with an id, without the token or with another browser's."""
    scene = stand("orders", extra={"WTF_CSRF_ENABLED": True})
    client = scene.at(GM)
    stranger = scene.app.test_client()
    token = re.search(r'name="csrf_token" value="([^"]+)"', stranger.get("/login").text)
    assert token
    before = dump(scene.app)
    wrong = []
    for rule in rules(scene.app, "POST"):
        for url in addresses(scene.app, rule, scene.world.mine, scene.world.seats[ANNA], most=1)[:1]:
            for sent in ({}, {"csrf_token": token[1]}):
                answer = client.post(url, data={"request_id": new_id(), **sent})
                if answer.status_code != WITHOUT_TOKEN.get(rule.endpoint, 409):
                    wrong.append((rule.endpoint, sent, answer.status_code))
    assert wrong == []
    assert changes(before, dump(scene.app)) == {}
    assert client.get("/me").status_code == 200, "nobody was logged out"


def twins(scene: Scene, client: FlaskClient, count: int) -> list[FlaskClient]:
    """Browsers that share one login, as the tabs and taps of one phone do."""
    cookie = client.get_cookie("feldtog")
    assert cookie is not None
    clients = [scene.app.test_client() for _ in range(count)]
    for one in clients:
        one.set_cookie("feldtog", cookie.value)
    return clients


def at_once(scene: Scene, who: str, form: Form, *, same_id: bool) -> list[int]:
    """The statuses of as many sends at the same moment."""
    start = threading.Barrier(AT_ONCE)
    clients = twins(scene, scene.at(who), AT_ONCE)
    sent = [form.filled() for _ in clients]
    if same_id:
        sent = [sent[0]] * AT_ONCE

    def go(number: int) -> int:
        start.wait(timeout=60)
        return clients[number].post(form.action, data=sent[number]).status_code

    with ThreadPoolExecutor(AT_ONCE) as pool:
        return list(pool.map(go, range(AT_ONCE)))


@pytest.mark.rule("V2.9")
@pytest.mark.parametrize(
    ("stage", "who", "endpoint"),
    [
        pytest.param(stage, who, endpoint, marks=() if endpoint in DAILY else pytest.mark.long)
        for stage, people in PARALLEL.items()
        for who, endpoints in people.items()
        for endpoint in endpoints
    ],
)
def test_twenty_sends_at_once_have_one_effect(
    stand: Callable[..., Scene], stage: str, who: str, endpoint: str
) -> None:
    scene = stand(stage)
    form = next((one for one in forms_of(scene, who, most=3, alike=3) if one.endpoint == endpoint), None)
    assert form is not None, "the page does not offer it"
    if endpoint in COUNTED:
        form.fields[next(name for name in form.fields if name.startswith(COUNTED[endpoint]))].chosen = ["1"]
    assert post(scene.at(who), form).status_code == 303
    once = counts(scene)
    scene.again()
    assert at_once(scene, who, form, same_id=True) == [303] * AT_ONCE
    assert counts(scene) == once
    assert_reconciled(scene.app, scene.world.mine)


def counts(scene: Scene) -> dict[str, int]:
    with scene.app.app_context():
        found = {
            table.name: db.session.execute(db.select(db.func.count()).select_from(table)).scalar_one()
            for table in db.metadata.sorted_tables
            if table.name not in ("login",)
        }
        db.session.remove()
    return found
