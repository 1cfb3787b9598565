"""Why a file of another program could not be read."""

from __future__ import annotations


class Unreadable(ValueError):
    """A file that is broken, too large, or of another kind than was asked for.

    ``code`` names the reason and ``params`` what the sentence about it needs; the sentence itself is
    made where it is shown.
    """

    def __init__(self, code: str, **params: str | int) -> None:
        super().__init__(code)
        self.code = code
        self.params = params
