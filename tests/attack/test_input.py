"""Bad input in every field of every form: told what is wrong, nothing lost, never an error of ours.

The forms come from the pages themselves, so a new form is attacked without a word here.
"""

from __future__ import annotations

import html
import io
import random
import re
from collections.abc import Callable, Iterator

import pytest

from app.columns import new_id
from app.extensions import db
from tests.attack.conftest import Scene
from tests.attack.pages import Field, Form, addresses, filled, rules, walk
from tests.attack.world import ANNA, GM

MARK = "<script>alert(1)</script>"
WORDS = [
    "",
    " \t\n ",
    "x" * 100_000,
    MARK,
    '"><img src=x onerror=alert(1)>',
    "{{ 7 * 7 }} %(name)s {0} %s",
    "'; DROP TABLE person; --",
    "../../../etc/passwd",
    "a\x00b",
    "\ud800",
    "\u202egnp.exe \u2066x",
    "\u200b\u200d\ufeff",
    "🐺" * 40,
    "Z\u0351\u0363" * 60,
    "\r\nSet-Cookie: a=b",
    "https://evil.example/",
    "//evil.example",
]
NUMBERS = [
    *("", "-1", "0", "0.5", "1,5", "NaN", "inf", "1e9", "５", " 7 ", "0x10", "1_000", "²", "٣"),
    *("2147483648", "9223372036854775808", "1" + "0" * 400, "9" * 5000, "--", "1;2", "\x00", MARK),
]
KEYS = ["", "0123456789abc", "x" * 5000, "\x00", "\ud800", "-1", "None", "../..", MARK, "９", "🐺"]
LEFT_ALONE = {"csrf_token", "request_id", "form_key", "seen"}
# They end or change the browser's login, or hash passwords slowly; tests/accounts has them.
NOT_HERE = re.compile(r"accounts\.(log_out|delete_account|language|change_|make_codes|end_device)")


def bad(one: Field) -> list[str]:
    if one.kind == "number":
        return NUMBERS
    if one.kind in ("text", "textarea", "password"):
        return WORDS
    # A hidden number (a version, a stamp) and a key are asked alike.
    return [*KEYS, *(NUMBERS[-6:] if all(value.isdigit() for value in [*one.values, *one.chosen]) else [])]


def cases(
    forms: list[Form], seen: set[tuple[str, str]], share: int = 2
) -> Iterator[tuple[Form, str, list[str]]]:
    """Every field of every kind of form not ``seen`` yet with ``share`` bad values, chosen by lot."""
    for form in forms:
        if NOT_HERE.match(form.endpoint):
            continue
        for name, one in form.fields.items():
            # A shop has a count for each card; one of them is as good as all.
            kind = (form.endpoint, re.sub(r"[-:.\[].*", "", name))
            if name in LEFT_ALONE or one.kind == "file" or kind in seen:
                continue
            seen.add(kind)
            lot = random.Random(str(kind))
            values = bad(one)
            for value in lot.sample(values, min(share, len(values))):
                yield form, name, [value]
            yield form, name, []
            if one.kind != "password":
                yield form, name, ["a", "b", "1", "2"]


def send(scene: Scene, who: str, form: Form, name: str, values: list[str]) -> tuple[int, str, str]:
    data = {**form.filled(), name: values}
    answer = scene.at(who).post(
        form.action, data=encoded(data), content_type="application/x-www-form-urlencoded"
    )
    return answer.status_code, answer.text, answer.location or ""


def encoded(data: dict[str, list[str]]) -> bytes:
    """As a hostile client writes it: lone surrogates as their three bytes."""
    from urllib.parse import quote_from_bytes

    def part(text: str) -> str:
        return quote_from_bytes(text.encode("utf-8", "surrogatepass"), safe="")

    return "&".join(
        f"{part(name)}={part(value)}" for name, values in data.items() for value in values
    ).encode()


@pytest.fixture(scope="module")
def seen() -> set[tuple[str, str]]:
    """Fields that an earlier stage has had its turn with."""
    return set()


@pytest.mark.parametrize(
    ("stage", "who"),
    [
        ("draft", GM),
        pytest.param("gathering", GM, marks=pytest.mark.long),
        pytest.param("gathering", ANNA, marks=pytest.mark.long),
        ("orders", ANNA),
        pytest.param("orders", GM, marks=pytest.mark.long),
        pytest.param("battles", ANNA, marks=pytest.mark.long),
        pytest.param("reported", GM, marks=pytest.mark.long),
        ("settlement", ANNA),
        pytest.param("captives", ANNA, marks=pytest.mark.long),
        pytest.param("advances", ANNA, marks=pytest.mark.long),
    ],
)
def test_bad_input_is_refused_in_words_or_taken_whole(
    stand: Callable[..., Scene], seen: set[tuple[str, str]], stage: str, who: str
) -> None:
    scene = stand(stage)
    world = scene.world
    seat = world.seats.get(ANNA)
    forms = walk(scene.app, scene.at(who), world.mine, [seat], most=1, alike=1).forms
    wrong = []
    for form, name, values in cases(forms, seen):
        status, text, location = send(scene, who, form, name, values)
        case = (form.endpoint, name, [value[:30] for value in values], status)
        if status not in (303, 400, 403, 404, 409, 413, 422):
            wrong.append(case)
        if status == 303 and not location.startswith("/"):
            wrong.append((*case, location))
        if MARK in text or "<img src=x" in text:
            wrong.append((*case, "markup goes through"))
        if status == 422 and typed_is_lost(form, name, values, text):
            wrong.append((*case, "what was typed is lost"))
        if status == 303 and form.endpoint.startswith(("founding.", "rounds.")):
            scene.again()
    assert not wrong, "\n".join(map(str, wrong))
    assert numbers_out_of_range(scene) == []


