"""The form that closes a seat or opens it again."""

from __future__ import annotations

from app.campaign.reasons import ReasonForm


class DropoutForm(ReasonForm):
    """Why, for all to read in the chronicle (V11.1)."""
