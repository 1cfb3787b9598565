"""Packs: a board or cards of one's own, as a zip file with the content files that replace the shipped
ones.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Mapping
from typing import Any

from flask_babel import gettext as _
from flask_babel import ngettext
from werkzeug.datastructures import FileStorage

from app.boardgame.adapter import Adapter
from app.refusal import Refusal
from rules.content import ContentError

LARGEST = 300_000
"""Bytes that one file of a pack may have, unpacked."""


def read_pack(adapter: Adapter, upload: FileStorage | None) -> Mapping[str, Any] | None:
    """The pack of an upload, or None without one. Raises Refusal with every fault that was found."""
    if upload is None or not upload.filename:
        return None
    files: dict[str, str] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(upload.stream.read())) as archive:
            for entry in archive.infolist():
                name = entry.filename.rpartition("/")[2]
                if name not in adapter.pack_files or entry.is_dir():
                    continue
                if name in files:
                    raise Refusal(_("%(file)s is in the pack more than once.", file=name))
                if entry.file_size > LARGEST:
                    raise Refusal(_("%(file)s is too large for a pack.", file=name))
                files[name] = archive.read(entry).decode()
    except (
        *(zipfile.BadZipFile, zlib.error, EOFError, UnicodeDecodeError),
        *(RuntimeError, NotImplementedError, OSError),
    ):
        raise Refusal(_("That is no pack: a zip file with text files is expected.")) from None
    if not files:
        names = ", ".join(adapter.pack_files)
        raise Refusal(_("The pack holds none of the files that it could: %(names)s.", names=names))
    try:
        return adapter.check_pack(files)
    except ContentError as error:
        faults = list(error.faults)
        head = ngettext("The pack has %(num)d fault:", "The pack has %(num)d faults:", len(faults))
        raise Refusal("\n".join([head, *faults])) from None
