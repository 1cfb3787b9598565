"""How the rules say no to what a person asked for."""

from __future__ import annotations

from collections.abc import Mapping


class IllegalAction(Exception):
    """A person asked for what the rules refuse; nothing has been changed.

    ``rule`` is the id of the rule that refuses ("V4.3"), ``code`` names the sentence the application
    shows, and ``params`` fills the holes of that sentence with ids, names and numbers.
    """

    def __init__(self, rule: str, code: str, **params: str | int) -> None:
        super().__init__(f"{rule}: {code}")
        self.rule = rule
        self.code = code
        self.params: Mapping[str, str | int] = params
