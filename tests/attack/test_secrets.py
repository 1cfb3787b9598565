"""Nothing secret in any byte that another gets: pages, streams, pictures, log lines (A1, A3, A4, V4.7).

Every address of the app is asked by everybody who is not meant to know, so a new room is looked at
without a word here. What a player does in public stands in the table below; all other forms of theirs
are sent, and must move nothing for anybody else.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from contextlib import closing

import pytest
from PIL import Image

from app.extensions import db
from app.journal.models import PUBLIC, seat_audience
from app.journal.operations import versions
from tests.attack.conftest import Scene
from tests.attack.pages import addresses, post, rules, said, walk
from tests.attack.world import ANNA, BO, CANARIES, DROPPED, GM, GUEST, INVITED, OUTSIDER

# What a player does before everybody's eyes.
# V8.10: guilds are public.
PUBLIC_DEEDS = {
    "founding.leave",
    "founding.choose_arms",
    "founding.choose_hideout",
    "battles.note",
    "guilds.found",
    "guilds.join",
    "guilds.leave",
    "guilds.build",
    "guilds.dissolve",
}
# V8.16, V8.21, V8.23: what is addressed to Bo, who is to know of it; these rooms test that nobody else does.
TO_OTHERS = {"letters.send", "pacts.conclude", "pacts.invite", "transfers.send"}
# Of one's own account: nothing that a table could see, but it changes or ends the browser's login.
OF_ACCOUNTS = "accounts."
TYPED = "Kanarieord"


def words() -> list[str]:
    return [word.casefold() for word in CANARIES.values()]


def everything(scene: Scene, name: str | None, *, sheets: bool = True) -> dict[str, str]:
    """Status and body of every address, with keys of the table's things and of its players."""
    client = scene.at(name)
    world = scene.world
    seats = [world.seats[one] for one in (ANNA, BO, GM)]
    found = walk(scene.app, client, world.mine, seats, most=1, sheets=sheets)
    return {url: f"{status}\n{text}" for url, (status, text) in found.answers.items()}


@pytest.mark.parametrize(
    ("stage", "people", "least"),
    [
        pytest.param("gathering", (BO, INVITED), 3, marks=pytest.mark.long),
        ("orders", (None, OUTSIDER, DROPPED, BO, GUEST), 5),
    ],
)
def test_no_canary_in_anything_that_another_gets(
    stand: Callable[..., Scene], stage: str, people: tuple[str | None, ...], least: int
) -> None:
    scene = stand(stage)
    singing = everything(scene, GM)
    heard = {word for word in words() for text in singing.values() if word in text.casefold()}
    assert len(heard) >= least, "the game master reads them all, so they are there to be found"
    leaks = []
    for name in people:
        answers = everything(scene, name)
        assert len(answers) > 40
        allowed = {CANARIES["the game master's words to whom he invites"]} if name == INVITED else set()
        leaks += [
            (name, url, word)
            for url, text in answers.items()
            for word in words()
            if word in text.casefold() and word not in allowed
        ]
    assert leaks == []


