"""Addresses of pages, made once."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from flask import Flask, has_request_context, request


class AddressedFlask(Flask):
    """Flask with a memory for addresses: a page of many rows asks for hundreds of them.

    An address within the site hangs on its endpoint, its values and the path the site stands under alone.
    Full addresses, those with an anchor and relative endpoints are made as ever.
    """

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self._remembered = lru_cache(maxsize=16384)(self._make)

    def url_for(
        self,
        /,
        endpoint: str,
        *,
        _anchor: str | None = None,
        _method: str | None = None,
        _scheme: str | None = None,
        _external: bool | None = None,
        **values: Any,
    ) -> str:
        special = _anchor or _method or _scheme or _external or endpoint.startswith(".")
        if special or not all(type(value) is str for value in values.values()) or not has_request_context():
            return super().url_for(
                endpoint, _anchor=_anchor, _method=_method, _scheme=_scheme, _external=_external, **values
            )
        return self._remembered(request.script_root, endpoint, tuple(values.items()))

    def _make(self, _root: str, endpoint: str, values: tuple[tuple[str, Any], ...]) -> str:
        return super().url_for(endpoint, **dict(values))
