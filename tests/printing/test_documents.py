"""A document from its template: what it says, how it looks on paper, how it is sent."""

from __future__ import annotations

import io
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from flask import Flask, Response
from flask.testing import FlaskClient
from PIL import Image, ImageChops, ImageFilter
from pypdf import PdfReader

from app.printing.documents import pdf
from app.printing.press import Press
from tests.conftest import testing_config as settings

TITLE = 'Ægir "Ulv" Größe & Søn 🐺'


@pytest.fixture
def printer(
    new_database: Callable[[str | None], str], migrated: str, press: Press, tmp_path: Path
) -> Iterator[FlaskClient]:
    """A client of an app that prints one sheet, on the press that is warm already."""
    from flask import Blueprint

    from app import create_app
    from app.extensions import db

    app: Flask = create_app(settings(new_database(migrated), tmp_path, base_url="https://feldtog.example"))
    bp = Blueprint("sheet", __name__, template_folder="templates")

    @bp.get("/sheet.pdf")
    def sheet() -> Response:
        return pdf("sheet/test.html", title=TITLE, page_url="/sheet")

    app.register_blueprint(bp)
    app.extensions["press"] = press
    yield app.test_client()
    with app.app_context():
        db.engine.dispose()


def test_the_sheet_says_what_where_when_and_in_which_language(printer: FlaskClient) -> None:
    answer = printer.get("/sheet.pdf", headers={"Accept-Language": "da"})
    assert answer.mimetype == "application/pdf"
    assert "Aegir Ulv Groesse & Soen.pdf" in answer.headers["Content-Disposition"]
    assert "no-store" in answer.headers["Cache-Control"]
    reader = PdfReader(io.BytesIO(answer.data))
    assert reader.metadata is not None
    assert reader.metadata.title == TITLE
    assert reader.trailer["/Root"]["/Lang"] == "da"
    assert len(reader.pages) == 2
    first, second = (page.extract_text() for page in reader.pages)
    for text in (TITLE, "Šárka Łukasz", "ÆØÅ æøå ßẞ äöü „so“ »sådan« 🐺", "feldtog.example/sheet", "1 / 2"):
        assert text in first
    assert "feldtog.example/sheet" in second
    assert "2 / 2" in second
    links = {a.get_object()["/A"]["/URI"] for a in reader.pages[0]["/Annots"]}
    assert links == {"https://feldtog.example/sheet"}


def test_the_paper_is_the_readers_choice(printer: FlaskClient) -> None:
    page = PdfReader(io.BytesIO(printer.get("/sheet.pdf?size=letter").data)).pages[0]
    assert (round(page.mediabox.width), round(page.mediabox.height)) == (612, 792)


def test_every_cut_that_is_printed_is_ours(printer: FlaskClient) -> None:
    """Letters of another font would mean that ours lack them or were not found."""
    reader = PdfReader(io.BytesIO(printer.get("/sheet.pdf").data))
    fonts = {
        str(font.get_object()["/BaseFont"]).partition("+")[2]
        for page in reader.pages
        for font in page["/Resources"]["/Font"].values()
    }
    assert {name for name in fonts if not name.startswith("Alegreya")} == {
        "Noto-Color-Emoji-Bold",
        "Noto-Color-Emoji",
    }


def test_printed_letters_are_the_letters_meant(press: Press, tmp_path: Path) -> None:
    """A word that mixes both cuts looks like its letters set one by one.

    Fonts that are mixed in the wrong way print wrong glyphs under a right text layer.
    """
    words = ["Łukasz", "Šárka", "ÆØÅæøå", "Größe", "GROẞE", "„Ulv“", "»Søn«", "Łódź-Ægir"]
    whole = [f"<p>{word}" for word in words]
    single = ["<p>" + "".join(f"<span>{letter}</span>" for letter in word) for word in words]
    pictures = [drawn(press.print(STYLE + "".join(lines))[0], tmp_path) for lines in (whole, single)]
    assert unlike(*pictures) < 0.02
    # The measure sees a single wrong letter.
    wrong = [line.replace("Š", "S") for line in whole]
    assert unlike(pictures[0], drawn(press.print(STYLE + "".join(wrong))[0], tmp_path)) > 0.2


STYLE = """<html lang=da><style>
p { font-size: 30pt; line-height: 40pt; font-kerning: none; font-variant-ligatures: none; }
p:nth-child(odd) { font-weight: 700; }
</style>"""


def unlike(one: Image.Image, other: Image.Image) -> float:
    """How far the most different spot of two pictures differs, 0 to 1; a hair's shift counts little."""
    difference = ImageChops.difference(*(picture.filter(ImageFilter.BoxBlur(2)) for picture in (one, other)))
    return float(difference.getextrema()[1]) / 255


def drawn(document: bytes, folder: Path) -> Image.Image:
    """The first page as a grey picture, 100 dots an inch."""
    if shutil.which("pdftoppm") is None:
        pytest.skip("pdftoppm draws the pages (package poppler-utils)")
    (folder / "page.pdf").write_bytes(document)
    subprocess.run(
        ["pdftoppm", "-r", "100", "-gray", "-singlefile", folder / "page.pdf", folder / "page"], check=True
    )
    return Image.open(folder / "page.pgm").copy()


def test_too_many_sheets_are_said_so_plainly(printer: FlaskClient, press: Press) -> None:
    held = 0
    while press._room.acquire(blocking=False):
        held += 1
    try:
        answer = printer.get("/sheet.pdf")
    finally:
        press._room.release(held)
    assert answer.status_code == 503
    assert answer.headers["Retry-After"] == "10"
    assert "Try again" in answer.text
