"""A word that campaign and board games share is one text to a translator, whatever each of them means.

"Draw" is a result in a battle and a card in a turn, "free" is a price and a chair. What is in this list has
been read in every language in both places; anything else needs a context (`pgettext`) or more words.
"""

from __future__ import annotations

from tools.messages import collect

READ = {
    "Back",
    "Banner",
    "Buy",
    "Give",
    "Income",
    "Invite",
    "Leader",
    "Leave",
    "Points",
    "Retreat",
    "Round",
    "Rules",
    "Save",
    "Saved.",
    "Seats",
    "Show",
    "gold",
    "points",
}


def test_words_of_campaign_and_board_games_mean_the_same() -> None:
    shared = set()
    for message in collect():
        if not isinstance(message.id, str) or not message.id or message.context or "%(" in message.id:
            continue
        files = {path for path, _line in message.locations}
        if len(message.id.split()) == 1 and all(
            any(folder in path for path in files) for folder in ("boardgame/", "campaign/")
        ):
            shared.add(message.id)
    assert shared - READ == set(), "read them in every language in both places, or give one a context"
