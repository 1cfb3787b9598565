"""The rulebook's pages: open to all, an anchor for every rule, in the reader's language."""

from __future__ import annotations

import re
from html import unescape
from html.parser import HTMLParser

import pytest
from flask import Flask
from flask.testing import FlaskClient

from app.rulebook.queries import rule_url
from rules.rulebook import BOOKS
from tests.rulebook.expected import CHAPTERS, OURS, ids


class Anchors(HTMLParser):
    """The ids of a page, and the targets of its links."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.ids: list[str] = []
        self.links: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        named = dict(attrs)
        if named.get("id"):
            self.ids.append(str(named["id"]))
        if tag == "a" and named.get("href"):
            self.links.append(str(named["href"]))


def page(client: FlaskClient, address: str, language: str = "en") -> str:
    answer = client.get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.text


@pytest.mark.parametrize("language", ["da", "de", "en"])
@pytest.mark.parametrize(
    ("book", "prefix"), [("vanguard", "V"), ("vanguard_core", "C"), ("nerath", "N"), ("minas_tirith", "M")]
)
def test_a_book_has_an_anchor_for_each_of_its_rules(
    client: FlaskClient, language: str, book: str, prefix: str
) -> None:
    found = Anchors(page(client, f"/rules/{book}", language))
    assert [anchor for anchor in found.ids if re.fullmatch(r"[VCNM]\d+\.\d+", anchor)] == [
        rule_id for rule_id in ids(CHAPTERS) if rule_id.startswith(prefix)
    ]
    assert len(found.ids) == len(set(found.ids))


def test_references_are_links_that_arrive(client: FlaskClient) -> None:
    books = {book: Anchors(page(client, f"/rules/{book}")) for book in BOOKS}
    across = [link for found in books.values() for link in found.links if link.startswith("/rules/")]
    assert {"/rules/vanguard_core#C2.6", "/rules/nerath#N1.4"} <= set(across)
    for link in across:
        book, _, anchor = link.removeprefix("/rules/").partition("#")
        assert anchor in books[book].ids, link


def test_what_is_ours_says_so(client: FlaskClient) -> None:
    shown = unescape("".join(page(client, f"/rules/{book}") for book in BOOKS))
    marks = shown.count("Feldtog's own ruling") + shown.count("Feldtog table")
    assert marks == len(ids(OURS))


def test_tables_are_tables(client: FlaskClient) -> None:
    html = page(client, "/rules/vanguard_core", "da")
    assert '<th scope="col">2D8</th>' in html
    assert "<td>Taget til fange</td>" in html
    assert "|---" not in html


def test_the_contents_name_every_chapter(client: FlaskClient) -> None:
    found = Anchors(page(client, "/rules"))
    for chapter in CHAPTERS:
        book = {"V": "vanguard", "C": "vanguard_core", "N": "nerath", "M": "minas_tirith"}[chapter[0]]
        assert f"/rules/{book}#{chapter}" in found.links


@pytest.mark.parametrize(
    ("language", "query"), [("da", "løsepenge"), ("de", "Lösegeld"), ("en", "ransom"), ("en", "v7.4")]
)
@pytest.mark.rule("V7.4")
def test_a_search_leads_to_the_rule(client: FlaskClient, language: str, query: str) -> None:
    answer = client.get("/rules", query_string={"q": query}, headers={"Accept-Language": language})
    assert "/rules/vanguard#V7.4" in Anchors(answer.text).links


def test_what_was_typed_is_shown_as_text(client: FlaskClient) -> None:
    html = client.get("/rules", query_string={"q": "<b>zzz"}).text
    assert "<b>zzz" not in html
    assert "&lt;b&gt;zzz" in html


def test_an_id_leads_to_its_text(client: FlaskClient) -> None:
    answer = client.get("/rules/id/v4.10")
    assert answer.status_code == 302
    assert answer.location == "/rules/vanguard#V4.10"
    assert client.get("/rules/id/V99.1").status_code == 404
    assert client.get("/rules/chess").status_code == 404


def test_rule_url_knows_every_rule_and_no_other(app: Flask) -> None:
    with app.test_request_context():
        assert rule_url("C10.1") == "/rules/vanguard_core#C10.1"
        assert all(rule_url(rule_id).endswith(f"#{rule_id}") for rule_id in ids(CHAPTERS))
        with pytest.raises(LookupError):
            rule_url("V8.7")


def test_pages_may_be_kept_by_the_browser_alone(client: FlaskClient) -> None:
    answer = client.get("/rules/vanguard")
    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert {"Cookie", "Accept-Language"} <= set(answer.vary)
