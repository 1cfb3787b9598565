"""The page that asks before something that cannot be taken back."""

from __future__ import annotations

from flask import render_template

from app.campaign.access import Here
from app.campaign.tabs import frame


def ask_first(
    here: Here, tab: str, *, title: str, text: str, url: str, yes: str, back: str, danger: bool = False
) -> str:
    """``title`` asks, ``text`` says what follows; ``yes`` is the button that posts to ``url``.

    ``back`` leads to where somebody came from, in the tab ``tab``; ``danger``: something is taken away.
    """
    return render_template(
        "campaign/ask.html",
        title=title,
        text=text,
        url=url,
        yes=yes,
        back=back,
        danger=danger,
        **frame(here, tab),
    )
