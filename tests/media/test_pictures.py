"""Pictures: what is taken in, what is refused, who may see it."""

from __future__ import annotations

import io
import struct
import zlib

import pytest
from flask import Flask
from flask.testing import FlaskClient
from PIL import Image, PngImagePlugin
from werkzeug.datastructures import FileStorage

from app.campaign.founding.models import Campaign
from app.campaign.states import SeatState
from app.extensions import db
from app.journal.models import seat_audience
from app.journal.writes import writing
from app.media.models import Picture
from app.media.operations import MOST_BYTES, MOST_PIXELS, prepare, store_picture
from app.refusal import Refusal
from tests.accounts.people import browser, make_campaign, person


def sent(data: bytes, name: str = "picture.jpg") -> FileStorage:
    return FileStorage(io.BytesIO(data), filename=name)


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    out = io.BytesIO()
    image.save(out, kind, **options)
    return out.getvalue()


def half_red(size: tuple[int, int] = (80, 40), mode: str = "RGB") -> Image.Image:
    """Red at the left, blue at the right."""
    image = Image.new("RGB", size, (0, 0, 255))
    image.paste((255, 0, 0), (0, 0, size[0] // 2, size[1]))
    return image.convert(mode)


def reread(data: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(data))
    assert image.format == "WEBP"
    image.load()
    return image


@pytest.mark.parametrize("kind", ["JPEG", "PNG", "WEBP", "GIF", "AVIF"])
def test_every_kind_becomes_webp(kind: str) -> None:
    made = prepare(sent(encoded(half_red(), kind)))
    image = reread(made.data)
    assert (made.width, made.height) == image.size == (80, 40)
    red, _, blue = image.convert("RGB").getpixel((10, 20))  # type: ignore[misc]
    assert red > 200 > 60 > blue


def test_the_name_and_type_that_were_claimed_do_not_matter() -> None:
    assert prepare(sent(encoded(half_red(), "PNG"), "holiday.svg")).width == 80


def test_a_rotated_picture_stands_upright_and_forgets_where_it_was_taken() -> None:
    exif = Image.Exif()
    exif[0x0112] = 6  # turn a quarter to the right
    exif[0x010E] = "Ellen's kitchen"
    exif.get_ifd(0x8825)[1] = "N"
    data = encoded(half_red(), "JPEG", exif=exif, comment=b"secret comment")
    assert b"kitchen" in data
    made = prepare(sent(data))
    assert (made.width, made.height) == (40, 80)
    image = reread(made.data)
    assert not image.getexif()
    for trace in (b"EXIF", b"kitchen", b"comment", b"ICCP", b"XMP"):
        assert trace not in made.data
    red, _, blue = image.convert("RGB").getpixel((20, 10))  # type: ignore[misc]
    assert red > blue, "the left side is now at the top"


def test_text_in_a_png_is_gone() -> None:
    notes = PngImagePlugin.PngInfo()
    notes.add_text("Author", "Ellen of Salzfurt")
    assert b"Salzfurt" not in prepare(sent(encoded(half_red(), "PNG", pnginfo=notes))).data


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG"])
def test_of_an_animation_the_first_picture_is_kept(kind: str) -> None:
    frames = [Image.new("RGB", (20, 20), colour) for colour in ((255, 0, 0), (0, 255, 0), (0, 0, 255))]
    data = encoded(frames[0], kind, save_all=True, append_images=frames[1:], duration=50)
    image = reread(prepare(sent(data)).data)
    assert getattr(image, "n_frames", 1) == 1
    assert image.convert("RGB").getpixel((10, 10))[0] > 200  # type: ignore[index]


@pytest.mark.parametrize("mode", ["RGBA", "LA", "P", "L", "1", "CMYK", "I;16"])
def test_every_mode_is_taken(mode: str) -> None:
    image = Image.new(mode, (30, 30)) if mode == "I;16" else half_red((30, 30), mode)
    kind = "JPEG" if mode == "CMYK" else "PNG"
    assert prepare(sent(encoded(image, kind))).width == 30


def test_what_is_seen_through_stays_so() -> None:
    image = Image.new("RGBA", (20, 20), (255, 0, 0, 0))
    assert reread(prepare(sent(encoded(image, "PNG"))).data).convert("RGBA").getpixel((5, 5))[3] == 0  # type: ignore[index]


def test_a_large_photograph_is_made_smaller() -> None:
    made = prepare(sent(encoded(half_red((6000, 4000)), "JPEG")))
    assert made.width * made.height <= MOST_PIXELS
    assert made.width / made.height == pytest.approx(1.5, abs=0.01)
    assert made.width * made.height > MOST_PIXELS * 0.9, "no smaller than needed"


def bomb(width: int, height: int) -> bytes:
    """A PNG of a few bytes that claims to be vast."""

    def chunk(kind: bytes, body: bytes) -> bytes:
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + chunk(b"IHDR", head)
        + chunk(b"IDAT", zlib.compress(b"\0" * 1000))
        + chunk(b"IEND", b"")
    )


SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"", "No picture was chosen"),
        (b"x" * (MOST_BYTES + 1), "larger than 20 MB"),
        (SVG, "SVG or HTML"),
        (b'\xef\xbb\xbf\n  <?xml version="1.0"?>' + SVG, "SVG or HTML"),
        (b"<!doctype html><script>alert(1)</script>", "SVG or HTML"),
        (b"%PDF-1.7 ...", "no picture"),
        (b"GIF89a<script>alert(1)</script>", "no picture"),
        (b"\x89PNG\r\n\x1a\n" + b"\0" * 40, "no picture"),
        (encoded(half_red((400, 400)), "JPEG")[:900], "broken"),
        (encoded(half_red((400, 400)), "PNG")[:300], "broken"),
        (bomb(60_000, 60_000), "no picture"),
        (bomb(9_000, 9_000), "too many pixels"),
        (bomb(40_000, 10), "too many pixels"),
        (bomb(100, 100), "broken"),
        (encoded(half_red(), "TIFF"), "no picture"),
        (encoded(half_red(), "BMP"), "no picture"),
        (b"MZ\x90\0" + b"\0" * 200, "no picture"),
    ],
)
def test_what_is_no_good_picture_is_refused_with_the_reason(app: Flask, data: bytes, said: str) -> None:
    with app.test_request_context(), pytest.raises(Refusal) as refused:
        prepare(sent(data))
    with app.test_request_context():
        assert said in str(refused.value.message)


