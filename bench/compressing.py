"""A small stand-in for the web server before the app: passes requests on and compresses what Caddy would."""

from __future__ import annotations

import gzip
import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

TEXTS = ("text/", "image/svg+xml", "application/javascript", "application/json", "application/manifest+json")
PASSED_ON = ("Cookie", "Accept", "Accept-Language", "User-Agent", "X-Live")


class Passing(BaseHTTPRequestHandler):
    """GET alone; the stream of live news goes through as it comes."""

    protocol_version = "HTTP/1.1"
    behind = 0

    def do_GET(self) -> None:
        behind = http.client.HTTPConnection("127.0.0.1", self.behind, timeout=60)
        headers = {name: self.headers[name] for name in PASSED_ON if name in self.headers}
        behind.request("GET", self.path, headers={**headers, "Host": self.headers["Host"]})
        answer = behind.getresponse()
        kind = answer.headers.get_content_type()
        self.send_response(answer.status)
        for name, value in answer.getheaders():
            if name.lower() not in ("connection", "content-length", "transfer-encoding", "date", "server"):
                self.send_header(name, value)
        if kind == "text/event-stream":
            self._stream(answer)
        else:
            self._whole(answer.read(), compressed=kind.startswith(TEXTS))
        behind.close()

    def _whole(self, body: bytes, *, compressed: bool) -> None:
        if compressed and "gzip" in self.headers.get("Accept-Encoding", ""):
            body = gzip.compress(body, 6)
            self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def _stream(self, answer: http.client.HTTPResponse) -> None:
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True
        while piece := answer.read1(4096):
            self.wfile.write(piece)
            self.wfile.flush()

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing."""


@contextmanager
def compressed(port: int) -> Iterator[int]:
    """The port at which the app of ``port`` is served compressed."""
    handler = type("PassingTo", (Passing,), {"behind": port})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    server.daemon_threads = True
    server.handle_error = lambda *_: None  # type: ignore[method-assign]  # a browser that went away
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        server.server_close()
