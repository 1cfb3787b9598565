"""Lets every folder of tests choose the database with --db and get databases and a browser."""

from hypothesis import settings

pytest_plugins = ["tests.databases", "tests.browsers", "tests.lengths", "tests.second_tries"]

# How long an example takes hangs on what else the machine does; speed is measured by `./dev bench`.
settings.register_profile("feldtog", deadline=None)
settings.load_profile("feldtog")
