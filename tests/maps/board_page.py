"""A page with one board on it, rendered from the real templates and served from the real static files."""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from app.board import Board, BoardOrder, BoardPath, BoardPlace, Inside, Owner
from app.pages import kept

ROOT = Path(__file__).resolve().parents[2]

WOLVES = Owner("p1", "wolf", "Ellen")
STAGS = Owner("p2", "stag", "Mads")

PLACES = (
    BoardPlace("ulvedal", "Ulvedal", 0.1536, 0.3173, "#ulvedal", "wolf", True, WOLVES, mine=True),
    BoardPlace(
        "rabenfels",
        "Rabenfels",
        0.3271,
        0.3058,
        "#rabenfels",
        "fort",
        True,
        STAGS,
        inside=Inside(3, events=1),
        event_count=2,
    ),
    BoardPlace("graakloster", "Gråkloster", 0.25, 0.5625, "#graakloster", "abbey", state="legal"),
    BoardPlace(
        "eisenstollen", "Eisenstollen", 0.5093, 0.4856, "#stollen", "mine", inside=Inside(), locked=True
    ),
    BoardPlace(
        "brueck", "Die alte Königsbrücke bei Sønderfurt", 0.5536, 0.3769, "#brueck", "bridge", embattled=True
    ),
    BoardPlace("salzfurt", "Salzfurt", 0.4314, 0.7692, "#salzfurt", "anchor", True, event_count=1),
    BoardPlace("moor", "Nebelmoor", 0.6464, 0.524, "#moor", "skull", state="danger"),
    BoardPlace("warte", "Sturmwarte", 0.8536, 0.2519, "#warte", "lighthouse"),
    BoardPlace("havn", "Perlehavn", 0.8, 0.6923, "#havn", "galleon", True, Owner("p5", "bear", "Søren")),
)

BOARD = Board(
    key="land",
    title="The salt coast",
    picture_light="/static/maps/coast-light.svg",
    picture_dark="/static/maps/coast-dark.svg",
    width=1400,
    height=1040,
    ground="sea",
    places=PLACES,
    paths=(
        BoardPath(0.1536, 0.3173, 0.3271, 0.3058),
        BoardPath(0.1536, 0.3173, 0.25, 0.5625),
        BoardPath(0.3271, 0.3058, 0.5536, 0.3769, one_way=True),
        BoardPath(0.5536, 0.3769, 0.6464, 0.524),
    ),
    orders=(
        BoardOrder(0.1536, 0.3173, 0.3271, 0.3058, "The wolf pack goes to Rabenfels."),
        BoardOrder(0.8, 0.6923, 0.6464, 0.524, "The night watch goes to Nebelmoor.", "p5"),
        BoardOrder(0.25, 0.5625, 0.25, 0.5625, "The raven's eye stays."),
    ),
)

PAGE = """{% from "macros/board.html" import map_board, map_list, board_with_list %}
<!doctype html><html lang="en"{% if theme %} data-theme="{{ theme }}"{% endif %}>
<head><meta charset="utf-8"><title>Board</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'self'; style-src 'self'; script-src 'self'">
{% for name in ("fonts", "tokens", "base", "components", "play", "board") %}
<link rel="stylesheet" href="/static/css/{{ name }}.css">{% endfor %}
<script type="module" src="/static/js/board.js"></script></head>
<body><main class="main"><h1>Board</h1>{{ board_with_list(board, fields) }}
<form id="add" method="get" action="/added"><input type="hidden" name="x"><input type="hidden" name="y">
<label>Name <input name="name"></label><button>Add</button></form>
<form id="move" method="get" action="/moved"><input type="hidden" name="place"><input type="hidden" name="x">
<input type="hidden" name="y"><button>Move</button></form>
<form id="pick">{% for place in board.places %}<label><input type="radio" name="place" value="{{ place.id }}">
{{ place.name }}</label>{% endfor %}</form>
</main></body></html>
"""


def environment() -> Environment:
    env = Environment(
        loader=FileSystemLoader(ROOT / "templates"), autoescape=True, extensions=["jinja2.ext.i18n"]
    )
    env.install_null_translations(newstyle=True)  # type: ignore[attr-defined]
    env.globals["url_for"] = lambda _endpoint, filename: f"/static/{filename}"
    env.globals.update(kept=kept, language=lambda: "en")
    return env


def render(board: Board = BOARD, theme: str = "") -> str:
    """The whole test page."""
    return (
        environment()
        .from_string(PAGE)
        .render(board=board, theme=theme, fields=Markup('<input type="hidden" name="token" value="t">'))
    )


def in_mode(mode: str) -> Board:
    """The board in a mode, with the forms of the test page."""
    forms = {
        "view": {},
        "edit": {"add_form": "add", "move_form": "move", "add_url": "/tapped"},
        "pick": {"pick_form": "pick"},
    }[mode]
    return replace(BOARD, mode=mode, **forms)  # type: ignore[arg-type]


@contextmanager
def served(folder: Path, pages: dict[str, str]) -> Iterator[tuple[str, Callable[[], list[str]]]]:
    """Pages and the static files on a free port: its address, and what has been asked for so far."""
    asked: list[str] = []

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, *_args: object) -> None:
            asked.append(self.path)

    for name, text in pages.items():
        (folder / name).write_text(text, encoding="utf-8")
    if not (folder / "static").exists():
        shutil.copytree(ROOT / "static", folder / "static")
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Handler, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", lambda: list(asked)
    finally:
        server.shutdown()
        server.server_close()
