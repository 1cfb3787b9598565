"""What waits in the rooms of a campaign, read from their tables."""

from app.home.tasks import between, founding, night
from app.home.tasks.doors import door

__all__ = ["between", "door", "founding", "night"]
