"""The blueprint of this room."""

from flask import Blueprint

bp = Blueprint("boardgame", __name__)
