"""Taking pictures in: whatever was sent, a plain WebP without a past is kept."""

from __future__ import annotations

import hashlib
import io
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from flask import g, request
from flask_babel import lazy_gettext as _l
from PIL import Image, ImageOps, UnidentifiedImageError
from werkzeug.datastructures import FileStorage

from app.accounts.models import Person
from app.campaign.founding.models import Campaign
from app.extensions import db
from app.media.models import Picture
from app.refusal import Refusal

MOST_BYTES = 20 * 1024 * 1024
MOST_PIXELS = 4_000_000
# What may be unpacked. A JPEG is read at a fraction of its size, so it may be larger.
_BOMB_PIXELS = 40_000_000
_BOMB_PIXELS_JPEG = 220_000_000
_LONGEST_SIDE = 30_000
_FORMATS = ("JPEG", "PNG", "WEBP", "GIF", "AVIF")
_QUALITY = 82

View = Callable[..., Any]


@dataclass(frozen=True)
class Prepared:
    """A checked and re-encoded picture, not yet stored."""

    width: int
    height: int
    data: bytes


def prepare(file: FileStorage) -> Prepared:
    """Check a sent file and encode it anew: first frame, upright, no metadata, at most 4 megapixels.

    Raises Refusal, in words for the sender, for what is no picture, broken, too large or of a wrong kind.
    """
    content = file.stream.read(MOST_BYTES + 1)
    file.stream.seek(0)
    if not content:
        raise Refusal(_l("No picture was chosen."))
    if len(content) > MOST_BYTES:
        raise Refusal(_l("The picture is larger than %(most)d MB.", most=MOST_BYTES // 1024**2))
    if content.lstrip(b"\xef\xbb\xbf \t\r\n")[:1] == b"<":
        raise Refusal(
            _l("Drawings in SVG or HTML can hold scripts and are not taken. Send a JPEG, PNG or WebP.")
        )
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return _encoded(_opened(content))
    except (UnidentifiedImageError, Image.DecompressionBombError) as error:
        raise Refusal(_l("That is no picture in JPEG, PNG, WebP, GIF or AVIF.")) from error
    except (OSError, SyntaxError, ValueError, EOFError, MemoryError) as error:
        # Pillow's readers raise all of these for files that end early or contradict themselves.
        raise Refusal(_l("The picture is broken and cannot be read.")) from error


def store_picture(
    file: FileStorage, *, campaign: Campaign | None, person: Person | None, audience: str = "public"
) -> Picture:
    """Keep a sent picture in the database; ``audience`` is "public", "gm" or a seat's (``seat_audience``).

    Decoding takes up to a second: a route that has ``prepared_first`` has it done
    before the write lock is taken. Raises Refusal as ``prepare`` does.
    """
    made = g.get("prepared_pictures", {}).get(id(file)) or prepare(file)
    if isinstance(made, Refusal):
        raise made
    picture = Picture(
        campaign_id=campaign.id if campaign else None,
        person_id=person.id if person else None,
        audience=audience,
        width=made.width,
        height=made.height,
        digest=hashlib.sha256(made.data).hexdigest(),
        data=made.data,
    )
    db.session.add(picture)
    db.session.flush()
    return picture


def prepared_first(view: View) -> View:
    """Decode the request's pictures before the view.

    It stands outside of ``writes``, so that no lock is held meanwhile, and inside of ``login_required``.
    """

    @wraps(view)
    def carry_out(**where: Any) -> Any:
        g.prepared_pictures = {}
        for file in request.files.values():
            if file.filename:
                try:
                    g.prepared_pictures[id(file)] = prepare(file)
                except Refusal as refusal:
                    g.prepared_pictures[id(file)] = refusal
        return view(**where)

    return carry_out


def _opened(content: bytes) -> Image.Image:
    image = Image.open(io.BytesIO(content), formats=_FORMATS)
    width, height = image.size
    jpeg = image.format in ("JPEG", "MPO")
    if width * height > (_BOMB_PIXELS_JPEG if jpeg else _BOMB_PIXELS) or max(width, height) > _LONGEST_SIDE:
        raise Refusal(_l("The picture has too many pixels. Make it smaller first."))
    if jpeg:
        # The smallest of 1, 1/2, 1/4, 1/8 that still holds what is kept.
        scale = (MOST_PIXELS / (width * height)) ** 0.5
        image.draft("RGB", (max(1, int(width * scale)), max(1, int(height * scale))))
    image.seek(0)
    image.load()
    return image


def _encoded(image: Image.Image) -> Prepared:
    upright = ImageOps.exif_transpose(image)
    seen_through = upright.mode in ("RGBA", "LA", "PA") or "transparency" in upright.info
    plain = upright.convert("RGBA" if seen_through else "RGB")
    pixels = plain.width * plain.height
    if pixels > MOST_PIXELS:
        scale = (MOST_PIXELS / pixels) ** 0.5
        size = (max(1, int(plain.width * scale)), max(1, int(plain.height * scale)))
        plain = plain.resize(size, Image.Resampling.LANCZOS, reducing_gap=2.0)
    # Pixels alone go on: colour profile, EXIF, XMP and comments stay behind.
    bare = Image.frombytes(plain.mode, plain.size, plain.tobytes())
    out = io.BytesIO()
    bare.save(out, "WEBP", quality=_QUALITY, method=4)
    return Prepared(bare.width, bare.height, out.getvalue())
