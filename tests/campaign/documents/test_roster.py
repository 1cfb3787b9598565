"""V10.3: the roster of a warband and its cards."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
from html import escape
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from PIL import Image, ImageChops, ImageFilter

from app.accounts.models import Person
from app.campaign.company.models import CompanyItem, CompanyModel
from app.campaign.founding.queries import catalogue_of
from app.campaign.warbands.frozen import frozen
from app.campaign.warbands.models import Warband, WarbandMercenary, WarbandModel
from app.campaign.warbands.queries import line_up
from app.columns import now
from app.extensions import db
from app.printing.press import PageSize, Press
from tests.campaign.documents.paper import Paper, Word, fetch
from tests.campaign.documents.scene import NAMES, befalls, crowd, models_of, wolves

if TYPE_CHECKING:
    from flask import Flask

TITLE = 'Ægir "Ulv" Größe & Søn 🐺'
SAFE = 14.0
"""Millimetres to the edge that hold nothing but cut lines."""


@pytest.mark.rule("V10.3")
def test_the_roster_says_everything_of_the_warband(app: Flask) -> None:
    scene = wolves(app)
    with app.app_context():
        thegn = models_of(scene.world, "ellen")[0]
        befalls(thegn, kind="stat_changed", stat="me", steps=-1, cause="injury")
        befalls(thegn, kind="experience_gained", amount=7, reason="standing")
    paper = fetch(scene.world.browser("ellen"), scene.roster)
    first, cards = paper.pages
    for said in (
        *("WARBAND ROSTER", "Ulveflokken", "Kompanie Nordwacht · Northern Alliance · Ellen"),
        # Thegn 39 with a Lucky Charm 1, two Huscarls 15 with a Buckler 2, two Clansmen 8, Blaine 62.
        *("150 / 200", "Rabenfels", "3 red, 1 white, 1 blue"),
        *("leads the warband", "mercenary", "Lucky Charm", "Buckler", "Crushing Strength (1)", "5+"),
        "Ulveflokken · Ulvefejden, round 1 · printed on",
    ):
        assert said in first, said
    for name in (*NAMES, "Blaine"):
        assert name in first
        assert name in cards
    assert "Lucky Charm once per game" in cards
    assert "Experience 7" in cards
    address = scene.of("ellen", f"/warbands/{scene.warband}")
    assert paper.links == {f"http://localhost{address}"}
    assert ["1 / 2" in first, "2 / 2" in cards] == [True, True]


@pytest.mark.rule("C9.1", "V10.3")
def test_the_standard_bearers_nerve_roll_is_noted_on_its_card(app: Flask) -> None:
    scene = wolves(app)
    with app.app_context():
        models_of(scene.world, "ellen")[1].role = "standard_bearer"
        db.session.commit()
    _first, cards = fetch(scene.world.browser("ellen"), scene.roster).pages
    assert "Standard Bearer A Nerve roll may be made again." in cards


def test_the_table_comes_alone_where_no_cards_are_wanted(app: Flask) -> None:
    scene = wolves(app)
    browser = scene.world.browser("ellen")
    assert len(fetch(browser, f"{scene.roster}?cards=0").pages) == 1
    assert fetch(browser, scene.roster).pages[1].count("Injured") == 6
    # Two blank cards to write on; and never more than a page of them.
    assert fetch(browser, f"{scene.roster}?blank=2").pages[1].count("Injured") == 8
    assert fetch(browser, f"{scene.roster}?blank=1000").text.count("Injured") == 6 + 9


@pytest.mark.parametrize(("size", "page", "cards"), [("a4", (210, 297), 9), ("letter", (216, 279), 8)])
def test_cards_are_nine_a_page_on_a4_and_eight_on_letter(
    app: Flask, tmp_path: Path, size: str, page: tuple[int, int], cards: int
) -> None:
    """63 × 88 mm each, so the same place of the next card is that far away."""
    scene = wolves(app)
    with app.app_context():
        for model in models_of(scene.world, "ellen"):
            model.card = "northern-alliance.human-clansman"
            model.name = f"Nr{model.position}"
        db.session.commit()
    paper = fetch(scene.world.browser("ellen"), f"{scene.roster}?size={size}&blank=9")
    assert paper.sizes == {page, tuple(sorted(page, reverse=size == "letter"))}
    assert [text.count("Injured") for text in paper.pages] == [0, cards, 15 - cards]
    wide, high, words = paper.words(2, tmp_path)
    marks = [(word.left, word.top) for word in words if word.text == "Sp"]
    assert len(marks) == cards
    assert {round(right - left, 1) for (left, _), (right, _) in pairwise(marks)} >= {63.0}
    tops = sorted({round(top, 1) for _, top in marks})
    assert all(abs(lower - upper - 88) < 0.3 for upper, lower in pairwise(tops))
    _check_inside(words, wide, high)


def test_a_card_is_no_taller_for_much_experience(app: Flask, tmp_path: Path) -> None:
    """The six circles stand in the line of what has been gained, whatever that is."""
    scene = wolves(app)
    with app.app_context():
        models = models_of(scene.world, "ellen")
        for model in models:
            model.card = models[1].card
            befalls(model, kind="experience_gained", amount=28, reason="standing")
    paper = fetch(scene.world.browser("ellen"), scene.roster)
    _wide, _high, words = paper.words(2, tmp_path)
    tops = sorted({round(word.top, 1) for word in words if word.text == "Sp"})
    assert len(tops) == 2
    assert abs(tops[1] - tops[0] - 88) < 0.3
    assert sum(word.text == "28" for word in words) == len(models)


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_of_twenty_five_models_with_long_rules_nothing_is_cut_split_or_dropped(
    app: Flask, tmp_path: Path, size: str
) -> None:
    scene = wolves(app)
    names = [*crowd(app, scene), "Blaine"]
    paper = fetch(scene.world.browser("ellen"), f"{scene.roster}?size={size}")
    # The whole warband stands on one page of A4, which is a little longer than letter.
    tables = [page for page in paper.pages if "Injured" not in page]
    assert len(tables) == (1 if size == "a4" else 2)
    for name in names:
        assert sum(page.count(name) for page in tables) == 1, name
    cards = paper.pages[len(tables) :]
    for name in names:
        assert sum(page.count(name) for page in cards) == 1, name
    with app.app_context():
        models = [frozen(card) for card in line_up(db.session.get_one(Warband, scene.warband))]
    everything = " ".join(cards)
    for model in models:
        for said in (*model.keywords, *model.equipment, *(item.effect or "" for item in model.items)):
            assert said in everything, said
    for number, text in enumerate(cards, start=len(tables) + 1):
        wide, high, words = paper.words(number, tmp_path)
        # As many cards begin on a page as end on it: none is split.
        assert text.count("Ranged / melee") == text.count("Injured") == text.count("Wounds")
        _check_inside(words, wide, high)
        _check_nothing_overlaps(words)


def _check_inside(words: list[Word], wide: float, high: float) -> None:
    """No word stands nearer to the edge than the safe margin."""
    for word in words:
        assert word.left >= SAFE - 0.2, word
        assert word.right <= wide - SAFE + 0.2, word
        assert word.top >= SAFE - 0.2, word
        assert word.bottom <= high - SAFE + 0.2, word


def _check_nothing_overlaps(words: list[Word]) -> None:
    """No two words of a page lie on each other."""
    for index, one in enumerate(words):
        for other in words[index + 1 :]:
            across = min(one.right, other.right) - max(one.left, other.left)
            down = min(one.bottom, other.bottom) - max(one.top, other.top)
            assert across < 0.5 or down < 2, (one, other)


def test_the_longest_text_gets_a_bigger_card(app: Flask, tmp_path: Path) -> None:
    scene = wolves(app)
    with app.app_context():
        model = models_of(scene.world, "ellen")[1]
        items = sorted(
            catalogue_of(scene.world.campaign).items.values(), key=lambda item: -len(item.effect or "")
        )[:8]
        for item in items:
            db.session.add(CompanyItem(company_id=model.company_id, item=item.key, model_id=model.id))
        db.session.commit()
    paper = fetch(scene.world.browser("ellen"), scene.roster)
    for item in items:
        assert item.effect is not None
        assert item.effect in paper.pages[1]
    _, _, words = paper.words(2, tmp_path)
    figures = sorted(word.left for word in words if word.text == "Sp")
    assert len(figures) == 6


@pytest.mark.parametrize("size", ["a4", "letter"])
def test_the_bar_that_proves_the_scale_is_fifty_millimetres_long(
    app: Flask, tmp_path: Path, size: str
) -> None:
    """asks G8: on every page, and measured on the drawn page."""
    scene = wolves(app)
    paper = fetch(scene.world.browser("ellen"), f"{scene.roster}?size={size}")
    for number, text in enumerate(paper.pages, start=1):
        assert "Print at 100 %: this bar is 50 mm long." in text
        _, _, words = paper.words(number, tmp_path)
        note = next(word for word in words if word.text == "Print" and word.top > 150)
        dots = 200 / 25.4
        picture = paper.picture(number, tmp_path, dpi=200)
        left, top = (note.left - 1) * dots, (note.top - 3.5) * dots
        strip = picture.crop((int(left), int(top), int(left + 54 * dots), int(note.top * dots)))
        assert abs(_longest_line(strip) / dots - 50) < 0.4


def _longest_line(strip: Image.Image) -> int:
    """Dots of the longest unbroken dark line across a picture."""
    longest = 0
    for row in range(strip.height):
        run = 0
        for column in range(strip.width):
            run = run + 1 if strip.getpixel((column, row)) < 200 else 0  # type: ignore[operator]
            longest = max(longest, run)
    return longest


def test_paper_is_white_whatever_the_theme(app: Flask, tmp_path: Path) -> None:
    """asks G9."""
    scene = wolves(app)
    with app.app_context():
        db.session.get_one(Person, scene.world.people["ellen"]).theme = "dark"
        db.session.commit()
    picture = fetch(scene.world.browser("ellen"), scene.roster).picture(1, tmp_path, dpi=50)
    assert picture.getpixel((2, 2)) == 255
    light = sum(picture.histogram()[230:])
    assert light > 0.85 * picture.width * picture.height


def test_names_are_right_as_text_as_file_name_and_in_our_letters(app: Flask) -> None:
    scene = wolves(app)
    with app.app_context():
        db.session.get_one(Warband, scene.warband).name = TITLE
        db.session.commit()
    browser = scene.world.browser("ellen")
    page = browser.get(scene.of("ellen", "/print")).text
    assert "Ægir &#34;Ulv&#34; Größe &amp; Søn 🐺" in page
    paper = fetch(browser, scene.roster)
    assert TITLE in paper.text
    assert "Šárka Łukasz" in paper.text
    assert paper.reader.metadata is not None
    assert paper.reader.metadata.title == f"{TITLE}, warband roster"
    assert 'filename="Aegir Ulv Groesse & Soen , warband roster.pdf"' in paper.file_name
    assert "%C3%86gir%20Ulv%20Gr%C3%B6%C3%9Fe%20%26%20S%C3%B8n%20%F0%9F%90%BA" in paper.file_name
    assert paper.missing_glyphs() == 0
    others = {name for name in paper.fonts if not name.startswith("Alegreya")}
    assert all("Emoji" in name for name in others), others


def test_letters_that_no_font_has_would_be_noticed(app: Flask) -> None:
    """The measure of the test above sees the box for a missing letter."""
    scene = wolves(app)
    with app.app_context():
        models_of(scene.world, "ellen")[0].name = "Bjarke \u0378"
        db.session.commit()
    assert fetch(scene.world.browser("ellen"), scene.roster).missing_glyphs() > 0


class Keeping:
    """The press, which keeps the page it printed last."""

    def __init__(self, press: Press) -> None:
        self.press = press
        self.html = ""

    def print(
        self, html: str, *, size: PageSize = "A4", pictures: Mapping[str, bytes] | None = None, **how: Any
    ) -> tuple[bytes, float]:
        self.html = html
        return self.press.print(html, size=size, pictures=pictures, **how)


@pytest.mark.parametrize("name", ["Šárka Łukasz", 'Ægir "Ulv" Größe & Søn 🐺'])
def test_printed_names_look_like_their_letters(
    app: Flask, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    """A name printed as a whole looks as it does letter by letter, and unlike one with another letter."""
    scene = wolves(app)
    press = Keeping(app.extensions["press"])
    monkeypatch.setitem(app.extensions, "press", press)
    fetch(scene.world.browser("ellen"), f"{scene.roster}?cards=0")
    plain = press.html.replace(
        "</head>", "<style>* { font-kerning: none; font-variant-ligatures: none }</style></head>"
    )
    written = escape(name, quote=False).replace('"', "&#34;")
    assert written in plain
    single = "".join(f"<span>{escape(letter)}</span>" for letter in name)
    wrong = written.replace("Š", "S").replace("ö", "o")
    pictures = [
        Paper(press.press.print(plain.replace(f"<b>{written}</b>", f"<b>{put}</b>"))[0], "").picture(
            1, tmp_path
        )
        for put in (written, single, wrong)
    ]
    assert _unlike(pictures[0], pictures[1]) < 0.05
    assert _unlike(pictures[0], pictures[2]) > 0.1


def _unlike(one: Image.Image, other: Image.Image) -> float:
    """How far the most different spot of two pictures differs, 0 to 1; a hair's shift counts little."""
    difference = ImageChops.difference(*(picture.filter(ImageFilter.BoxBlur(2)) for picture in (one, other)))
    return float(difference.getextrema()[1]) / 255


