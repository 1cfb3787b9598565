"""Names of downloads (asks G11): kept by every system, read by every reader."""

from __future__ import annotations

from email.message import Message
from urllib.parse import unquote

import pytest

from app.printing.names import ascii_name, content_disposition, file_name


@pytest.mark.parametrize(
    ("title", "full", "plain"),
    [
        ('Ægir "Ulv" Größe & Søn 🐺', "Ægir Ulv Größe & Søn 🐺.pdf", "Aegir Ulv Groesse & Soen.pdf"),
        ("Šárka Łukasz", "Šárka Łukasz.pdf", "Sarka Lukasz.pdf"),
        ('Gunnar\'s "Ulve" & Sønner', "Gunnar's Ulve & Sønner.pdf", "Gunnar's Ulve & Soenner.pdf"),
        ("../../etc/passwd", "etc passwd.pdf", "etc passwd.pdf"),
        ("con", "Feldtog con.pdf", "Feldtog con.pdf"),
        ("a\r\nSet-Cookie: x=1", "aSet-Cookie x=1.pdf", "aSet-Cookie x=1.pdf"),
        ("\u202efdp.exe", "fdp.exe.pdf", "fdp.exe.pdf"),
        ("🐺", "🐺.pdf", "Feldtog.pdf"),
        ("", "Feldtog.pdf", "Feldtog.pdf"),
        ("100 %; done.", "100 done.pdf", "100 done.pdf"),
        ("x" * 200, "x" * 80 + ".pdf", "x" * 80 + ".pdf"),
    ],
)
def test_names_keep_their_letters_and_nothing_dangerous(title: str, full: str, plain: str) -> None:
    assert file_name(title, "pdf") == full
    assert ascii_name(full) == plain
    header = content_disposition(title, "pdf")
    assert header.isascii()
    assert "\n" not in header
    assert unquote(header.partition("filename*=UTF-8''")[2]) == full
    # Python's own reader of the header agrees.
    message = Message()
    message["Content-Disposition"] = header.partition("; filename*=")[0]
    assert message.get_filename() == plain