UPLOADS = {
    "nothing.png": b"",
    "words.jpg": b"not a picture at all" * 50,
    "script.svg": b"<svg xmlns='http://www.w3.org/2000/svg'><script>alert(1)</script></svg>",
    "page.gif": b"GIF89a/*<script>alert(1)</script>*/",
    "cut.png": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\xff\xff\x00\x00\xff\xff\x08\x02\x00\x00\x00",
    "../../etc/passwd\x00.png": b"\xff\xd8\xff\xe0 no more",
}


@pytest.mark.parametrize(
    ("stage", "who"),
    [
        ("draft", GM),
        *(pytest.param(stage, ANNA, marks=pytest.mark.long) for stage in ("preparation", "battles")),
    ],
)
def test_bad_files_are_refused_in_every_form_that_takes_one(
    stand: Callable[..., Scene], stage: str, who: str
) -> None:
    """What is taken in well, and how, is tested with the pictures (tests/media)."""
    scene = stand(stage)
    forms = walk(scene.app, scene.at(who), scene.world.mine, [scene.world.seats.get(ANNA)], most=1).forms
    tried = 0
    for form in {form.endpoint: form for form in forms}.values():
        for name in (name for name, one in form.fields.items() if one.kind == "file"):
            for called, data in UPLOADS.items():
                tried += 1
                fields = {key: value for key, value in form.filled().items() if key != "remove"}
                answer = scene.at(who).post(form.action, data={**fields, name: (io.BytesIO(data), called)})
                assert answer.status_code == 422, (form.endpoint, called, answer.status_code)
                assert "alert(1)" not in answer.text
    assert tried >= len(UPLOADS)
    with scene.app.app_context():
        pictures = db.metadata.tables["picture"]
        count = db.session.execute(db.select(db.func.count()).select_from(pictures)).scalar_one()
    assert count == 0


ODD = (
    "%00",
    "a%00b",
    "%ff",
    "%ed%a0%80",
    "%F0%9F%90%BA",
    "..%2f..",
    "x" * 3000,
    "-1",
    "%3Cscript%3E",
    "9" * 40,
)
ASKED = (
    "place",
    "event",
    "warband",
    "show",
    "round",
    "before",
    "of",
    "seat",
    "card",
    "page",
    "kind",
    "player",
    "q",
)


def test_odd_addresses_are_not_found(stand: Callable[..., Scene]) -> None:
    """Odd texts, some by lot, as the arguments of every route."""
    scene = stand("orders")
    client, wrong = scene.at(GM), []
    for method in ("GET", "POST"):
        for rule in rules(scene.app, method):
            if not rule.arguments or "<int:" in rule.rule:
                continue
            for odd in random.Random(f"{method}{rule.rule}").sample(ODD, 2):
                values = {name: scene.world.mine if name == "campaign_id" else odd for name in rule.arguments}
                data = {"request_id": new_id()} if method == "POST" else None
                answer = client.open(filled(rule, values), method=method, data=data)
                if answer.status_code >= 500 or b"<script>" in answer.data:
                    wrong.append((method, rule.endpoint, odd[:10], answer.status_code))
    assert wrong == []


def test_odd_questions_are_answered_in_peace(stand: Callable[..., Scene]) -> None:
    """Every page is asked every question there is, with odd texts."""
    scene = stand("orders")
    client, wrong = scene.at(GM), []
    for rule in rules(scene.app, "GET"):
        for url in addresses(scene.app, rule, scene.world.mine, scene.world.seats[ANNA], most=1)[:1]:
            odd = random.Random(rule.rule).choice(ODD)
            answer = client.get(f"{url}?{'&'.join(f'{name}={odd}' for name in ASKED)}")
            if answer.status_code >= 500 or b"<script>" in answer.data:
                wrong.append((rule.endpoint, odd[:10], answer.status_code))
    assert wrong == []


def typed_is_lost(form: Form, name: str, values: list[str], text: str) -> bool:
    """Whether words typed into a field for words are no longer on the page that refuses them."""
    if form.fields[name].kind not in ("text", "textarea") or len(values) != 1:
        return False
    value = values[0]
    if not value.strip() or any(ord(c) < 32 or 0xD800 <= ord(c) < 0xE000 for c in value):
        return False
    return value.strip() not in html.unescape(text)


def numbers_out_of_range(scene: Scene) -> list[tuple[str, str, int]]:
    """Stored whole numbers that no form should have taken: negative ones, and such as no table means."""
    signed = {("ledger_row", "amount")}
    found = []
    with scene.app.app_context():
        for table in db.metadata.sorted_tables:
            for column in table.columns:
                if not isinstance(column.type, db.Integer) or (table.name, column.name) in signed:
                    continue
                low, high = db.session.execute(db.select(db.func.min(column), db.func.max(column))).one()
                if low is not None and (low < 0 or high > 1_000_000):
                    found.append((table.name, column.name, low if low < 0 else high))
        db.session.remove()
    return found
