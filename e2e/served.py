"""What the browser tests serve: the app as `./dev run` serves it, without limits on requests.

Everybody in these tests comes from one address, far more often than anybody at a table would.
"""

from __future__ import annotations

from dataclasses import replace

from app import create_app
from app.config import Config

app = create_app(replace(Config.from_env(), rate_limits=False))
