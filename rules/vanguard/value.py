"""C10.1: what a company is worth; for standings, never for limits."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from rules.vanguard.catalogue import Catalogue
from rules.vanguard.prices import price
from rules.vanguard.tables import WarbandTable
from rules.vanguard.warband import Member, member_points


class CompanyValue(msgspec.Struct, frozen=True):
    """Points of all living models with items and advances, and the same in whole gold."""

    points: int
    gold: int


def company_value(
    living: Iterable[Member], catalogue: Catalogue, table: WarbandTable, factor: int
) -> CompanyValue:
    """The value of a company from its living models, captives among them (C10.1).

    Items in the store belong to no model and do not count. ``factor`` is in hundredths.
    """
    points = sum(member_points(member, catalogue, table) for member in living)
    return CompanyValue(points, price(points, factor))
