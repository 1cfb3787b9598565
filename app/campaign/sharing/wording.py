"""Words of the lists: their names, what each is for, and how their files are called."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from flask_babel.speaklater import LazyString

FORMS: dict[str, tuple[LazyString, LazyString]] = {
    "text": (_l("Plain text"), _l("For a mail or a message.")),
    "markdown": (_l("Markdown"), _l("For a chat or a forum that knows bold and lists.")),
    "secret": (_l("Secret list"), _l("For your opponent: who comes, without points, figures and items.")),
}


def file_title(name: str, form: str) -> str:
    """What the file of a list is called, without its ending."""
    return _("%(name)s, secret list", name=name) if form == "secret" else name