def test_a_picture_that_is_also_a_script_is_only_a_picture_afterwards() -> None:
    data = encoded(half_red(), "GIF") + b"<script>alert(document.cookie)</script>"
    assert b"script" not in prepare(sent(data)).data


@pytest.fixture
def gallery(app: Flask) -> dict[str, str]:
    """Addresses of the pictures of a campaign of Ellen (GM) and Mads, Jonas, and Freja, who is invited."""
    for name in ("Ellen", "Mads", "Jonas", "Freja", "Stranger"):
        browser(app, name)
    with app.test_request_context(), writing():
        campaign = make_campaign("Salzfurt", *(person(n) for n in ("Ellen", "Mads", "Jonas", "Freja")))
        campaign.seats[3].state = SeatState.INVITED
        mads = campaign.seats[1]
        pictures = {
            name: store_picture(
                sent(encoded(half_red(), "PNG")), campaign=campaign, person=person("Mads"), audience=to
            )
            for name, to in (("public", "public"), ("mads", seat_audience(mads.id)), ("gm", "gm"))
        }
        pictures["own"] = store_picture(
            sent(encoded(half_red(), "PNG")), campaign=None, person=person("Mads")
        )
        return {name: f"/pictures/{picture.id}.webp" for name, picture in pictures.items()}


@pytest.mark.parametrize(
    ("name", "sees"),
    [
        ("Ellen", {"public", "mads", "gm"}),
        ("Mads", {"public", "mads", "own"}),
        ("Jonas", {"public"}),
        ("Freja", {"public"}),
        ("Stranger", set()),
    ],
)
def test_who_sees_which_picture(app: Flask, gallery: dict[str, str], name: str, sees: set[str]) -> None:
    from tests.accounts.people import log_in

    client = app.test_client()
    log_in(client, name)
    answers = {key: client.get(url).status_code for key, url in gallery.items()}
    assert answers == {key: 200 if key in sees else 404 for key in gallery}


def test_nobody_sees_a_picture_without_logging_in(app: Flask, gallery: dict[str, str]) -> None:
    for url in gallery.values():
        assert app.test_client().get(url).status_code == 303


def test_a_picture_is_kept_by_the_browser_alone(app: Flask, gallery: dict[str, str]) -> None:
    from tests.accounts.people import log_in

    client: FlaskClient = app.test_client()
    log_in(client, "Mads")
    answer = client.get(gallery["public"])
    assert answer.mimetype == "image/webp"
    assert answer.headers["Cache-Control"] == "private, max-age=31536000, immutable"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert answer.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert reread(answer.data).size == (80, 40)
    again = client.get(gallery["public"], headers={"If-None-Match": answer.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    assert client.get("/pictures/nothing.webp").status_code == 404


def test_pictures_go_with_their_campaign(app: Flask, gallery: dict[str, str]) -> None:
    with app.app_context(), writing():
        db.session.execute(db.delete(Campaign))
    with app.app_context():
        assert db.session.query(Picture).count() == 1
