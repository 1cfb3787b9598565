"""Lets every folder of tests choose the database with --db and get databases and a browser."""

pytest_plugins = ["tests.databases", "tests.browsers", "tests.lengths", "tests.second_tries"]
