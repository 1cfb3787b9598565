"""Addresses that are remembered are those that Flask makes."""

import pytest
from flask import Flask, url_for
from werkzeug.routing import BuildError


def test_each_site_path_and_each_value_has_its_own_address(app: Flask) -> None:
    for _again in range(2):
        with app.test_request_context("/"):
            assert url_for("overview.overview", campaign_id="a") == "/campaigns/a"
            assert url_for("overview.overview", campaign_id="b") == "/campaigns/b"
            assert (
                url_for("overview.overview", campaign_id="a b ö", x="1&2")
                == "/campaigns/a%20b%20%C3%B6?x=1%262"
            )
            assert url_for("overview.overview", campaign_id="a", _anchor="news") == "/campaigns/a#news"
            assert url_for("overview.overview", campaign_id="a", page=1) == "/campaigns/a?page=1"
            assert url_for("overview.overview", campaign_id="a", page=None) == "/campaigns/a"
            assert (
                url_for("overview.overview", campaign_id="a", _external=True)
                == "http://localhost/campaigns/a"
            )
        with app.test_request_context("/", environ_overrides={"SCRIPT_NAME": "/play"}):
            assert url_for("overview.overview", campaign_id="a") == "/play/campaigns/a"


def test_an_address_that_does_not_exist_is_an_error_every_time(app: Flask) -> None:
    with app.test_request_context("/"):
        for _again in range(2):
            with pytest.raises(BuildError):
                url_for("overview.nowhere", campaign_id="a")
