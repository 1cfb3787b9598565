"""The campaign's own luck: every roll and lot of the app comes from its seeded generator."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from app.campaign.founding.models import Campaign
from rules.engine.rng import SeededRng


@contextmanager
def lots(campaign: Campaign) -> Iterator[SeededRng]:
    """The generator of a locked campaign; where it stands is kept with the change.

    Its ``draws`` go into the audit row of what they decided.
    """
    rng = SeededRng(bytes.fromhex(campaign.lots_seed), campaign.lots_cursor)
    yield rng
    campaign.lots_cursor = rng.cursor
