"""What `./dev` calls: the certificate of the home, the address for phones, the total of the test run."""

from __future__ import annotations

import os
import re
import runpy
import socket
import subprocess
from pathlib import Path

import pytest

from tools import home, test_total

ROOT = Path(__file__).resolve().parents[2]


def verify(folder: Path, certificate: str, *checks: str) -> subprocess.CompletedProcess[str]:
    command = ["openssl", "verify", "-CAfile", "authority.crt", "-purpose", "sslserver", *checks, certificate]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def test_the_certificate_is_good_for_the_home_address_alone(tmp_path: Path) -> None:
    home.make_certificates(tmp_path, "192.168.1.20", "Spillebord")
    assert verify(tmp_path, "server.pem", "-verify_ip", "192.168.1.20").returncode == 0
    assert verify(tmp_path, "server.pem", "-verify_hostname", "spillebord.local").returncode == 0
    assert verify(tmp_path, "server.pem", "-verify_ip", "192.168.1.21").returncode != 0


def test_the_authority_cannot_vouch_for_the_internet(tmp_path: Path) -> None:
    home.make_certificates(tmp_path, "192.168.1.20", "spillebord")
    (tmp_path / "other.ext").write_text("subjectAltName=DNS:example.org\n", "utf-8")
    sign = "x509 -req -in server.csr -CA authority.crt -CAkey authority.key -CAcreateserial -days 1"
    subprocess.run(
        ["openssl", *sign.split(), "-extfile", "other.ext", "-out", "other.crt"],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    refused = verify(tmp_path, "other.crt")
    assert refused.returncode != 0
    assert "permitted subtree violation" in refused.stdout + refused.stderr


def test_a_second_start_keeps_the_certificates_and_a_new_address_renews_one(tmp_path: Path) -> None:
    def kept() -> list[bytes]:
        return [(tmp_path / name).read_bytes() for name in ("authority.crt", "server.pem")]

    home.make_certificates(tmp_path, "192.168.1.20", "spillebord")
    first = kept()
    home.make_certificates(tmp_path, "192.168.1.20", "spillebord")
    assert kept() == first
    home.make_certificates(tmp_path, "10.0.0.7", "spillebord")
    assert kept()[0] == first[0]
    assert verify(tmp_path, "server.pem", "-verify_ip", "10.0.0.7").returncode == 0


def test_keys_are_for_their_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "tls"
    home.make_certificates(folder, "192.168.1.20", "spillebord")
    assert {path.stat().st_mode & 0o077 for path in [folder, *folder.glob("*.key")]} == {0}


@pytest.mark.parametrize(
    ("address", "hostname", "names"),
    [
        ("10.1.2.3", "Bord", ["DNS:localhost", "IP:127.0.0.1", "DNS:bord.local", "IP:10.1.2.3"]),
        ("127.0.0.1", "localhost", ["DNS:localhost", "IP:127.0.0.1"]),
        ("203.0.113.5", "evil,DNS:example.org", ["DNS:localhost", "IP:127.0.0.1"]),
    ],
)
def test_certificate_names(address: str, hostname: str, names: list[str]) -> None:
    assert home.certificate_names(address, hostname) == names


def test_a_taken_port_is_said_before_anything_starts(capsys: pytest.CaptureFixture[str]) -> None:
    with socket.socket() as taken:
        taken.bind(("0.0.0.0", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert home.main(["address", "--port", str(port)]) == 1
    assert f"port {port} is taken" in capsys.readouterr().err


def test_the_welcome_names_both_addresses_and_the_certificate_under_https_only() -> None:
    plain = home.welcome("http://192.168.1.20:8000", 8000)
    safe = home.welcome("https://192.168.1.20:8000", 8000)
    assert "http://localhost:8000" in plain
    assert "http://192.168.1.20:8000" in plain
    assert home.CERTIFICATE_PATH not in plain
    assert f"https://192.168.1.20:8000{home.CERTIFICATE_PATH}" in safe


def test_the_total_counts_every_part(tmp_path: Path) -> None:
    (tmp_path / "sqlite.xml").write_text(
        '<testsuites><testsuite><testcase name="a"/><testcase name="b"/>'
        '<testcase name="c"><failure/></testcase>'
        '<testcase name="d"><skipped/></testcase><testcase name="e"><error/></testcase>'
        '<testcase name="b"/><testcase name="c"/></testsuite></testsuites>',
        "utf-8",
    )
    (tmp_path / "sqlite.again").write_text("tests/test_x.py::b\n", "utf-8")
    parts = [test_total.read_part(tmp_path, one) for one in ("check:1:9", "sqlite:1:30", "browser:0:2")]
    assert [(part.passed, part.failed, part.skipped) for part in parts] == [(0, 1, 0), (2, 2, 1), (0, 0, 0)]
    *_parts, again, _empty, total = test_total.report(parts).splitlines()
    assert again == "passed at the second try alone, on sqlite: tests/test_x.py::b"
    assert total == "2 passed, 3 failed, 1 skipped"
    assert test_total.main([str(tmp_path), "check:0:9"]) == 0
    assert test_total.main([str(tmp_path), "check:0:9", "sqlite:1:30"]) == 1


def test_dev_is_a_plain_shell_script_that_refuses_what_it_does_not_know() -> None:
    assert (ROOT / "dev").read_text("utf-8").startswith("#!/bin/sh\n")
    assert os.access(ROOT / "dev", os.X_OK)
    asked = subprocess.run([ROOT / "dev", "fly"], capture_output=True, text=True, check=False)
    assert asked.returncode == 1
    assert "no command 'fly'" in asked.stderr


def test_help_names_every_command() -> None:
    script = (ROOT / "dev").read_text("utf-8")
    commands = set(re.findall(r"^([a-z]+)\)", script, re.MULTILINE))
    shown = subprocess.run([ROOT / "dev", "help"], capture_output=True, text=True, check=True).stdout
    assert len(commands) >= 7
    assert commands == set(re.findall(r"^\./dev ([a-z]+)", shown, re.MULTILINE))


def test_the_server_has_a_thread_for_every_stream_and_more(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.config import Config

    for name in ("FELDTOG_STREAM_CAP", "FELDTOG_WORKERS", "DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    settings = runpy.run_path(str(ROOT / "deploy" / "gunicorn.conf.py"))
    assert settings["threads"] == Config.__dataclass_fields__["stream_cap"].default + 32
    assert settings["workers"] == 1


def test_several_processes_are_refused_on_sqlite(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FELDTOG_WORKERS", "2")
    monkeypatch.setenv("DATABASE_URL", "sqlite:///x.sqlite")
    with pytest.raises(RuntimeError, match="needs PostgreSQL"):
        runpy.run_path(str(ROOT / "deploy" / "gunicorn.conf.py"))
    monkeypatch.setenv("DATABASE_URL", "postgresql://feldtog@db/feldtog")
    assert runpy.run_path(str(ROOT / "deploy" / "gunicorn.conf.py"))["workers"] == 2
