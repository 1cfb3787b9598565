"""A printed document as tests read it: its text, where its words stand, how it looks."""

from __future__ import annotations

import io
import re
import shutil
import subprocess
from dataclasses import dataclass
from functools import cached_property
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from fontTools.ttLib import TTFont
from PIL import Image
from pypdf import PdfReader
from pypdf.generic import ContentStream, DictionaryObject

if TYPE_CHECKING:
    from flask.testing import FlaskClient

MM = 72 / 25.4
"""Points in a millimetre."""
_WORD = re.compile(r'<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="([\d.]+)">(.*?)</word>')
_PAGE = re.compile(r'<page width="([\d.]+)" height="([\d.]+)">')


@dataclass(frozen=True)
class Word:
    """A word and its edges in millimetres from the page's left and upper edge."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


@dataclass
class Paper:
    """One document."""

    data: bytes
    file_name: str

    @cached_property
    def reader(self) -> PdfReader:
        return PdfReader(io.BytesIO(self.data))

    @cached_property
    def pages(self) -> list[str]:
        """The text of each page, with single spaces."""
        return [" ".join(page.extract_text().split()) for page in self.reader.pages]

    @property
    def text(self) -> str:
        return " ".join(self.pages)

    @property
    def sizes(self) -> set[tuple[int, int]]:
        """The sizes of its pages in whole millimetres."""
        boxes = [page.mediabox for page in self.reader.pages]
        return {(round(float(box.width) / MM), round(float(box.height) / MM)) for box in boxes}

    @property
    def links(self) -> set[str]:
        return {
            str(note.get_object()["/A"]["/URI"])
            for page in self.reader.pages
            for note in page.get("/Annots", [])
        }

    @property
    def fonts(self) -> set[str]:
        return {
            str(font.get_object()["/BaseFont"]).partition("+")[2]
            for page in self.reader.pages
            for font in page["/Resources"].get("/Font", {}).values()
        }

    def words(self, page: int, folder: Path) -> tuple[float, float, list[Word]]:
        """The width and height of a page (from 1) and its words, in millimetres."""
        xml = _poppler(self, folder, "pdftotext", "-bbox", "-f", str(page), "-l", str(page))
        found = _PAGE.search(xml)
        assert found is not None
        words = [
            Word(unescape(text), *(float(edge) / MM for edge in (left, top, right, bottom)))
            for left, top, right, bottom, text in _WORD.findall(xml)
        ]
        return float(found[1]) / MM, float(found[2]) / MM, words

    def missing_glyphs(self) -> int:
        """How many signs are drawn as the box that stands for a letter the font lacks.

        Such a sign has the number 0 or one that the embedded font does not hold.
        """
        missing = 0
        for page in self.reader.pages:
            held = {
                name: _glyphs_held(font.get_object())
                for name, font in page["/Resources"].get("/Font", {}).items()
            }
            current: range | None = None
            for operands, operator in ContentStream(page.get_contents(), self.reader).operations:
                if operator == b"Tf":
                    current = held[operands[0]]
                elif operator in (b"Tj", b"TJ") and current is not None:
                    for part in operands[0] if operator == b"TJ" else operands:
                        raw = getattr(part, "original_bytes", b"")
                        drawn = (int.from_bytes(raw[i : i + 2], "big") for i in range(0, len(raw), 2))
                        missing += sum(glyph not in current for glyph in drawn)
        return missing

    def picture(self, page: int, folder: Path, dpi: int = 100) -> Image.Image:
        """A page (from 1) as a grey picture."""
        _need("pdftoppm")
        (folder / "paper.pdf").write_bytes(self.data)
        at = ["-f", str(page), "-l", str(page), "-r", str(dpi)]
        subprocess.run(
            ["pdftoppm", *at, "-gray", "-singlefile", folder / "paper.pdf", folder / "paper"], check=True
        )
        return Image.open(folder / "paper.pgm").copy()


def fetch(client: FlaskClient, url: str) -> Paper:
    """The document at the address."""
    answer = client.get(url)
    assert answer.status_code == 200, answer.text[:500]
    assert answer.mimetype == "application/pdf"
    return Paper(answer.data, answer.headers["Content-Disposition"])


def _need(tool: str) -> None:
    if shutil.which(tool) is None:
        pytest.skip(f"{tool} reads the pages (package poppler-utils)")


def _poppler(paper: Paper, folder: Path, tool: str, *arguments: str) -> str:
    _need(tool)
    (folder / "paper.pdf").write_bytes(paper.data)
    answer = subprocess.run(
        [tool, *arguments, folder / "paper.pdf", "-"], check=True, capture_output=True, text=True
    )
    return answer.stdout


def _glyphs_held(font: DictionaryObject) -> range | None:
    """The numbers of the letters in an embedded font, without that of the box; None for pictures."""
    if font["/Subtype"] != "/Type0":
        return None
    described = font["/DescendantFonts"][0].get_object()["/FontDescriptor"].get_object()
    embedded = described.get("/FontFile2") or described["/FontFile3"]
    return range(1, TTFont(io.BytesIO(embedded.get_object().get_data()))["maxp"].numGlyphs)
