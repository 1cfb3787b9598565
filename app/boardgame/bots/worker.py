"""The worker in which bots think: a process of its own, fed through its standard input.

Started as a file, it loads the rules and nothing of the app. A job names a bot, what its seat may see, and
chance; the answer is an action. It ends when its input ends, so no worker outlives the server.
A message is one line of JSON.
"""

from __future__ import annotations

import importlib
import json
import os
import signal
import sys
from functools import lru_cache
from typing import Any


@lru_cache(maxsize=4)
def game_of(rules: str, content: str, files: str) -> Any:
    """The rule set, with the content of ``files`` (JSON) if there are any."""
    made = named(rules)
    return made(named(content)(json.loads(files))) if files else made()


def named(dotted: str) -> Any:
    """What a name like ``package.module:thing`` means."""
    module, _colon, thing = dotted.partition(":")
    return getattr(importlib.import_module(module), thing)


def think(job: dict[str, Any]) -> str:
    """The action for a job, as JSON."""
    import msgspec

    from rules.engine.codec import canonical
    from rules.engine.rng import SeededRng

    game = game_of(job["rules"], job["content"], job["files"])
    view = msgspec.json.decode(job["view"].encode(), type=named(job["view_type"]))
    rng = SeededRng(bytes.fromhex(job["seed"]))
    action = named(job["choose"])(game, job["bot"], view, job["seat"], rng, job["nodes"])
    return canonical(action).decode()


def serve() -> None:
    """Answer jobs until the input ends."""
    print(json.dumps({"ready": True}), flush=True)
    for line in sys.stdin:
        try:
            answer = {"action": think(json.loads(line))}
        except Exception as error:
            answer = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    # Ctrl-C in a terminal reaches the whole group; the server decides when this ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(10)
    sys.path.insert(0, sys.argv[1])
    serve()
