"""The printing press: a few worker processes, and the queue before them."""

from __future__ import annotations

import queue
import select
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any, Literal

import structlog

from app.printing.worker import receive, send

PageSize = Literal["A4", "letter"]
WORKER = Path(__file__).with_name("worker.py")
log = structlog.get_logger(__name__)


class PressBusy(Exception):
    """More documents wait than the press can print in a reasonable time."""


class PrintFailed(Exception):
    """A document could not be made: it took too long, its worker died, or it is broken."""


class Press:
    """Prints documents in worker processes, so that requests keep their speed.

    ``workers`` documents are made at a time, ``waiting`` more may wait for at most
    ``patience`` seconds; one document may take ``limit`` seconds. Workers start with the first
    document (or ``warm_up``); one that died or took too long is replaced by the next document.
    """

    def __init__(
        self,
        static: Path,
        *,
        workers: int = 1,
        waiting: int = 12,
        patience: float = 20,
        limit: float = 30,
    ) -> None:
        self._static = static
        self._patience = patience
        self._limit = limit
        self._room = threading.BoundedSemaphore(workers + waiting)
        self._free: queue.LifoQueue[_Worker] = queue.LifoQueue()
        self._workers = [_Worker(static) for _ in range(workers)]
        for worker in self._workers:
            self._free.put(worker)

    @property
    def process_ids(self) -> list[int]:
        """The running workers' process ids."""
        return [worker.process.pid for worker in self._workers if worker.process is not None]

    def warm_up(self) -> None:
        """Start the workers in the background; documents printed meanwhile wait for them."""
        threading.Thread(target=self._start_all, name="press", daemon=True).start()

    def print(
        self,
        html: str,
        *,
        size: PageSize = "A4",
        pictures: Mapping[str, bytes] | None = None,
        told: Path | None = None,
        limit: float | None = None,
    ) -> tuple[bytes, float]:
        """The PDF of ``html`` and the seconds it took to make; into ``told`` goes the page that is laid out.
        ``limit``: it may take so many seconds instead of the press's own limit.

        ``html`` may name static files by their address and ``pictures`` as ``picture/<name>``;
        every other address stays empty. Raises PressBusy or PrintFailed.
        """
        if not self._room.acquire(blocking=False):
            raise PressBusy
        try:
            try:
                worker = self._free.get(timeout=self._patience)
            except queue.Empty:
                raise PressBusy from None
            try:
                return worker.work(html, size, pictures or {}, limit or self._limit, told)
            finally:
                self._free.put(worker)
        finally:
            self._room.release()

    def stop(self) -> None:
        """End the workers; a document in the making is lost."""
        for worker in self._workers:
            worker.end()

    def _start_all(self) -> None:
        for _ in self._workers:
            try:
                worker = self._free.get(timeout=self._patience)
            except queue.Empty:
                return
            try:
                worker.start(time.monotonic() + self._limit)
            except PrintFailed as error:
                log.warning("no printing worker", error=str(error))
            finally:
                self._free.put(worker)


class _Worker:
    """One worker process; used by one thread at a time."""

    def __init__(self, static: Path) -> None:
        self._static = static
        self._folder = ""  # where the worker keeps its unpacked fonts
        self.process: subprocess.Popen[bytes] | None = None

    def start(self, deadline: float) -> None:
        """Have a living process that is ready for work."""
        if self.process is not None and self.process.poll() is None:
            return
        self.end()
        self._folder = tempfile.mkdtemp(prefix="feldtog-print-")
        # Isolated: neither the working directory nor PYTHON* decide what the worker imports.
        self.process = subprocess.Popen(  # noqa: S603  # our own interpreter and our own file
            [sys.executable, "-I", str(WORKER), str(self._static), self._folder],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        self._answer(deadline)

    def work(
        self, html: str, size: PageSize, pictures: Mapping[str, bytes], limit: float, told: Path | None
    ) -> tuple[bytes, float]:
        deadline = time.monotonic() + limit
        self.start(deadline)
        process = self.process
        if process is None or process.stdin is None:
            raise PrintFailed("the worker is gone")
        try:
            head = {"size": size, "pictures": list(pictures), "told": str(told) if told else None}
            send(process.stdin, head, html.encode(), *pictures.values())
        except OSError as error:
            self.end()
            raise PrintFailed("the worker died") from error
        answer, parts = self._answer(deadline)
        if "error" in answer:
            raise PrintFailed(answer["error"])
        return parts[0], float(answer["seconds"])

    def _answer(self, deadline: float) -> tuple[dict[str, Any], list[bytes]]:
        process = self.process
        if process is None or process.stdout is None:
            raise PrintFailed("the worker is gone")
        try:
            if not _speaks(process.stdout, deadline - time.monotonic()):
                raise PrintFailed("it took too long")
            return receive(process.stdout)
        except (EOFError, OSError, PrintFailed) as error:
            # What comes later would answer a question nobody asks any more.
            self.end()
            raise error if isinstance(error, PrintFailed) else PrintFailed("the worker died") from error

    def end(self) -> None:
        """End the process: an idle one leaves by itself when its input ends, any other is killed."""
        process, self.process = self.process, None
        if process is None:
            return
        try:
            if process.stdin is not None:
                process.stdin.close()
            process.wait(timeout=1)
        except (OSError, subprocess.TimeoutExpired):
            process.kill()
            process.wait()
        shutil.rmtree(self._folder, ignore_errors=True)
        if process.stdout is not None:
            process.stdout.close()


def _speaks(stream: IO[bytes], seconds: float) -> bool:
    """Whether something can be read within ``seconds``."""
    poll = select.poll()
    poll.register(stream, select.POLLIN | select.POLLHUP)
    return bool(poll.poll(max(0.0, seconds) * 1000))
