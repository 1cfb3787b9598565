"""One bot's head: a worker process that is asked for actions and replaced when it fails."""

from __future__ import annotations

import json
import select
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

WORKER = Path(__file__).with_name("worker.py")
ROOT = Path(__file__).resolve().parents[3]
LIMIT = 20.0
"""Seconds that one action may take at most."""


class BotFailed(Exception):
    """The bot gave no action: it broke, or it took too long."""


class Thinker:
    """A worker process, started with the first question; used by one thread at a time."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()

    def ask(self, job: dict[str, Any]) -> str:
        """The action for a job. Raises BotFailed."""
        with self._lock:
            process = self._started()
            if process.stdin is None:
                raise BotFailed("the worker is gone")
            try:
                process.stdin.write(json.dumps(job) + "\n")
                process.stdin.flush()
            except OSError as error:
                self.stop()
                raise BotFailed("the worker died") from error
            answer = self._answer(process)
        if "error" in answer:
            raise BotFailed(answer["error"])
        return str(answer["action"])

    def stop(self) -> None:
        """End the worker."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()
            process.wait()

    def _started(self) -> subprocess.Popen[str]:
        if self._process is None or self._process.poll() is not None:
            self._process = subprocess.Popen(  # noqa: S603  # our own interpreter and our own file
                [sys.executable, "-I", str(WORKER), str(ROOT)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                text=True,
            )
            self._answer(self._process)
        return self._process

    def _answer(self, process: subprocess.Popen[str]) -> dict[str, Any]:
        if process.stdout is None:
            raise BotFailed("the worker is gone")
        poll = select.poll()
        poll.register(process.stdout, select.POLLIN | select.POLLHUP)
        line = process.stdout.readline() if poll.poll(LIMIT * 1000) else ""
        if not line:
            self.stop()
            raise BotFailed("the worker died or took too long")
        answer: dict[str, Any] = json.loads(line)
        return answer
