"""`./dev messages`: collect the texts to translate, bring the catalogues up to date, compile them.

`collect` is also what the test of the catalogues compares them with, so that both see the same texts.
The texts in the code are English, so the English catalogue is filled with them and is always complete.
"""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from app.campaign.guild_words import variants

LANGUAGES = ("da", "de", "en")
SOURCE_LANGUAGE = "en"
ROOT = Path(__file__).resolve().parent.parent
KEYWORDS = {
    **DEFAULT_KEYWORDS,
    "_l": None,
    "lazy_gettext": None,
    "lazy_ngettext": (1, 2),
    "lazy_pgettext": ((1, "c"), 2),
    "lazy_npgettext": ((1, "c"), 2, 3),
}
# Texts about guilds and mission alliances: one for each word that a campaign can have for them (V8.2).
WORDED: dict[str, dict[str, Any]] = {
    "guild": {"guild_text": (2,), "guild_ntext": (2, 3)},
    "mission": {"mission_text": (2,), "mission_ntext": (2, 3)},
}
# A comment that starts like this is shown to the translator.
COMMENT_TAGS = ("Translators:",)


def catalogue_path(language: str, root: Path = ROOT) -> Path:
    """Where the catalogue of `language` stands."""
    return root / "translations" / language / "LC_MESSAGES" / "messages.po"


def collect(root: Path = ROOT) -> Catalog:
    """Every text that the code and templates below `root` mark for translation, in a fixed order."""
    with (root / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)  # type: ignore[no-untyped-call]
    template = Catalog(project="Feldtog", charset="utf-8")
    found = extract_from_dir(root, methods, options, KEYWORDS, COMMENT_TAGS, strip_comment_tags=True)
    for path, _line, message, comments, context in sorted(found, key=lambda one: (one[0], one[1])):
        # Line numbers would change catalogues with every edit of the code, so only the file is kept.
        template.add(message, locations=[(path, 0)], auto_comments=comments, context=context)
    for bond, keywords in WORDED.items():
        found = extract_from_dir(root, methods, options, keywords, COMMENT_TAGS, strip_comment_tags=True)
        for path, _line, message, comments, _context in sorted(found, key=lambda one: (one[0], one[1])):
            texts = message if isinstance(message, tuple) else (message,)
            for context, worded in variants(bond, texts):
                text = worded if len(worded) > 1 else worded[0]
                template.add(text, locations=[(path, 0)], auto_comments=comments, context=context)
    return template


def updated(language: str, template: Catalog, root: Path = ROOT) -> Catalog:
    """The catalogue of `language` with exactly the texts of `template`; new ones are untranslated.

    Nothing is guessed from similar texts: a wrong translation is worse than a missing one, which the tests
    name. The catalogue of SOURCE_LANGUAGE repeats the texts themselves, in all plural forms.
    """
    path = catalogue_path(language, root)
    if path.exists():
        with path.open("rb") as file:
            catalogue = read_po(file, locale=language)
    else:
        catalogue = Catalog(locale=language, project="Feldtog", charset="utf-8", fuzzy=False)
    catalogue.update(template, no_fuzzy_matching=True, update_creation_date=False)
    if language == SOURCE_LANGUAGE:
        for message in catalogue:
            if message.id:  # the one without is the head of the file
                message.string = message.id
    return catalogue


def as_po(catalogue: Catalog) -> bytes:
    """The bytes of the .po file, in a fixed order and without obsolete entries."""
    out = io.BytesIO()
    write_po(out, catalogue, width=110, sort_by_file=True, ignore_obsolete=True, include_lineno=False)
    return out.getvalue()


def is_translated(message: Message) -> bool:
    """Whether the message has a text, and one for each plural form of the language."""
    strings = [message.string] if isinstance(message.string, str) else list(message.string or ())
    return bool(strings) and all(strings)


def main() -> int:
    template = collect()
    for language in LANGUAGES:
        catalogue = updated(language, template)
        path = catalogue_path(language)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(as_po(catalogue))
        with path.with_suffix(".mo").open("wb") as file:
            write_mo(file, catalogue)
        missing = sum(1 for message in catalogue if message.id and not is_translated(message))
        print(f"{language}: {len(catalogue)} texts, {missing} untranslated")
    return 0


if __name__ == "__main__":
    sys.exit(main())
