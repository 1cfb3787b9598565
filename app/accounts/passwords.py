"""Passwords: hashing, checking, and which are too easy to guess."""

from __future__ import annotations

from functools import cache

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError
from flask_babel import lazy_gettext as _l

from app.accounts.names import nickname_key
from app.refusal import Refusal

SHORTEST, LONGEST = 10, 200

# Argon2id with 19 MiB, two passes, one lane: about 25 ms here.
_hasher = PasswordHasher(time_cost=2, memory_cost=19456, parallelism=1)

# Words that passwords are made of when somebody wants to be done with it, in our three
# languages and from our hobby. What stands round them (digits, signs) makes no difference.
_EASY = frozenset(
    [
        "password",
        "passwort",
        "passord",
        "adgangskode",
        "kodeord",
        "kennwort",
        "losenord",
        "secret",
        "geheim",
        "hemmelig",
        "hemmelighed",
        "geheimnis",
        "welcome",
        "velkommen",
        "willkommen",
        "letmein",
        "lukmigind",
        "lassmichrein",
        "login",
        "logmein",
        "admin",
        "administrator",
        "qwerty",
        "qwertz",
        "qwertyuiop",
        "qwertzuiop",
        "qwertyuiopå",
        "asdfgh",
        "asdfghjkl",
        "yxcvbnm",
        "zxcvbnm",
        "abcdef",
        "abcdefgh",
        "abcdefghij",
        "feldtog",
        "feldzug",
        "felttog",
        "campaign",
        "kampagne",
        "vanguard",
        "warhammer",
        "kingsofwar",
        "miniature",
        "miniatures",
        "tabletop",
        "warband",
        "bande",
        "krigsbande",
        "spilleder",
        "spielleitung",
        "gamemaster",
        "dragon",
        "drache",
        "drage",
        "iloveyou",
        "ichliebedich",
        "jegelskerdig",
        "sommer",
        "sommersommer",
        "vinter",
        "winter",
        "football",
        "fussball",
        "fodbold",
        "monkey",
        "sunshine",
        "danmark",
        "deutschland",
        "københavn",
        "kobenhavn",
        "hamburg",
        "berlin",
        "aarhus",
        "schatz",
        "skat",
        "testtest",
        "test",
    ]
)
_RUNS = (
    "abcdefghijklmnopqrstuvwxyz",
    "0123456789012345",
    "qwertyuiopasdfghjklzxcvbnm",
    "qwertzuiopasdfghjkl",
)


def hash_password(password: str) -> str:
    """The Argon2id hash to keep."""
    return _hasher.hash(password)


@cache
def _nobodys_hash() -> str:
    return _hasher.hash("the password of nobody")


def fits(password_hash: str | None, password: str) -> bool:
    """Whether the password is the one of the hash.

    Without a hash (no such person, a guest) the same work is done and the answer is
    no, so that the time taken tells nobody which nicknames exist.
    """
    try:
        _hasher.verify(password_hash or _nobodys_hash(), password[:LONGEST])
    except (VerificationError, InvalidHashError):
        return False
    return password_hash is not None


def check_new_password(password: str, nickname: str) -> None:
    """Raises Refusal if the password is too short, too long or too easy to guess."""
    if len(password) < SHORTEST:
        raise Refusal(_l("A password has at least %(least)d characters.", least=SHORTEST))
    if len(password) > LONGEST:
        raise Refusal(_l("A password has at most %(most)d characters.", most=LONGEST))
    folded = nickname_key(password)
    own = nickname_key(nickname)
    if own and folded.strip("0123456789!?._-") == own.strip("0123456789!?._-"):
        raise Refusal(_l("The password must not be the nickname."))
    if _easy(folded):
        raise Refusal(
            _l("That password is one of the first that others would try. Three or four words do well.")
        )


def _easy(folded: str) -> bool:
    core = "".join(c for c in folded if c.isalpha())
    if len(set(folded)) < 5 or core in _EASY or core in {word * 2 for word in _EASY}:
        return True
    return any(folded in run * 2 or folded in (run * 2)[::-1] for run in _RUNS)
