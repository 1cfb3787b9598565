"""Configuration: one typed object, read from the environment once."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal

Env = Literal["development", "production", "testing"]


class ConfigError(ValueError):
    """The environment does not hold what the app needs to start."""


@dataclass(frozen=True, kw_only=True)
class Config:
    """All settings.

    ``secret_key`` signs cookies and links; outside development and tests it must be given.
    ``base_url`` is the address printed in QR codes; None takes that of the request.
    ``stream_cap`` bounds the open event streams of one process (threads = cap + 32).
    ``behind_proxy`` trusts one proxy's X-Forwarded headers. ``push_origins`` are push services besides the
    known ones, such as ``https://push.example``.
    """

    env: Env = "production"
    secret_key: str
    instance: Path
    database_url: str
    base_url: str | None = None
    smtp_url: str | None = None
    mail_from: str | None = None
    stream_cap: int = 256
    behind_proxy: bool = False
    push_origins: tuple[str, ...] = ()
    log_level: str = "INFO"
    rate_limits: bool = True
    extra: dict[str, object] = field(default_factory=dict)

    @property
    def development(self) -> bool:
        return self.env == "development"

    @classmethod
    def from_env(cls) -> Config:
        """Read ``FELDTOG_*`` and ``DATABASE_URL``.

        Raises ConfigError if ``FELDTOG_ENV`` is unknown or production has no secret key.
        """
        env = os.environ.get("FELDTOG_ENV", "production")
        if env not in ("development", "production", "testing"):
            raise ConfigError(f"FELDTOG_ENV is {env!r}: use development, production or testing")
        instance = Path(os.environ.get("FELDTOG_INSTANCE", "instance")).resolve()
        instance.mkdir(parents=True, exist_ok=True)
        secret = os.environ.get("FELDTOG_SECRET_KEY", "")
        if not secret:
            if env == "production":
                raise ConfigError("set FELDTOG_SECRET_KEY to a long random text")
            secret = _kept_secret(instance / "secret-key")
        elif len(secret) < 32:
            raise ConfigError("FELDTOG_SECRET_KEY needs at least 32 characters")
        return cls(
            env=env,  # type: ignore[arg-type]  # narrowed by the check above
            secret_key=secret,
            instance=instance,
            database_url=database_url(os.environ.get("DATABASE_URL"), instance),
            base_url=os.environ.get("FELDTOG_BASE_URL") or None,
            smtp_url=os.environ.get("FELDTOG_SMTP_URL") or None,
            mail_from=os.environ.get("FELDTOG_MAIL_FROM") or None,
            stream_cap=int(os.environ.get("FELDTOG_STREAM_CAP", "256")),
            behind_proxy=os.environ.get("FELDTOG_BEHIND_PROXY", "") == "1",
            push_origins=tuple(os.environ.get("FELDTOG_PUSH_ORIGINS", "").split()),
            log_level=os.environ.get("FELDTOG_LOG_LEVEL", "INFO"),
        )


def database_url(given: str | None, instance: Path) -> str:
    """SQLAlchemy's form of ``given``; SQLite in the instance folder without one."""
    if not given:
        return f"sqlite:///{instance / 'feldtog.sqlite'}"
    for prefix in ("postgres://", "postgresql://"):
        if given.startswith(prefix):
            return "postgresql+psycopg://" + given.removeprefix(prefix)
    return given


def _kept_secret(path: Path) -> str:
    """A random key that outlives restarts, so that people stay logged in."""
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(48))
    return path.read_text()
