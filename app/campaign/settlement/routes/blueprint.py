"""The blueprint of settlements and captives."""

from __future__ import annotations

from flask import Blueprint

bp = Blueprint("settlement", __name__)
