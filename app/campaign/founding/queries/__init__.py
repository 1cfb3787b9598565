"""Reading campaigns: their pages, their own catalogue and tables, what they still lack."""

from app.campaign.founding.queries.catalogue import catalogue_of, tables_of

__all__ = ["catalogue_of", "tables_of"]
