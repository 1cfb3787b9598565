"""Data files of the rules, read once; and what a bad data file is told.

``content_bytes`` is the one place where ``rules`` touches a file, and callers keep what they decode.
"""

from __future__ import annotations

from collections.abc import Iterable
from importlib import resources


class ContentError(ValueError):
    """A data file, or a campaign's copy of one, does not hold what it should.

    ``faults`` lists every fault found, each with the entry and the field it is in.
    """

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(self.faults))


def content_bytes(*parts: str) -> bytes:
    """The shipped file at ``parts`` below ``rules/content``; FileNotFoundError if there is none."""
    return resources.files(__name__).joinpath(*parts).read_bytes()
