"""The blueprint of this room."""

from flask import Blueprint

bp = Blueprint("founding", __name__)
