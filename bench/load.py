"""A served evening: many open streams, a steady stream of requests, and how soon news arrive."""

from __future__ import annotations

import http.client
import os
import re
import secrets
import selectors
import socket
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from flask import Flask

from bench.pages import main_pages
from bench.world import World, cookie, log_in

ROOT = Path(__file__).resolve().parent.parent
STREAMS = 200
RATE = 50
SECONDS = 20


@contextmanager
def served(database_url: str, instance: Path, key: str) -> Iterator[int]:
    """The app behind gunicorn, one process, as it is hosted; yields the port."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    environment = os.environ | {
        "FELDTOG_ENV": "development",
        "FELDTOG_SECRET_KEY": key,
        "FELDTOG_INSTANCE": str(instance),
        "DATABASE_URL": database_url,
        "FELDTOG_BIND": f"127.0.0.1:{port}",
        "FELDTOG_LOG_LEVEL": "WARNING",
    }
    server = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "gunicorn",
            "-c",
            "deploy/gunicorn.conf.py",
            "-b",
            f"127.0.0.1:{port}",
            "wsgi:app",
        ],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    try:
        for _ in range(200):
            try:
                if get(port, "/health", "")[0] == 200:
                    break
            except OSError:
                time.sleep(0.1)
        yield port
    finally:
        server.terminate()
        server.wait(15)


def get(port: int, path: str, cookies: str) -> tuple[int, bytes]:
    """Status and body of one request."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request("GET", path, headers={"Cookie": cookies, "Accept-Encoding": "identity"})
    answer = connection.getresponse()
    body = answer.read()
    connection.close()
    return answer.status, body


class Streams:
    """Open event streams; notes when each hears something."""

    def __init__(self, port: int, cookies: list[str]) -> None:
        self.heard: dict[int, list[float]] = {number: [] for number in range(len(cookies))}
        self._selector = selectors.DefaultSelector()
        self._stop = threading.Event()
        for number, own in enumerate(cookies):
            connection = socket.create_connection(("127.0.0.1", port))
            connection.sendall(f"GET /live HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {own}\r\n\r\n".encode())
            self._selector.register(connection, selectors.EVENT_READ, number)
        self._thread = threading.Thread(target=self._listen, daemon=True)
        self._thread.start()

    def _listen(self) -> None:
        while not self._stop.is_set():
            for key, _ in self._selector.select(0.2):
                data = key.fileobj.recv(65536)  # type: ignore[union-attr]
                if not data:
                    self._selector.unregister(key.fileobj)
                elif b"data: " in data:
                    self.heard[key.data].append(time.perf_counter())

    def close(self) -> None:
        self._stop.set()
        self._thread.join()
        for key in list(self._selector.get_map().values()):
            key.fileobj.close()  # type: ignore[union-attr]


def steady(port: int, requests: list[tuple[str, str]], rate: int, seconds: float) -> tuple[list[float], int]:
    """Send ``rate`` requests a second; their times in ms and the number of failures."""
    times: list[float] = []
    failed = 0
    lock = threading.Lock()

    def one(number: int, due: float) -> None:
        nonlocal failed
        wait = due - time.perf_counter()
        if wait > 0:
            time.sleep(wait)
        path, own = requests[number % len(requests)]
        # From when it was due, not from when this client got round to it.
        status, _ = get(port, path, own)
        with lock:
            times.append((time.perf_counter() - due) * 1000)
            failed += status != 200

    start = time.perf_counter() + 0.2
    with ThreadPoolExecutor(64) as pool:
        for number in range(int(rate * seconds)):
            pool.submit(one, number, start + number / rate)
    return times, failed


def run(app: Flask, world: World, port: int) -> list[list[str]]:
    """Rows: what, target, measured."""
    cookies = [cookie(app, log_in(app, world.people[1 + number % 12])) for number in range(STREAMS)]
    own = cookie(app, log_in(app, world.people[1]))
    gm = cookie(app, log_in(app, world.people[0]))
    requests = [(url, gm if who == 0 else own) for who, url in main_pages(world).values()]
    for path, whose in requests:
        get(port, path, whose)
    streams = Streams(port, cookies)
    time.sleep(2)
    times, failed = steady(port, requests, RATE, SECONDS)
    rows = [
        [
            f"{STREAMS} open streams, {RATE} requests a second, one process",
            "p95 under 250 ms, none failed",
            f"p50 {statistics.median(times):.0f} ms, p95 {percentile(times, 95):.0f} ms, {failed} failed",
        ]
    ]
    arrivals = [_tap(port, world, gm, streams) for _ in range(20)]
    rows.append(
        [
            "tap on one phone, heard by another (200 streams open)",
            "p95 under 300 ms",
            f"p50 {statistics.median(arrivals):.0f} ms, p95 {percentile(arrivals, 95):.0f} ms",
        ]
    )
    streams.close()
    return rows


def _tap(port: int, world: World, gm: str, streams: Streams) -> float:
    """The GM writes a chronicle entry; ms until the first phone has heard and read the page anew."""
    page = get(port, f"/campaigns/{world.campaign_id}/chronicle/new", gm)[1].decode()
    token = re.search(r'name="csrf_token"[^>]*value="([^"]+)"', page)
    seen = re.search(r'name="seen"[^>]*value="([^"]+)"', page)
    if token is None or seen is None:
        raise SystemExit("the form of a chronicle entry is not where it was")
    before = len(streams.heard[0])
    body = "&".join(
        [
            f"csrf_token={token[1]}",
            f"request_id={secrets.token_hex(8)}",
            f"seen={seen[1]}",
            "text=Bench",
            "readers=all",
        ]
    )
    start = time.perf_counter()
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
    connection.request(
        "POST",
        f"/campaigns/{world.campaign_id}/chronicle/new",
        body,
        {"Cookie": gm, "Content-Type": "application/x-www-form-urlencoded"},
    )
    status = connection.getresponse().status
    if status != 303:
        raise SystemExit(f"the chronicle entry was answered with {status}")
    while len(streams.heard[0]) == before:
        if time.perf_counter() - start > 5:
            raise SystemExit("no phone heard of the entry within five seconds")
        time.sleep(0.001)
    return (streams.heard[0][-1] - start) * 1000


def percentile(values: list[float], share: int) -> float:
    """The value that ``share`` per cent do not exceed."""
    return sorted(values)[min(len(values) - 1, len(values) * share // 100)]
