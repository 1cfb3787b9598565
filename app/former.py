"""Names of players whose accounts were deleted: kept as a number, worded in the reader's language."""

from __future__ import annotations

from typing import Any

from flask_babel import gettext as _
from sqlalchemy import JSON, Dialect
from sqlalchemy.types import TypeDecorator

_KEY = "former_player"


class FormerPlayer(str):
    """«Former player 2» of a campaign, in the language of whoever reads it.

    It stands wherever a player's name stands (a seat, the parameters of a journal row)
    and is put into words each time it is shown.
    """

    number: int

    def __new__(cls, number: int) -> FormerPlayer:
        self = super().__new__(cls, f"former player {number}")
        self.number = number
        return self

    def __str__(self) -> str:
        return _("former player %(number)d", number=self.number)


class Params(TypeDecorator[dict[str, Any]]):
    """Parameters of a journal row as JSON, in which former players keep their number."""

    impl = JSON
    cache_ok = True

    def process_bind_param(self, value: dict[str, Any] | None, dialect: Dialect) -> Any:  # noqa: ARG002
        return _packed(value)

    def process_result_value(self, value: Any, dialect: Dialect) -> dict[str, Any] | None:  # noqa: ARG002
        unpacked: dict[str, Any] | None = _unpacked(value)
        return unpacked


def _packed(value: Any) -> Any:
    if isinstance(value, FormerPlayer):
        return {_KEY: value.number}
    if isinstance(value, dict):
        return {key: _packed(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return [_packed(inner) for inner in value]
    return value


def _unpacked(value: Any) -> Any:
    if isinstance(value, dict):
        if value.keys() == {_KEY}:
            return FormerPlayer(value[_KEY])
        return {key: _unpacked(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_unpacked(inner) for inner in value]
    return value
