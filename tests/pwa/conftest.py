"""The served table, for all tests of this folder."""

from tests.live.site import site, visit

__all__ = ["site", "visit"]
