"""Web push: a message that its browser alone can read (RFC 8291), and who sends it (RFC 8292).

The one record of a body: salt, record size, the sender's public key of this message, then AES-128-GCM.
"""

from __future__ import annotations

import base64
import json
import os
import secrets
import struct
from datetime import datetime, timedelta
from pathlib import Path

from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import decode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

RECORD = 4096
MOST = RECORD - 16 - 1 - 86
"""Bytes of a message that fit into the one record that push services must take."""
_LIFE = timedelta(hours=12)
_KEY_FILE = "push-key.pem"


def decoded(text: str) -> bytes:
    """The bytes of URL-safe base64 without its padding. Raises ValueError."""
    return base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)


def encoded(data: bytes) -> str:
    """URL-safe base64 without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def point(key: ec.EllipticCurvePublicKey) -> bytes:
    """The 65 bytes of a public key."""
    return key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)


def receiver(p256dh: str) -> ec.EllipticCurvePublicKey:
    """A browser's public key. Raises ValueError for what is no point of the curve."""
    return ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), decoded(p256dh))


def encrypted(
    text: bytes,
    p256dh: str,
    auth: str,
    *,
    salt: bytes | None = None,
    sender: ec.EllipticCurvePrivateKey | None = None,
) -> bytes:
    """The body of a push message. ``salt`` and ``sender`` are drawn anew unless a test gives them.

    Raises ValueError for keys that are none or a text that is too long.
    """
    if len(text) > MOST:
        raise ValueError("too long for one record")
    salt = salt or os.urandom(16)
    sender = sender or ec.generate_private_key(ec.SECP256R1())
    browser, mine = receiver(p256dh), point(sender.public_key())
    shared = sender.exchange(ec.ECDH(), browser)
    keyed = _derived(shared, decoded(auth), b"WebPush: info\0" + point(browser) + mine, 32)
    key = _derived(keyed, salt, b"Content-Encoding: aes128gcm\0", 16)
    nonce = _derived(keyed, salt, b"Content-Encoding: nonce\0", 12)
    header = salt + struct.pack("!IB", RECORD, len(mine)) + mine
    # Two is the mark of the last record; nothing is padded.
    return header + AESGCM(key).encrypt(nonce, text + b"\x02", None)


def _derived(secret: bytes, salt: bytes, info: bytes, length: int) -> bytes:
    return HKDF(hashes.SHA256(), length, salt, info).derive(secret)


def server_key(folder: Path) -> ec.EllipticCurvePrivateKey:
    """The key of this server, kept in its instance folder and made when it is first needed.

    Browsers tie their subscriptions to it: a new one ends them all. Two processes that make it at once agree.
    """
    path = folder / _KEY_FILE
    if not path.exists():
        made = ec.generate_private_key(ec.SECP256R1())
        fresh = folder / f"{_KEY_FILE}.{secrets.token_hex(8)}"
        descriptor = os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(
                made.private_bytes(
                    serialization.Encoding.PEM,
                    serialization.PrivateFormat.PKCS8,
                    serialization.NoEncryption(),
                )
            )
        try:
            os.link(fresh, path)
        except FileExistsError:
            pass
        finally:
            fresh.unlink()
    key = serialization.load_pem_private_key(path.read_bytes(), None)
    assert isinstance(key, ec.EllipticCurvePrivateKey), "the key of pushes is one of P-256"
    return key


def public_key(folder: Path) -> str:
    """What a browser is told of the server's key when it subscribes."""
    return encoded(point(server_key(folder).public_key()))


def authorization(key: ec.EllipticCurvePrivateKey, origin: str, contact: str, at: datetime) -> str:
    """The header by which a push service knows the server: signed for that service and half a day."""
    claims = {"aud": origin, "exp": int((at + _LIFE).timestamp()), "sub": contact}
    parts = ({"typ": "JWT", "alg": "ES256"}, claims)
    said = ".".join(encoded(json.dumps(part, separators=(",", ":")).encode()) for part in parts)
    numbers = decode_dss_signature(key.sign(said.encode(), ec.ECDSA(hashes.SHA256())))
    signature = b"".join(number.to_bytes(32, "big") for number in numbers)
    return f"vapid t={said}.{encoded(signature)}, k={encoded(point(key.public_key()))}"
