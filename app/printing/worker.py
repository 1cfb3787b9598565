"""The worker that turns pages into PDF: a process of its own, fed through its standard input.

Started as a file, not as a module of the app, so that it loads WeasyPrint and nothing else.
It ends when its input ends, so no worker outlives the server, however that was ended.
A message is a line of JSON, whose ``lengths`` name the sizes of the byte strings after it.
"""

from __future__ import annotations

import io
import json
import logging
import mimetypes
import os
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from typing import IO, Any
from urllib.parse import unquote, urlsplit

# urljoin resolves relative addresses only under schemes it knows; nothing is ever asked of this host.
ORIGIN = "http://feldtog.invalid/"
STYLE = "css/pdf.css"


def send(stream: IO[bytes], head: Mapping[str, Any], *parts: bytes) -> None:
    """Write one message."""
    lengths = [len(part) for part in parts]
    stream.write(json.dumps({**head, "lengths": lengths}).encode() + b"\n")
    for part in parts:
        stream.write(part)
    stream.flush()


def receive(stream: IO[bytes]) -> tuple[dict[str, Any], list[bytes]]:
    """Read one message. Raises EOFError where the stream ends."""
    line = stream.readline()
    if not line.endswith(b"\n"):
        raise EOFError
    head = json.loads(line)
    lengths = head.pop("lengths")
    parts = [stream.read(length) for length in lengths]
    if [len(part) for part in parts] != lengths:
        raise EOFError
    return head, parts


class Teller(logging.Handler):
    """Writes down which page is being laid out, from what WeasyPrint says of its progress."""

    path: str | None = None

    def emit(self, record: logging.LogRecord) -> None:
        if self.path and "Creating layout - Page" in str(record.msg) and isinstance(record.args, tuple):
            part = f"{self.path}.part"
            Path(part).write_text(str(record.args[0]))
            os.replace(part, self.path)


class Closed(ValueError):
    """A document asked for something that is neither ours nor given with it."""


def local_file(static: Path, url: str) -> Path:
    """The static file that an address of a document means (``/static/<build>/…``).

    Raises Closed for every other address.
    """
    parts = urlsplit(url)
    pieces = unquote(parts.path).split("/")
    if f"{parts.scheme}://{parts.netloc}/" != ORIGIN or pieces[:2] != ["", "static"] or len(pieces) < 4:
        raise Closed(url)
    path = static.joinpath(*pieces[3:]).resolve()
    if not path.is_relative_to(static) or not path.is_file():
        raise Closed(url)
    return path


def serve(static: Path) -> None:
    """Answer jobs until the input ends."""
    from weasyprint import CSS, HTML
    from weasyprint.text.fonts import FontConfiguration
    from weasyprint.urls import URLFetcher, URLFetcherResponse

    class Shelf(URLFetcher):
        """Hands out static files, the pictures of the job at hand, and data: addresses."""

        def __init__(self) -> None:
            super().__init__(allowed_protocols=("data",), allow_redirects=False)
            self.pictures: dict[str, bytes] = {}

        def fetch(self, url: str, headers: dict[str, str] | None = None) -> Any:
            if url.startswith("data:"):
                return super().fetch(url, headers)
            name = url.removeprefix(ORIGIN + "picture/")
            if name in self.pictures:
                return URLFetcherResponse(url, self.pictures[name])
            path = local_file(static, url)
            kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
            return URLFetcherResponse(url, path.read_bytes(), {"Content-Type": kind})

    shelf = Shelf()
    teller = Teller()
    said = logging.getLogger("weasyprint.progress")
    said.setLevel(logging.INFO)
    said.propagate = False
    said.addHandler(teller)
    # One font configuration for the worker's life: each font is unpacked once, as a plain file.
    fonts = FontConfiguration()
    style = CSS(
        string=(static / STYLE).read_text("utf-8"),
        base_url=f"{ORIGIN}static/0/{STYLE}",
        url_fetcher=shelf,
        font_config=fonts,
    )
    sheets = {size: CSS(string=f"@page {{ size: {size} }}") for size in ("A4", "letter")}

    def render(html: str, size: str) -> bytes:
        out = io.BytesIO()
        document = HTML(string=html, base_url=ORIGIN, url_fetcher=shelf)
        document.write_pdf(out, stylesheets=[style, sheets[size]], font_config=fonts, pdf_tags=True)
        return out.getvalue()

    # Drawing one page finds and loads what the first real document would wait for.
    render("<html lang=en><title>-</title><h1>Æ</h1><p>Ø <b>Š</b> <em>ß</em>", "A4")
    answers, jobs = sys.stdout.buffer, sys.stdin.buffer
    send(answers, {"ready": True})
    while True:
        try:
            head, parts = receive(jobs)
        except EOFError:
            return
        shelf.pictures = dict(zip(head["pictures"], parts[1:], strict=True))
        teller.path = head.get("told")
        began = time.perf_counter()
        try:
            pdf = render(parts[0].decode(), head["size"])
        except Exception as error:
            send(answers, {"error": f"{type(error).__name__}: {error}"})
        else:
            send(answers, {"seconds": time.perf_counter() - began}, pdf)


if __name__ == "__main__":
    # Ctrl-C in a terminal reaches the whole group; the server decides when this ends.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # WeasyPrint warns of every property it does not know.
    logging.getLogger("weasyprint").setLevel(logging.ERROR)
    # Somebody waits for a page more urgently than anybody for a PDF.
    os.nice(10)
    tempfile.tempdir = sys.argv[2]
    try:
        serve(Path(sys.argv[1]).resolve())
    finally:
        shutil.rmtree(tempfile.tempdir, ignore_errors=True)
