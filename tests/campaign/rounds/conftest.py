"""The same table as in the tests of orders."""

from tests.campaign.orders.conftest import night

__all__ = ["night"]
