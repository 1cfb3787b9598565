"""Data files of the rules, read once; and what a bad data file is told.

``content_bytes`` is the one place where ``rules`` touches a file, and callers keep what they decode.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any

import msgspec


class ContentError(ValueError):
    """A data file, or a campaign's copy of one, does not hold what it should.

    ``faults`` lists every fault found, each with the entry and the field it is in.
    """

    def __init__(self, faults: Iterable[str]) -> None:
        self.faults = tuple(faults)
        super().__init__("; ".join(self.faults))


def json_object(data: bytes | Mapping[str, Any], what: str) -> Mapping[str, Any]:
    """The JSON object in ``data``, which may be parsed already; ``what`` names it in the fault.

    Raises ContentError.
    """
    raw: Any = data
    if isinstance(data, bytes):
        try:
            raw = msgspec.json.decode(data)
        except msgspec.DecodeError as error:
            raise ContentError([f"no JSON: {error}"]) from None
    if not isinstance(raw, Mapping):
        raise ContentError([f"{what} a JSON object"])
    found: Mapping[str, Any] = raw
    return found


def content_bytes(*parts: str) -> bytes:
    """The shipped file at ``parts`` below ``rules/content``; FileNotFoundError if there is none."""
    return resources.files(__name__).joinpath(*parts).read_bytes()
