"""`./dev messages`: which texts it finds, and what it fills the catalogues with."""

from __future__ import annotations

from pathlib import Path

import pytest
from babel.messages.catalog import Catalog

from tools.messages import as_po, catalogue_path, collect, is_translated, updated

CODE = """
from app.i18n import gettext as _, ngettext

_("The table is set.")
ngettext("%(num)d place", "%(num)d places", 2)
"""


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone with one module, without catalogues."""
    (tmp_path / "babel.cfg").write_text("[python: app/**.py]\n", encoding="utf-8")
    (tmp_path / "app").mkdir()
    (tmp_path / "app" / "table.py").write_text(CODE, encoding="utf-8")
    return tmp_path


def strings(catalogue: Catalog) -> dict[object, object]:
    return {message.id: message.string for message in catalogue if message.id}


def test_the_english_catalogue_is_the_texts_of_the_code(clone: Path) -> None:
    english = updated("en", collect(clone), clone)
    assert strings(english) == {
        "The table is set.": "The table is set.",
        ("%(num)d place", "%(num)d places"): ("%(num)d place", "%(num)d places"),
    }
    assert all(is_translated(message) for message in english if message.id)


def test_the_english_catalogue_follows_the_code(clone: Path) -> None:
    path = catalogue_path("en", clone)
    path.parent.mkdir(parents=True)
    path.write_bytes(as_po(updated("en", collect(clone), clone)))
    (clone / "app" / "table.py").write_text(CODE.replace("is set", "is laid"), encoding="utf-8")
    assert "The table is laid." in strings(updated("en", collect(clone), clone)).values()
    assert "The table is set." not in strings(updated("en", collect(clone), clone))


def test_other_languages_wait_for_a_translator(clone: Path) -> None:
    german = updated("de", collect(clone), clone)
    assert len(strings(german)) == 2
    assert not any(is_translated(message) for message in german if message.id)
