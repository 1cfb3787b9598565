"""Every page of this room, of home and about: built well, for readers with and without a login."""

from __future__ import annotations

from itertools import pairwise

import pytest
from flask import Flask

from tests.accounts.people import browser, sign_up
from tests.accounts.test_guests import guest_link
from tests.tags import Page

STRANGERS = ["/", "/signup", "/login", "/recover", "/bye", "/about", "/guest/gone", "/recover/gone"]
PEOPLE = ["/", "/me", "/me/password", "/me/codes", "/me/delete", "/about"]


def examine(html: str) -> None:
    page = Page(html)
    assert len(page.all("h1")) == 1
    assert len(page.all("main")) == 1
    assert page.all("html")[0]["lang"] in ("da", "de", "en")
    assert not page.all("style")
    assert all("src" in script for script in page.all("script"))
    for tag, attrs in page.tags:
        assert not [name for name in attrs if name == "style" or name.startswith("on")], tag
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert len(ids) == len(set(ids))
    labelled = {label.get("for") for label in page.all("label")}
    nested = html.count("<label><input") + html.count('<label class="check"><input')
    unlabelled = [
        field
        for field in page.all("input", "textarea", "select")
        if field.get("type") != "hidden" and field.get("id") not in labelled and "aria-label" not in field
    ]
    assert len(unlabelled) <= nested
    levels = [int(tag[1]) for tag, _ in page.tags if tag in ("h1", "h2", "h3", "h4")]
    assert levels[0] == 1
    assert all(after - before <= 1 for before, after in pairwise(levels))
    for form in page.all("form"):
        assert form.get("method") == "post" or form.get("action") == "/enter"


@pytest.mark.parametrize("language", ["da", "de", "en"])
@pytest.mark.parametrize("path", STRANGERS)
def test_pages_for_strangers(app: Flask, path: str, language: str) -> None:
    answer = app.test_client().get(path, headers={"Accept-Language": language})
    assert f'<html lang="{language}"' in answer.text
    examine(answer.text)


@pytest.mark.parametrize("path", PEOPLE)
def test_pages_for_people(app: Flask, path: str) -> None:
    answer = browser(app, 'Ægir "Ulv" Größe & Søn 🐺').get(path)
    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "no-store"
    examine(answer.text)


def test_pages_for_guests(app: Flask) -> None:
    link = guest_link(app, "Šárka Łukasz")
    client = app.test_client()
    examine(client.get(link).text)
    client.post(link, data={"request_id": "a-request"})
    for path in ("/", "/me", "/me/delete"):
        answer = client.get(path)
        assert answer.status_code == 200
        examine(answer.text)


def test_refused_pages_are_pages_too(app: Flask) -> None:
    answer = sign_up(app.test_client(), "x", "y", email="z")
    assert answer.status_code == 422
    examine(answer.text)
    assert answer.text.count('aria-invalid="true"') == 3
