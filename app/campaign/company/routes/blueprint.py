"""The room's blueprint, and finding what an address names."""

from __future__ import annotations

from typing import Any

from flask import Blueprint, abort
from sqlalchemy import select
from sqlalchemy.orm import contains_eager

from app.campaign.access import Here
from app.campaign.company.holdings import company_of
from app.campaign.company.models import Company, CompanyItem, CompanyModel
from app.campaign.company.pages import own_page
from app.extensions import db

bp = Blueprint("company", __name__)


def company_here(here: Here) -> Company:
    """The company of the seat looked at; 404 without one."""
    company = company_of(here.seat)
    if company is None:
        abort(404)
    return company


def model_here(here: Here, model_id: str) -> CompanyModel:
    """A model of that company by its id; 404 for another's."""
    model = db.session.execute(
        select(CompanyModel)
        .join(Company, Company.id == CompanyModel.company_id)
        .where(CompanyModel.id == model_id, Company.seat_id == here.seat.id)
        .options(contains_eager(CompanyModel.company))
    ).scalar_one_or_none()
    if model is None:
        abort(404)
    return model


def item_here(here: Here, item_id: str) -> CompanyItem:
    """An item of that company by its id; 404 for another's."""
    item = db.session.execute(
        select(CompanyItem)
        .join(Company, Company.id == CompanyItem.company_id)
        .where(CompanyItem.id == item_id, Company.seat_id == here.seat.id)
    ).scalar_one_or_none()
    if item is None:
        abort(404)
    return item


def page(here: Here, template: str, current: str, **context: Any) -> str:
    """A page of the room."""
    return own_page(here, f"campaign/company/{template}", "company", current, **context)
