"""Passwords: strength, hashing, the same work for nobody."""

from __future__ import annotations

import time

import pytest

from app.accounts.passwords import check_new_password, fits, hash_password
from app.refusal import Refusal


@pytest.mark.parametrize(
    "password",
    [
        "",
        "nine char",
        "x" * 201,
        "Password123!",
        "adgangskode1",
        "PASSWORTpasswort",
        "feldtog2026",
        "1234567890",
        "qwertyuiop",
        "aaaaaaaaaaaa",
        "abababababab",
        "Ellen Große",
        "ellen grosse 12",
    ],
)
def test_easy_passwords_are_refused(password: str) -> None:
    with pytest.raises(Refusal):
        check_new_password(password, "Ellen Große")


@pytest.mark.parametrize(
    "password", ["otters under the bridge", "Æbler på træet", "kX9#vQ2!mL", "12 hungrige ulve"]
)
def test_good_passwords_are_taken(password: str) -> None:
    check_new_password(password, "Ellen")


def test_the_hash_is_argon2id_of_the_promised_cost() -> None:
    kept = hash_password("otters under the bridge")
    assert kept.startswith("$argon2id$v=19$m=19456,t=2,p=1$")
    assert fits(kept, "otters under the bridge")
    assert not fits(kept, "otters under the bridg")


def test_nobody_costs_as_much_as_somebody() -> None:
    """Without a hash the same work is done: at least half the time; skipping it would take a thousandth."""
    kept = hash_password("otters under the bridge")
    fits(None, "warm up")

    def least(password_hash: str | None) -> float:
        times = []
        for _ in range(5):
            start = time.perf_counter()
            assert not fits(password_hash, "a wrong one")
            times.append(time.perf_counter() - start)
        return min(times)

    assert least(None) > least(kept) / 2
