"""The table at which letters are written."""

from tests.story.sealed import table

__all__ = ["table"]
