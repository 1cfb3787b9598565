"""C1.3: opening what was sent; nothing in a zip can do harm."""

from __future__ import annotations

import io
import zipfile

import pytest

from app.campaign.files.opening import contents, only_one
from rules.vanguard.exchange.unreadable import Unreadable


def zipped(*files: tuple[str, str | bytes]) -> bytes:
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files:
            archive.writestr(name, content)
    return out.getvalue()


def locked() -> bytes:
    """A zip that says that its file is encrypted: the bit of the flags in both of its headers."""
    data = bytearray(zipped(("a.ros", "<roster/>")))
    data[6] |= 1
    data[data.index(b"PK\x01\x02") + 8] |= 1
    return bytes(data)


@pytest.mark.rule("C1.3")
def test_one_file_is_taken_out_of_a_zip_whatever_its_path_says() -> None:
    assert (
        only_one(zipped(("../../etc/evil.ROS", "<roster/>"), ("readme.md", "x")), (".ros",)) == b"<roster/>"
    )
    assert only_one(b"3 Dwarf", (".ros",)) == b"3 Dwarf"
    both = zipped(("a.cat", "<catalogue/>"), ("b.gst", "<gameSystem/>"))
    assert [name for name, _data in contents(both, (".cat", ".gst"))] == ["a.cat", "b.gst"]


@pytest.mark.rule("C1.3")
@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"", "import.empty"),
        (b" \n", "import.empty"),
        (b"x" * (5 * 1024 * 1024 + 1), "import.too_large"),
        (b"PK\x03\x04 broken", "import.zip_broken"),
        (zipped(("readme.md", "hello")), "import.zip_without"),
        (zipped(("a.ros", "<roster/>"), ("b.ros", "<roster/>")), "import.zip_many"),
        (zipped(("big.ros", b" " * 40_000_000)), "import.zip_bomb"),
        (zipped(*[(f"{n}.ros", "x") for n in range(300)]), "import.zip_bomb"),
        (zipped(("xl/workbook.xml", "x")), "import.workbook"),
        (locked(), "import.zip_locked"),
        (zipped(("a.ros", "<roster/>"))[:-40], "import.zip_broken"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_cannot_be_opened_says_why(data: bytes, code: str) -> None:
    with pytest.raises(Unreadable) as refused:
        only_one(data, (".ros",))
    assert refused.value.code == code
