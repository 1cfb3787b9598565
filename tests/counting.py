"""Counting what a page asks the database."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from flask import Flask
from sqlalchemy import event

from app.extensions import db


@contextmanager
def counted(app: Flask) -> Iterator[list[str]]:
    """The reading statements that this thread sends to the database meanwhile.

    Other threads are left out: the waiter of live news asks when it pleases.
    """
    asked: list[str] = []
    here = threading.get_ident()

    def note(_connection: Any, _cursor: Any, statement: str, *_rest: Any) -> None:
        if threading.get_ident() == here and statement.lstrip().upper().startswith(("SELECT", "WITH")):
            asked.append(statement)

    with app.app_context():
        engine = db.engine
    event.listen(engine, "before_cursor_execute", note)
    try:
        yield asked
    finally:
        event.remove(engine, "before_cursor_execute", note)
