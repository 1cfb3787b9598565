"""An evening at home: the address for phones, its QR code, and a certificate of one's own.

    python -m tools.home address --port 8000        prints the address of this machine in its network
    python -m tools.home certificate --folder DIR   makes or renews the certificates for https
    python -m tools.home welcome --url URL --port N prints where Feldtog is found

`app` is Feldtog with one more address, CERTIFICATE_PATH, from which phones fetch the certificate of the
home's own authority; once it is installed there, https is trusted and the app can be installed.
"""

from __future__ import annotations

import argparse
import datetime
import ipaddress
import re
import socket
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIEnvironment

CERTIFICATE_PATH = "/home-certificate.crt"
AUTHORITY_DAYS = 3650
SERVER_DAYS = 397  # browsers refuse a server certificate that is valid for longer
RENEW_SECONDS = 14 * 24 * 3600

# The authority may only vouch for names and addresses that exist at home, so that its key is of no use
# against any site on the internet.
HOME_NETWORKS = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "127.0.0.0/8")


def lan_address() -> str:
    """The address other devices in the network reach this machine by; 127.0.0.1 without a network.

    Connecting a datagram socket sends nothing: it only asks the system which address it would use.
    """
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "127.0.0.1"
        address: str = probe.getsockname()[0]
        return address


def port_is_free(port: int) -> bool:
    """Whether a server can listen on `port` on all interfaces."""
    with socket.socket(socket.AF_INET, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("0.0.0.0", port))  # noqa: S104  the server itself listens on all interfaces
        except OSError:
            return False
    return True


def certificate_names(address: str, hostname: str) -> list[str]:
    """The subject alternative names of the server certificate, in OpenSSL's notation."""
    names = ["DNS:localhost", "IP:127.0.0.1"]
    if re.fullmatch(r"[A-Za-z0-9-]{1,63}", hostname) and hostname != "localhost":
        names.append(f"DNS:{hostname.lower()}.local")
    at_home = any(ipaddress.ip_address(address) in ipaddress.ip_network(net) for net in HOME_NETWORKS)
    if at_home and f"IP:{address}" not in names:
        names.append(f"IP:{address}")
    return names


def _authority_extensions() -> str:
    permitted = ["permitted;DNS:localhost", "permitted;DNS:local"]
    for network in map(ipaddress.ip_network, HOME_NETWORKS):
        permitted.append(f"permitted;IP:{network.network_address}/{network.netmask}")
    return "\n".join(
        [
            "basicConstraints=critical,CA:TRUE,pathlen:0",
            "keyUsage=critical,keyCertSign,cRLSign",
            "subjectKeyIdentifier=hash",
            "nameConstraints=critical," + ",".join(permitted),
        ]
    )


def _server_extensions(names: list[str]) -> str:
    return "\n".join(
        [
            "basicConstraints=critical,CA:FALSE",
            "keyUsage=critical,digitalSignature",
            "extendedKeyUsage=serverAuth",
            "subjectAltName=" + ",".join(names),
        ]
    )


def _openssl(*arguments: str, cwd: Path) -> None:
    subprocess.run(["openssl", *arguments], cwd=cwd, check=True, capture_output=True)


def _sign_request(folder: Path, name: str, subject: str, extensions: str, *signer: str) -> None:
    """Makes a key `name`.key and has `signer` sign its certificate `name`.crt."""
    (folder / f"{name}.ext").write_text(extensions + "\n", "utf-8")
    key = folder / f"{name}.key"
    _openssl(
        "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:P-256", "-out", key.name, cwd=folder
    )
    key.chmod(0o600)
    _openssl("req", "-new", "-key", key.name, "-subj", subject, "-out", f"{name}.csr", cwd=folder)
    _openssl(
        *("x509", "-req", "-in", f"{name}.csr", "-extfile", f"{name}.ext", "-out", f"{name}.crt", "-sha256"),
        *signer,
        cwd=folder,
    )


def make_certificates(folder: Path, address: str, hostname: str) -> Path:
    """Makes what https at home needs in `folder`, keeping what is still good.

    Returns the path of the authority's certificate, the one that phones install. The authority stays the
    same for ten years; the server's certificate is renewed when it runs out or the address has changed.
    """
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o700)
    authority = folder / "authority.crt"
    if not authority.exists():
        made = datetime.datetime.now(tz=datetime.UTC).date().isoformat()
        _sign_request(
            *(folder, "authority", f"/CN=Feldtog at home {made}", _authority_extensions()),
            *("-signkey", "authority.key", "-days", str(AUTHORITY_DAYS)),
        )
    names = certificate_names(address, hostname)
    extensions = _server_extensions(names)
    server = folder / "server.pem"
    if not (server.exists() and _is_current(folder, extensions)):
        _sign_request(
            *(folder, "server", "/CN=Feldtog", extensions),
            *(
                "-CA",
                "authority.crt",
                "-CAkey",
                "authority.key",
                "-CAcreateserial",
                "-days",
                str(SERVER_DAYS),
            ),
        )
        server.write_bytes((folder / "server.crt").read_bytes() + authority.read_bytes())
    return authority


def _is_current(folder: Path, extensions: str) -> bool:
    if (folder / "server.ext").read_text("utf-8") != extensions + "\n":
        return False
    checked = subprocess.run(
        ["openssl", "x509", "-in", "server.pem", "-noout", "-checkend", str(RENEW_SECONDS)],
        cwd=folder,
        capture_output=True,
        check=False,
    )
    return checked.returncode == 0


def welcome(url: str, port: int) -> str:
    """The lines that `./dev run` shows last: where to go, and the same as a QR code."""
    import io

    import segno

    scheme = url.partition("://")[0]
    lines = [
        "",
        f"  On this computer   {scheme}://localhost:{port}",
        f"  On phones          {url}",
    ]
    if scheme == "https":
        lines.append(f"  Once per phone     {url}{CERTIFICATE_PATH}  (install it as a trusted authority)")
    code = io.StringIO()
    segno.make(url, error="m").terminal(out=code, border=2, compact=True)
    return "\n".join([*lines, "", code.getvalue().rstrip("\n"), "  Ctrl+C ends it; everything is kept.", ""])


def app(environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
    """Feldtog, and at CERTIFICATE_PATH the certificate of the home's own authority."""
    import os

    from wsgi import app as feldtog

    if environ.get("PATH_INFO") == CERTIFICATE_PATH:
        body = Path(os.environ["FELDTOG_INSTANCE"], "tls", "authority.crt").read_bytes()
        headers = [
            ("Content-Type", "application/x-x509-ca-cert"),
            ("Content-Length", str(len(body))),
            ("Content-Disposition", 'attachment; filename="feldtog.crt"'),
        ]
        start_response("200 OK", headers)
        return [body]
    answer: Iterable[bytes] = feldtog(environ, start_response)
    return answer


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.home")
    commands = parser.add_subparsers(dest="command", required=True)
    commands.add_parser("address").add_argument("--port", type=int, required=True)
    commands.add_parser("certificate").add_argument("--folder", type=Path, required=True)
    greet = commands.add_parser("welcome")
    greet.add_argument("--url", required=True)
    greet.add_argument("--port", type=int, required=True)
    options: Any = parser.parse_args(arguments)
    if options.command == "address":
        if not port_is_free(options.port):
            print(f"dev: port {options.port} is taken; try ./dev run --port N", file=sys.stderr)
            return 1
        print(lan_address())
    elif options.command == "certificate":
        make_certificates(options.folder, lan_address(), socket.gethostname())
    else:
        print(welcome(options.url, options.port))
    return 0


if __name__ == "__main__":
    sys.exit(main())
