"""`./dev vendor`: the third-party files that Feldtog serves itself, each pinned by its checksum.

    ./dev vendor                                        checks every file against static/vendor.lock
    ./dev vendor --fetch                                fetches what is missing or differs from its package
    ./dev vendor --add FILE PACKAGE@VERSION INNER       vendors one more file of an npm package

A line of the lock: checksum (SHA-256), file below static/, npm package with version, path in the package.
Only --fetch and --add need npm and a network.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

STATIC = Path(__file__).resolve().parent.parent / "static"


class Vendored(NamedTuple):
    """One line of the lock; `file` is relative to static/, `inner` to the root of the npm package."""

    checksum: str
    file: str
    package: str
    inner: str


def read_lock(static: Path) -> list[Vendored]:
    """The entries of static/vendor.lock. Raises TypeError if a line has not four columns."""
    lines = (static / "vendor.lock").read_text("utf-8").splitlines()
    return [Vendored(*line.split()) for line in lines if line and not line.startswith("#")]


def write_lock(static: Path, entries: list[Vendored]) -> None:
    heading = (
        "# checksum, file below static/, npm package, path in the package; written by ./dev vendor --add"
    )
    lines = [" ".join(entry) for entry in sorted(entries, key=lambda entry: entry.file)]
    (static / "vendor.lock").write_text("\n".join([heading, *lines]) + "\n", "utf-8")


def checksum(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()


def faults(static: Path) -> list[str]:
    """A line for each file that is missing, has other bytes than the lock says, or is in no line of it."""
    found = []
    entries = read_lock(static)
    for entry in entries:
        path = static / entry.file
        if not path.is_file():
            found.append(f"{entry.file} is missing")
        elif checksum(path.read_bytes()) != entry.checksum:
            found.append(f"{entry.file} is not the file of {entry.package}")
    listed = {entry.file for entry in entries}
    third_party = [*static.rglob("*.woff2"), *static.glob("vendor/**/*.*")]
    names = {path.relative_to(static).as_posix() for path in third_party}
    return found + [f"{name} is not in vendor.lock" for name in sorted(names - listed)]


def fetch(package: str, inner: str) -> bytes:
    """One file out of an npm package. Raises CalledProcessError if npm does, KeyError without that file."""
    with tempfile.TemporaryDirectory() as folder:
        packing = ["npm", "pack", "--silent", "--pack-destination", folder, package]
        subprocess.run(packing, check=True, stdout=subprocess.DEVNULL)
        (archive,) = Path(folder).glob("*.tgz")
        with tarfile.open(archive) as tar:
            member = tar.extractfile(f"package/{inner}")
            if member is None:
                raise KeyError(inner)
            return member.read()


def fetch_all(static: Path) -> None:
    """Brings every file to the bytes of the lock. Raises ValueError if a package has other ones."""
    for entry in read_lock(static):
        path = static / entry.file
        if path.is_file() and checksum(path.read_bytes()) == entry.checksum:
            continue
        content = fetch(entry.package, entry.inner)
        if checksum(content) != entry.checksum:
            raise ValueError(f"{entry.package} has another {entry.inner} than vendor.lock says")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def add(static: Path, file: str, package: str, inner: str) -> None:
    """Vendors one more file, or a new version of one."""
    content = fetch(package, inner)
    path = static / file
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(content)
    others = [entry for entry in read_lock(static) if entry.file != file]
    write_lock(static, [*others, Vendored(checksum(content), file, package, inner)])


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="./dev vendor")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--fetch", action="store_true")
    what.add_argument("--add", nargs=3, metavar=("FILE", "PACKAGE@VERSION", "INNER"))
    options: Any = parser.parse_args(arguments)
    if options.fetch:
        fetch_all(STATIC)
    elif options.add:
        add(STATIC, *options.add)
    found = faults(STATIC)
    print("\n".join(found) if found else f"{len(read_lock(STATIC))} third-party files are as locked")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
