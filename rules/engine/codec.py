"""Positions, actions and events as JSON and back, with one spelling for each value."""

from __future__ import annotations

import hashlib
from typing import Any, Generic, TypeVar, cast

import msgspec

from rules.engine.core import CodecError

T = TypeVar("T")

_encoder = msgspec.json.Encoder(order="deterministic")


def canonical(value: Any) -> bytes:
    """The one spelling of ``value``: UTF-8 JSON without spaces, fields in declared order, keys sorted."""
    return _encoder.encode(value)


def fingerprint(value: Any) -> str:
    """The first 16 hex digits of SHA-256 over the canonical spelling."""
    return hashlib.sha256(canonical(value)).hexdigest()[:16]


class Codec(Generic[T]):
    """Reads and writes one declared type, which may be a tagged union of structs."""

    def __init__(self, declared: Any) -> None:
        self._decoder = msgspec.json.Decoder(declared)

    def encode(self, value: T) -> bytes:
        """``value`` in its canonical spelling."""
        return canonical(value)

    def decode(self, data: bytes | str) -> T:
        """The value that ``data`` spells; CodecError if it has another shape."""
        try:
            return cast(T, self._decoder.decode(data))
        except (msgspec.ValidationError, msgspec.DecodeError) as error:
            raise CodecError(str(error)) from None
