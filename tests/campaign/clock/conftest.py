"""The table at which time runs."""

from tests.story.sealed import table

__all__ = ["table"]
