"""The third-party files that Feldtog serves are the ones of their packages, byte for byte."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import vendor


def test_the_vendored_files_are_as_locked() -> None:
    assert len(vendor.read_lock(vendor.STATIC)) > 0
    assert vendor.faults(vendor.STATIC) == []


@pytest.fixture
def static(tmp_path: Path) -> Path:
    (tmp_path / "vendor").mkdir()
    (tmp_path / "vendor" / "x.js").write_bytes(b"x")
    entry = vendor.Vendored(vendor.checksum(b"x"), "vendor/x.js", "x@1.0.0", "dist/x.js")
    vendor.write_lock(tmp_path, [entry])
    return tmp_path


def test_a_changed_file_is_found(static: Path) -> None:
    assert vendor.faults(static) == []
    (static / "vendor" / "x.js").write_bytes(b"y")
    assert vendor.faults(static) == ["vendor/x.js is not the file of x@1.0.0"]


def test_a_missing_and_an_unlisted_file_are_found(static: Path) -> None:
    (static / "vendor" / "x.js").unlink()
    (static / "fonts").mkdir()
    (static / "fonts" / "stray.woff2").write_bytes(b"z")
    assert vendor.faults(static) == ["vendor/x.js is missing", "fonts/stray.woff2 is not in vendor.lock"]


def test_fetching_refuses_other_bytes_than_the_lock_says(
    static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (static / "vendor" / "x.js").unlink()
    # Stands for the registry, which tests must not ask.
    monkeypatch.setattr(vendor, "fetch", lambda package, inner: b"hostile")
    with pytest.raises(ValueError, match=r"x@1\.0\.0 has another dist/x\.js"):
        vendor.fetch_all(static)
    assert not (static / "vendor" / "x.js").exists()


def test_adding_a_file_writes_it_and_its_line(static: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(vendor, "fetch", lambda package, inner: f"{package} {inner}".encode())
    vendor.add(static, "vendor/a.js", "a@2.0.0", "a.min.js")
    assert (static / "vendor" / "a.js").read_bytes() == b"a@2.0.0 a.min.js"
    assert [entry.file for entry in vendor.read_lock(static)] == ["vendor/a.js", "vendor/x.js"]
    assert vendor.faults(static) == []
