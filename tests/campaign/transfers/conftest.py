"""The table at which gold is sent."""

from tests.story.sealed import table

__all__ = ["table"]
