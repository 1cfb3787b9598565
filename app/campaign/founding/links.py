"""V1.10: the invitation link: signed, with an end, and void as soon as the GM revokes it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

import segno
from flask import current_app
from itsdangerous import BadSignature, URLSafeSerializer
from markupsafe import Markup

from app.campaign.founding.models import Campaign
from app.columns import now

LASTS = timedelta(days=14)
"""How long a link is good."""


@dataclass(frozen=True)
class LinkKey:
    """What a genuine link says: which campaign, and which of its links."""

    campaign_id: str
    nonce: str


def token_of(campaign: Campaign) -> str | None:
    """The text of the campaign's present link, or None if there is none or it has run out."""
    if not link_is_good(campaign):
        return None
    return str(_signer().dumps([campaign.id, campaign.invite_nonce]))


def read_token(token: str) -> LinkKey | None:
    """What the link says, or None if it is not one of ours."""
    try:
        campaign_id, nonce = _signer().loads(token)
    except (BadSignature, ValueError, TypeError):
        return None
    return LinkKey(str(campaign_id), str(nonce))


def link_is_good(campaign: Campaign, nonce: str | None = None) -> bool:
    """Whether the campaign has a link that has not run out; with ``nonce``, whether it is this one."""
    if campaign.invite_nonce is None or campaign.invite_until is None:
        return False
    if nonce is not None and nonce != campaign.invite_nonce:
        return False
    return now() < campaign.invite_until


def qr_drawing(url: str) -> Markup:
    """The address as a QR code, an SVG to stand in a page; black on white in every light."""
    code = segno.make(url, error="m", micro=False)
    drawn = code.svg_inline(border=2, dark="#000", light="#fff", omitsize=True, svgclass="qr", lineclass=None)
    return Markup(drawn)  # noqa: S704  # drawn by segno from modules, without any text


def _signer() -> URLSafeSerializer:
    return URLSafeSerializer(current_app.config["SECRET_KEY"], salt="invitation")
