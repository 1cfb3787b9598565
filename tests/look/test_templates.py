"""The macros and layouts, rendered in an application that has nothing else."""

import re
from pathlib import Path

import pytest
from flask import Flask, g, render_template, render_template_string
from werkzeug.datastructures import MultiDict

from tests.tags import Page

from .conftest import SampleForm, build_app

ROOT = Path(__file__).resolve().parents[2]
ERRORS = sorted(path.name for path in (ROOT / "templates" / "errors").glob("*.html"))
FORM = (
    '{% from "macros/forms.html" import post_form, text_input, number_input, select_input, check_input,'
    " radio_seg, textarea_input %}"
    "{% for n in (1, 2) %}{% call post_form('/buy/' ~ n) %}{{ text_input('name', 'Name', 'old') }}"
    "{{ number_input('count', 'Count', 1) }}{{ select_input('kind', 'Kind', [('a', 'A'), ('b', 'B')], 'a') }}"
    "{{ check_input('hide', 'Hide', true) }}{{ radio_seg('end', 'End', [('w', 'W'), ('l', 'L')], 'w') }}"
    "{{ textarea_input('story', 'Story', 'once') }}{% endcall %}{% endfor %}"
)


def gallery(app: Flask) -> str:
    with app.test_request_context("/"):
        return render_template("gallery.html", sample_form=SampleForm())


def test_gallery_has_nothing_inline_and_each_id_once(app: Flask) -> None:
    page = Page(gallery(app))
    assert [
        attrs for _, attrs in page.tags if "style" in attrs or any(a.startswith("on") for a in attrs)
    ] == []
    assert page.all("style") == []
    assert [attrs for attrs in page.all("script") if not attrs.get("src")] == []
    ids = [attrs["id"] for _, attrs in page.tags if "id" in attrs]
    assert sorted(ids) == sorted(set(ids))
    assert len(page.all("h1")) == len(page.all("main")) == 1


def test_gallery_every_input_has_its_label(app: Flask) -> None:
    html = gallery(app)
    page = Page(html)
    labelled = {attrs.get("for") for attrs in page.all("label")}
    loose = re.sub(r"<label(?! class=\"lbl).*?</label>", "", html, flags=re.S)
    inputs = [a for a in Page(loose).all("input", "select", "textarea") if a.get("type") != "hidden"]
    assert len(inputs) > 5
    assert [attrs for attrs in inputs if attrs.get("id") not in labelled] == []
    buttons = re.findall(r"<(button|a)([^>]*)>(.*?)</\1>", html, flags=re.S)
    assert [b for b in buttons if not re.sub(r"<[^>]+>", "", b[2]).strip() and "aria-label" not in b[1]] == []


def test_gallery_every_icon_is_in_the_sprite_it_is_asked_of(app: Flask) -> None:
    used = set(re.findall(r'href="/static/icons/([\w-]+\.svg)#([\w-]+)"', gallery(app)))
    assert len(used) > 40
    for sheet, name in used:
        assert f'id="{name}"' in (ROOT / "static" / "icons" / sheet).read_text(), name


@pytest.mark.parametrize("name", ERRORS)
def test_error_page_says_what_and_offers_a_way(app: Flask, name: str) -> None:
    with app.test_request_context("/"):
        page = Page(render_template(f"errors/{name}"))
    assert len(page.all("h1")) == 1
    assert [a for a in page.all("a") if "btn" in (a.get("class") or "")]


def test_offline_page_holds_nothing_of_a_session(app: Flask) -> None:
    with app.test_request_context("/"):
        html = render_template("pwa/offline.html")
    assert "csrf_token" not in html
    assert "<form" not in html


@pytest.mark.parametrize(("theme", "attribute"), [("light", True), ("dark", True), ("system", False)])
def test_theme_is_forced_only_when_chosen(theme: str, attribute: bool) -> None:
    page = Page(gallery(build_app(theme=theme)))
    assert page.all("html")[0].get("data-theme") == (theme if attribute else None)


def test_refused_form_keeps_what_was_typed_and_says_why(app: Flask) -> None:
    posted = {
        "form_key": "/buy/2",
        "name": '<b>"Å"',
        "count": "7",
        "kind": "b",
        "end": "l",
        "story": "two\nlines",
    }
    with app.test_request_context("/"):
        g.typed = MultiDict(posted)
        g.refusal = {"message": "Too dear.", "rule": "V3.4", "rule_url": "/rules#V3.4", "form_key": "/buy/2"}
        first, second = render_template_string(FORM).split("</form>")[:2]
    assert 'value="old"' in first
    assert "Too dear." not in first
    assert re.search(r'name="hide" value="1" checked', first)
    assert 'value="&lt;b&gt;&#34;Å&#34;"' in second
    assert 'value="7"' in second
    assert '<option value="b" selected>' in second
    assert 'value="l" checked' in second
    assert ">\ntwo\nlines</textarea>" in second
    assert not re.search(r'name="hide" value="1" checked', second)
    assert second.count("Too dear.") == 1
    assert 'href="/rules#V3.4"' in second
    assert "Rule 3.4" in second


def test_post_form_carries_its_four_hidden_fields(app: Flask) -> None:
    with app.test_request_context("/"):
        page = Page(render_template_string(FORM))
    hidden = [(a["name"], a["value"]) for a in page.all("input") if a.get("type") == "hidden"]
    assert [name for name, _ in hidden[:4]] == ["csrf_token", "request_id", "seen", "form_key"]
    assert dict(hidden[4:])["form_key"] == "/buy/2"
    assert hidden[0][1]


def test_confirm_page_prefills_its_reason_after_a_refusal(app: Flask) -> None:
    source = (
        '{% from "macros/forms.html" import confirm, text_input %}'
        "{% call confirm('End?', 'No way back.', '/end', 'End it', '/') %}"
        "{{ text_input('why', 'Why') }}{% endcall %}"
    )
    with app.test_request_context("/"):
        g.typed = MultiDict({"form_key": "/end", "why": "late"})
        assert 'value="late"' in render_template_string(source)


@pytest.mark.parametrize(
    ("style", "base", "border"), [("p1", 1, False), ("p6", 6, False), ("p7", 1, True), ("p12", 6, True)]
)
def test_seats_beyond_six_get_a_border(app: Flask, style: str, base: int, border: bool) -> None:
    with app.test_request_context("/"):
        html = render_template_string(
            '{% from "macros/icons.html" import shield %}{{ shield(s, "wolf") }}', s=style
        )
    assert f"t-p{base}" in html
    assert ("bordure" in html) == border
    assert f"url(#hx-p{base})" in html


def test_each_side_count_is_said_and_hits_and_misses_too(app: Flask) -> None:
    source = (
        '{% from "macros/play.html" import die, dice %}{{ die(20, 14) }}{{ dice(8, [8, 5, 3], "red", 5) }}'
    )
    with app.test_request_context("/"):
        labels = [a["aria-label"] for a in Page(render_template_string(source)).all("svg")]
    assert labels == ["D20: 14", "D8: 8, hit", "D8: 5, hit", "D8: 3, miss"]
