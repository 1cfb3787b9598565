"""The room's blueprint, and finding what an address names."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort

from app.campaign.access import Here
from app.campaign.company.holdings import company_of, item_of, model_of
from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.company.pages import own_page

bp = Blueprint("company", __name__)


def company_here(here: Here) -> Company:
    """The company of the seat looked at; 404 without one."""
    return company_of(here.seat) or abort(404)


def model_here(here: Here, model_id: str) -> CompanyModel:
    """A model of that company by its id; 404 for another's."""
    return model_of(here.seat, model_id) or abort(404)


def item_here(here: Here, item_id: str) -> CompanyItem:
    """An item of that company by its id; 404 for another's."""
    return item_of(here.seat, item_id) or abort(404)


def page(here: Here, template: str, current: str, **context: Any) -> str:
    """A page of the room."""
    return own_page(here, f"campaign/company/{template}", "company", current, **context)