def test_the_paper_once_chosen_is_kept(app: Flask) -> None:
    scene = wolves(app)
    browser = scene.world.browser("ellen")
    assert fetch(browser, f"{scene.roster}?cards=0").sizes == {(210, 297)}
    assert fetch(browser, f"{scene.roster}?cards=0&size=letter").sizes == {(216, 279)}
    assert fetch(browser, f"{scene.roster}?cards=0").sizes == {(216, 279)}
    menu = browser.get(scene.of("ellen", "/print")).text
    assert 'value="letter" checked' in menu
    assert fetch(browser, f"{scene.roster}?cards=0&size=a4").sizes == {(210, 297)}


def test_it_is_printed_in_another_process(app: Flask) -> None:
    scene = wolves(app)
    fetch(scene.world.browser("ellen"), f"{scene.roster}?cards=0")
    (worker,) = app.extensions["press"].process_ids
    assert worker != os.getpid()
    assert "weasyprint" not in sys.modules


@pytest.mark.parametrize("language", ["da", "de", "en"])
def test_the_roster_is_in_the_readers_language(app: Flask, language: str) -> None:
    scene = wolves(app)
    with app.app_context():
        db.session.get_one(Person, scene.world.people["ellen"]).language = language
        db.session.commit()
    paper = fetch(scene.world.browser("ellen"), f"{scene.roster}?cards=0")
    assert paper.reader.trailer["/Root"]["/Lang"] == language


def test_a_dissolved_warband_or_anothers_is_not_found(app: Flask) -> None:
    scene = wolves(app)
    gm = scene.world.browser("gm")
    assert gm.get(scene.of("mads", f"/warbands/{scene.warband}/roster.pdf")).status_code == 404
    with app.app_context():
        db.session.get_one(Warband, scene.warband).dissolved_at = now()
        db.session.commit()
    assert gm.get(scene.roster).status_code == 404


def test_an_unsent_warband_names_no_target(app: Flask) -> None:
    scene = wolves(app, sent=False)
    text = fetch(scene.world.browser("ellen"), f"{scene.roster}?cards=0").text
    assert "Target" not in text
    assert "Rabenfels" not in text


def test_an_empty_warband_is_printed_too(app: Flask) -> None:
    scene = wolves(app)
    with app.app_context():
        for table in (WarbandModel, WarbandMercenary):
            db.session.execute(table.__table__.delete())  # type: ignore[attr-defined]
        db.session.commit()
        assert db.session.query(CompanyModel).count() == 5
    paper = fetch(scene.world.browser("ellen"), scene.roster)
    assert "0 / 200" in paper.text
    assert len(paper.pages) == 1
