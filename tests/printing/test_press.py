"""The workers: what they print, what they refuse, how they end."""

from __future__ import annotations

import io
import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from PIL import Image
from pypdf import PdfReader

from app.printing.press import Press, PressBusy, PrintFailed
from app.printing.worker import ORIGIN, Closed, local_file
from tests.printing.conftest import STATIC

PAGE = "<html lang=da><title>t</title><body>{}"
A4, LETTER = (595, 842), (612, 792)


def dot(colour: str) -> bytes:
    out = io.BytesIO()
    Image.new("RGB", (4, 4), colour).save(out, "PNG")
    return out.getvalue()


def images(pdf: bytes) -> int:
    return len(PdfReader(io.BytesIO(pdf)).pages[0].images)


@pytest.mark.parametrize(("size", "points"), [("A4", A4), ("letter", LETTER)])
def test_both_papers(press: Press, size: str, points: tuple[int, int]) -> None:
    pdf, _ = press.print(PAGE.format("x"), size=size)  # type: ignore[arg-type]
    box = PdfReader(io.BytesIO(pdf)).pages[0].mediabox
    assert (round(box.width), round(box.height)) == points


def test_pictures_come_with_the_document_and_go_with_it(press: Press) -> None:
    html = PAGE.format('<img src="picture/a">')
    assert images(press.print(html, pictures={"a": dot("red")})[0]) == 1
    assert images(press.print(html)[0]) == 0


@pytest.mark.parametrize(
    "address",
    [
        "file:///etc/hostname",
        "http://127.0.0.1:1/x.png",
        "/static/x/../../pyproject.toml",
        "/static/x/%2e%2e/%2e%2e/pyproject.toml",
        "/static/x/../vendor.lock/../../README.md",
        "/media/1",
        "//example.org/static/x/img/paper.png",
        "ftp://example.org/x",
    ],
)
def test_nothing_else_is_read(tmp_path: Path, press: Press, address: str) -> None:
    full = address if ":" in address.split("/")[0] else ORIGIN.rstrip("/") + address
    if address.startswith("//"):
        full = "http:" + address
    with pytest.raises(Closed):
        local_file(STATIC, full)
    # And a document that asks for it is printed without it.
    assert images(press.print(PAGE.format(f'<img src="{address}">'))[0]) == 0


def test_static_files_are_found_whatever_the_build() -> None:
    assert local_file(STATIC, f"{ORIGIN}static/0123456789/css/pdf.css") == STATIC / "css/pdf.css"


def test_a_link_out_of_the_folder_is_not_followed(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "secret").write_text("x")
    (tmp_path / "static" / "link").symlink_to(tmp_path / "secret")
    with pytest.raises(Closed):
        local_file(tmp_path / "static", f"{ORIGIN}static/b/link")


def test_a_killed_worker_is_replaced(press: Press) -> None:
    (before,) = press.process_ids
    os.kill(before, signal.SIGKILL)
    while alive(before):
        time.sleep(0.01)
    pdf, _ = press.print(PAGE.format("again"))
    assert pdf.startswith(b"%PDF")
    assert press.process_ids != [before]


def test_what_takes_too_long_is_ended_and_the_next_document_printed() -> None:
    press = Press(STATIC, limit=0.01)
    with pytest.raises(PrintFailed):
        press.print(PAGE.format("x"))
    assert press.process_ids == []
    press._limit = 30
    assert press.print(PAGE.format("x"))[0].startswith(b"%PDF")
    press.stop()


def test_a_full_queue_is_refused_at_once() -> None:
    press = Press(STATIC, workers=1, waiting=1)
    done: list[bytes] = []
    threads = [
        threading.Thread(target=lambda: done.append(press.print(PAGE.format("x"))[0])) for _ in range(2)
    ]
    for thread in threads:
        thread.start()
    time.sleep(0.1)  # both are in: the worker needs far longer to start
    with pytest.raises(PressBusy):
        press.print(PAGE.format("x"))
    for thread in threads:
        thread.join()
    assert len(done) == 2
    press.stop()


def test_a_warm_worker_is_much_faster_than_a_new_one() -> None:
    press = Press(STATIC)
    began = time.perf_counter()
    press.print(PAGE.format("x"))
    cold = time.perf_counter() - began
    warm = min(press.print(PAGE.format("x"))[1] for _ in range(3))
    press.stop()
    assert warm * 3 < cold


PARENT = """
import sys, time
from pathlib import Path
from app.printing.press import Press
press = Press(Path(sys.argv[1]))
press.print("<p>x")
print(*press.process_ids, flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGKILL])
def test_no_worker_outlives_its_server(end: signal.Signals) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(STATIC)], stdout=subprocess.PIPE, cwd=STATIC.parent
    ) as server:
        assert server.stdout is not None
        worker = int(server.stdout.readline())
        assert alive(worker)
        server.send_signal(end)
        server.wait()
    deadline = time.monotonic() + 5
    while alive(worker):
        assert time.monotonic() < deadline
        time.sleep(0.05)


def alive(process: int) -> bool:
    """Whether the process runs (one that ended and waits to be noticed does not)."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False
