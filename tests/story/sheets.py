"""What a PDF says, quickly: crawls read dozens of sheets."""

from __future__ import annotations

import io
import re
import subprocess

from pypdf import PdfReader

PRINTED_AT = re.compile(r"\d{1,2}[:.]\d\d(\s[AP]M)?")


def words_on(pdf: bytes) -> str:
    """The text of every page, as poppler reads it, and what the file says of itself; not when it was printed.

    Raises CalledProcessError where it is no PDF.
    """
    read = subprocess.run(["pdftotext", "-", "-"], input=pdf, capture_output=True, check=True)
    about = PdfReader(io.BytesIO(pdf)).metadata or {}
    told = [str(about.get(name, "")) for name in ("/Title", "/Author", "/Subject", "/Keywords")]
    return PRINTED_AT.sub("", "\n".join([*told, read.stdout.decode()]))