@pytest.mark.rule("V4.7", "V3.11")
@pytest.mark.parametrize("stage", [pytest.param("preparation", marks=pytest.mark.long), "orders"])
def test_no_private_deed_changes_a_byte_for_another(
    stand: Callable[..., Scene], stage: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """A1: Anna sends every form she has; Bo's pages, versions and counts stay as they were."""
    scene = stand(stage)
    anna, world = scene.at(ANNA), scene.world
    everything(scene, BO, sheets=False)  # a first visit may set cookies
    before = everything(scene, BO)
    followed = [PUBLIC, seat_audience(world.seats[BO])]
    with scene.app.app_context():
        heard = versions(world.mine, followed)
    capfd.readouterr()
    done = set()
    for form in walk(scene.app, anna, world.mine, [world.seats[ANNA]], most=1).forms:
        if form.endpoint in PUBLIC_DEEDS | TO_OTHERS or form.endpoint.startswith(OF_ACCOUNTS):
            continue
        typed = {
            name: TYPED for name, one in form.fields.items() if one.kind in ("text", "textarea", "password")
        }
        if post(anna, form, **typed).status_code == 303:
            done.add(form.endpoint)
    assert len(done) >= (10 if stage == "preparation" else 5), done
    logged = capfd.readouterr().err
    with scene.app.app_context():
        assert versions(world.mine, followed) == heard
    after = everything(scene, BO)
    # What Anna made since may stand first among the keys that addresses are tried with.
    for url in before.keys() - after.keys():
        answer = scene.at(BO).get(url)
        after[url] = f"{answer.status_code}\n{said(answer)}"
    assert {url for url in before if before[url] != after.get(url)} == set()
    assert not [url for url, text in after.items() if TYPED in text]
    assert logged.count('"event": "request"') > len(done), "the requests are logged"
    assert TYPED not in logged
    assert not [key for key in keys_of_places(scene) if key in logged], "a log line names where"


def keys_of_places(scene: Scene) -> list[str]:
    with scene.app.app_context():
        places = db.metadata.tables["place"]
        return [str(key) for key in db.session.execute(db.select(places.c.id)).scalars()]


def test_the_stream_says_nothing_of_what_a_player_does_in_secret(stand: Callable[..., Scene]) -> None:
    """The first bytes of a stream are those that `/live/versions` answers; both name public and own alone."""
    scene = stand("orders")
    with closing(scene.at(BO).get("/live", buffered=False)) as stream:
        first = next(iter(stream.response))
    text = first.decode() if isinstance(first, bytes) else str(first)
    assert scene.world.seats[ANNA] not in text
    assert scene.world.theirs not in text
    assert scene.app.test_client().get("/live").status_code == 401


def test_log_lines_hold_no_passwords_tokens_or_names(
    stand: Callable[..., Scene], capfd: pytest.CaptureFixture[str]
) -> None:
    scene = stand("gathering")
    world, client = scene.world, scene.app.test_client()
    capfd.readouterr()
    secrets = {
        "password": "seven silent swallows",
        "guest link": world.guest_token,
        "invitation": world.join_tokens["Mine"],
        "nickname": "Kanariefugl",
    }
    fields = {"request_id": "a-request-id", "nickname": secrets["nickname"]}
    client.post("/signup", data={**fields, "new_password": secrets["password"]})
    client.post("/login", data={**fields, "request_id": "b-request-id", "password": secrets["password"]})
    client.get(f"/guest/{world.guest_token}")
    client.get(f"/join/{world.join_tokens['Mine']}")
    client.get(f"/enter?link=http://localhost/join/{world.join_tokens['Mine']}")
    client.post(f"/guest/{world.guest_token}", data={"request_id": "c-request-id"})
    cookie = client.get_cookie("feldtog")
    assert cookie is not None
    secrets["cookie"] = cookie.value
    logged = capfd.readouterr().err
    assert logged.count('"event": "request"') >= 6
    assert [what for what, word in secrets.items() if word in logged] == []


def test_pictures_are_for_those_they_are_meant_for(stand: Callable[..., Scene]) -> None:
    """A picture of Anna's model is hers and the game master's; its address helps nobody else."""
    scene = stand("preparation")
    world = scene.world
    rule = next(rule for rule in rules(scene.app, "POST") if rule.endpoint == "company.picture")
    url = addresses(scene.app, rule, world.mine, world.seats[ANNA], most=1)[0]
    drawn = io.BytesIO()
    Image.new("RGB", (30, 20), "red").save(drawn, "PNG")
    drawn.seek(0)
    sent = {"request_id": "a-request-id", "picture": (drawn, "a.png")}
    assert scene.at(ANNA).post(url, data=sent).status_code == 303
    page = scene.at(ANNA).get(url.removesuffix("/picture")).text
    found = re.search(r"/pictures/\w+\.webp", page)
    assert found
    for name, status in ((ANNA, 200), (GM, 200), (BO, 404), (DROPPED, 404), (OUTSIDER, 404), (None, 303)):
        assert scene.at(name).get(found[0]).status_code == status, name
