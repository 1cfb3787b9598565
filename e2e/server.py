"""A real server on a database of its own, with the people and the campaign of the demo in it."""

from __future__ import annotations

import os
import re
import socket
import subprocess
import sys
import time
import urllib.request
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_SHOWN = re.compile(r"^  (\w+) +([a-z2-9]{4}-[a-z2-9]{4}-[a-z2-9]{4}) ", re.MULTILINE)


@dataclass(frozen=True)
class Server:
    """Where it is reached, its environment, and the passwords of the demo's people."""

    url: str
    environment: dict[str, str]
    passwords: dict[str, str]
    process: subprocess.Popen[bytes]

    def stop(self) -> None:
        self.process.terminate()
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()


def start(folder: Path) -> Server:
    """Migrate, load the demo, serve with gunicorn as `deploy/gunicorn.conf.py` says."""
    port = _free_port()
    url = f"http://127.0.0.1:{port}"
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith("FELDTOG_")},
        "FELDTOG_ENV": "development",
        "FELDTOG_INSTANCE": str(folder),
        "FELDTOG_BASE_URL": url,
        "FELDTOG_LOG_LEVEL": "WARNING",
        "PYTHONPATH": str(ROOT),
    }
    environment.pop("DATABASE_URL", None)
    _flask(environment, "db", "upgrade")
    passwords = dict(_SHOWN.findall(_flask(environment, "demo")))
    log = (folder / "server.log").open("wb")
    arguments = ["-m", "gunicorn", "-c", "deploy/gunicorn.conf.py", "--bind", f"127.0.0.1:{port}"]
    process = subprocess.Popen(
        [sys.executable, *arguments, "e2e.served:app"], cwd=ROOT, env=environment, stdout=log, stderr=log
    )
    server = Server(url, environment, passwords, process)
    _wait_until_healthy(server, folder / "server.log")
    return server


def _flask(environment: dict[str, str], *arguments: str) -> str:
    run = subprocess.run(
        [sys.executable, "-m", "flask", "--app", "wsgi", *arguments],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return run.stdout


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_healthy(server: Server, log: Path) -> None:
    until = time.monotonic() + 60
    while time.monotonic() < until:
        assert server.process.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(f"{server.url}/health", timeout=2) as answer:
                if answer.status == 200:
                    return
        except OSError:
            time.sleep(0.2)
    raise AssertionError(log.read_text())
