"""The map's pages: looking at it, editing it, drawing paths."""

from app.campaign.map.routes import editor, looking, paths
from app.campaign.map.routes.blueprint import bp

__all__ = ["bp", "editor", "looking", "paths"]
