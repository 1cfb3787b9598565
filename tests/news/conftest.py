"""The table whose news are read."""

from tests.story.sealed import table

__all__ = ["table"]
