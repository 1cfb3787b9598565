"""What the ``wording`` modules of the rooms share, and all their words brought together (V0.3)."""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from flask_babel import lazy_gettext as _l

import app.campaign as rooms
from app.refusal import Refusal
from rules.engine.refusal import IllegalAction

Params = Mapping[str, Any]
"""What a row or a refusal keeps for its sentence: names as they were, and numbers."""
Wording = Callable[[Params], str]


def holes(params: Params, *names: str) -> dict[str, Any]:
    """What a sentence says, by name, of what was kept; empty for what an older row did not keep."""
    return {name: params.get(name, "") for name in names}


@contextmanager
def rules_in_words(sentences: Mapping[str, Wording]) -> Iterator[None]:
    """Say what the rules refuse in the sentence for its code: IllegalAction becomes Refusal."""
    try:
        yield
    except IllegalAction as illegal:
        sentence = sentences.get(illegal.code)
        raise Refusal(
            sentence(illegal.params) if sentence else _l("The rules do not allow that."), illegal.rule
        ) from illegal


@cache
def wordings(which: str) -> Mapping[str, Wording]:
    """The ``KINDS`` (journal) or ``LEDGER`` of every room, by kind."""
    found: dict[str, Wording] = {}
    for name in wording_modules():
        found.update(getattr(import_module(name), which, {}))
    return found


def wording_modules() -> list[str]:
    """The wording modules there are: that of the accounts and one of each room of a campaign."""
    names = [
        f"{rooms.__name__}.{room.name}.wording" for room in pkgutil.iter_modules(rooms.__path__) if room.ispkg
    ]
    return ["app.accounts.wording", *(name for name in names if find_spec(name) is not None)]
