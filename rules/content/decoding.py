"""Decoding of data entries with every fault collected, not only the first."""

from __future__ import annotations

from typing import Any, TypeVar

import msgspec

S = TypeVar("S", bound=msgspec.Struct)


def convert(data: Any, shape: type[S], where: str, faults: list[str]) -> S | None:
    """``data`` as a ``shape``; on failure None, with each bad field added to ``faults``."""
    try:
        return msgspec.convert(data, shape)
    except msgspec.ValidationError as error:
        found = _field_faults(data, shape, where)
        faults.extend(found or [f"{where}: {error}"])
        return None


def _field_faults(data: Any, shape: type[msgspec.Struct], where: str) -> list[str]:
    if not isinstance(data, dict):
        return []
    fields = {field.encode_name: field for field in msgspec.structs.fields(shape)}
    faults = [f"{where}: unknown field {name}" for name in data if name not in fields]
    for name, field in fields.items():
        if name not in data:
            if field.required:
                faults.append(f"{where}: {name} is missing")
            continue
        try:
            msgspec.convert(data[name], field.type)
        except msgspec.ValidationError as error:
            faults.append(f"{where}: {name}: {error}")
    return faults
