"""The templates' words follow the language, also when it changes within one request."""

from datetime import UTC, datetime

from flask import Flask, g, render_template_string
from flask_babel import refresh

from app.i18n import force_locale

PAGE = "{{ _('Chronicle') }} {{ at|moment }}"


def test_a_request_that_changes_its_language_is_written_in_the_new_one(app: Flask) -> None:
    at = datetime(2026, 3, 4, 17, 30, 59, tzinfo=UTC)

    def page() -> str:
        return render_template_string(PAGE, at=at).replace("\u202f", " ")

    with app.test_request_context("/", headers={"Accept-Language": "da"}):
        assert page() == "Krønike 04.03.2026 18.30"
        with force_locale("en"):
            assert page() == "Chronicle 3/4/26, 6:30 PM"
        assert page() == "Krønike 04.03.2026 18.30"
        g.language = "de"
        refresh()
        assert page() == "Chronik 04.03.26, 18:30"
