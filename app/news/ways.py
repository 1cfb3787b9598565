"""What can happen on the way of a message."""

from __future__ import annotations


class Barred(Exception):
    """The message was not taken now; it may be later."""


class Lost(Exception):
    """The message will never be taken."""
