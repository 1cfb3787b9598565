"""How far a long document is, told by the worker that prints it to whichever process is asked.

A ticket is a random name that the page of waiting gives to the document it waits for. What stands under it
is a number of pages and nothing else.
"""

from __future__ import annotations

import os
import re
import secrets
import tempfile
import time
from pathlib import Path

DONE = "done"
_TICKET = re.compile(r"[A-Za-z0-9_-]{22}")
_KEPT = 600.0
"""Seconds that a ticket is kept."""


def new_ticket() -> str:
    """A ticket for a document that is about to be printed; old ones are cleared away."""
    before = time.time() - _KEPT
    for path in _folder().iterdir():
        if path.stat().st_mtime < before:
            path.unlink(missing_ok=True)
    return secrets.token_urlsafe(16)


def path_of(ticket: str) -> Path | None:
    """Where the page that is being laid out is written down; None for what is no ticket."""
    return _folder() / ticket if _TICKET.fullmatch(ticket) else None


def done(ticket: str) -> None:
    """Write down that the document is made."""
    path = path_of(ticket)
    if path is not None:
        path.write_text(DONE)


def heard(ticket: str) -> tuple[int, bool]:
    """The page that is being laid out (0: none yet) and whether the document is done."""
    path = path_of(ticket)
    if path is None:
        return 0, False
    try:
        said = path.read_text()
    except FileNotFoundError:
        return 0, False
    return (int(said), False) if said.isdecimal() else (0, said == DONE)


def _folder() -> Path:
    folder = Path(tempfile.gettempdir()) / f"feldtog-progress-{os.getuid()}"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder
