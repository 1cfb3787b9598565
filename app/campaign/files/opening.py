"""Taking a sent file and opening it: as it is, or what matters out of a zip (C1.2, C1.3)."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Sequence

from werkzeug.datastructures import FileStorage

from rules.vanguard.exchange.unreadable import Unreadable

MOST_BYTES = 5 * 1024 * 1024
"""The largest file taken, in bytes, as it is sent."""
MOST_UNPACKED = 25 * 1024 * 1024
"""The largest that a zip may unpack to, in bytes, whatever it says of itself."""
MOST_FILES = 200
_PIECE = 64 * 1024
_ZIP = b"PK\x03\x04"
_EMPTY_ZIP = b"PK\x05\x06"


def sent_bytes(file: FileStorage | None, most: int = MOST_BYTES) -> bytes:
    """The bytes of a sent file, one more than the ``most`` that may be taken; b"" without a file."""
    if file is None or not file.filename:
        return b""
    return file.stream.read(most + 1)


def contents(data: bytes, endings: Sequence[str]) -> list[tuple[str, bytes]]:
    """The (name, bytes) of a sent file: of itself, or of those in a zip whose name ends as wanted.

    Nothing is written anywhere, so a name in the zip is only a name. Raises Unreadable.
    """
    if not data.strip():
        raise Unreadable("import.empty")
    if len(data) > MOST_BYTES:
        raise Unreadable("import.too_large", most=MOST_BYTES // 1024**2)
    if not data.startswith((_ZIP, _EMPTY_ZIP)):
        return [("", data)]
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            return _unpacked(archive, tuple(ending.casefold() for ending in endings))
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, OSError, RuntimeError) as error:
        # The readers of zip files raise all of these for archives that are broken or of strange kinds.
        raise Unreadable("import.zip_broken") from error


def only_one(data: bytes, endings: Sequence[str]) -> bytes:
    """The bytes of a sent file, or of the one file of a zip whose name ends as wanted. Raises Unreadable."""
    files = contents(data, endings)
    if len(files) > 1:
        raise Unreadable("import.zip_many", count=len(files))
    return files[0][1]


def _unpacked(archive: zipfile.ZipFile, endings: tuple[str, ...]) -> list[tuple[str, bytes]]:
    listed = archive.infolist()
    if len(listed) > MOST_FILES:
        raise Unreadable("import.zip_bomb")
    wanted = [info for info in listed if info.filename.casefold().endswith(endings)]
    if any(info.filename.startswith("xl/") for info in listed):
        raise Unreadable("import.workbook")
    if not wanted:
        raise Unreadable("import.zip_without", endings=", ".join(endings))
    if any(info.flag_bits & 0x1 for info in wanted):
        raise Unreadable("import.zip_locked")
    left = MOST_UNPACKED
    found = []
    for info in wanted:
        pieces = []
        with archive.open(info) as file:
            # Counted while it unpacks: the sizes in the archive's own list may lie.
            while piece := file.read(_PIECE):
                left -= len(piece)
                if left < 0:
                    raise Unreadable("import.zip_bomb")
                pieces.append(piece)
        found.append((info.filename, b"".join(pieces)))
    return found
