"""`flask demo`: people and tables to look at, for development and evenings at home."""

from __future__ import annotations

import click
from flask import Flask
from flask_migrate import upgrade as upgrade_database

from app.boardgame.models import Game
from app.campaign.founding.models import Campaign
from app.config import Config
from app.demo import boardgames, nerath, siege, vanguard
from app.demo.people import (
    EVERYONE,
    GM,
    present,
    renew_passwords,
    sign_everyone_up,
    taken_nicknames,
)
from app.extensions import db
from app.journal.writes import writing

EVENINGS = (nerath.EVENING, siege.EVENING)


def register(app: Flask) -> None:
    """Add the command; outside development it refuses."""

    @app.cli.command("demo")
    @click.option("--upgrade", is_flag=True, help="Bring the database up to date first.")
    @click.option("--new-passwords", is_flag=True, help="Give the people of the demo new passwords.")
    def demo(upgrade: bool, new_passwords: bool) -> None:
        """Make the demo unless it is there: people whose passwords are shown once, and their tables."""
        config: Config = app.config["FELDTOG"]
        if not config.development:
            raise click.ClickException("The demo is for development alone (FELDTOG_ENV=development).")
        if upgrade:
            upgrade_database()
        if not present():
            _make()
            return
        if new_passwords:
            with writing():
                passwords = renew_passwords()
            _show(passwords)
            return
        _show({})
        click.echo("  Passwords are shown once; --new-passwords gives everyone a new one.")


def _make() -> None:
    taken = taken_nicknames()
    if taken:
        click.echo(f"No demo was made: somebody else is called {', '.join(taken)} here.")
        return
    with writing():
        passwords = sign_everyone_up()
        vanguard.play(present())
        for evening in EVENINGS:
            boardgames.play(evening, present())
    _show(passwords)
    click.echo("  Write them down: they are stored nowhere and are not shown again.")


def _show(passwords: dict[str, str]) -> None:
    """Who there is, with the passwords if there are new ones, and where the tables stand."""
    click.echo("\nPeople of the demo:")
    there = present()
    for one in EVERYONE:
        if one.nickname not in there:
            continue
        role = "game master" if one is GM else "player"
        click.echo(
            f"  {one.nickname:<12}{passwords.get(one.nickname, ''):<16}{role}, {one.language}".rstrip()
        )
    for campaign in db.session.scalars(db.select(Campaign).where(Campaign.name == vanguard.NAME)):
        click.echo(f"  {campaign.name}: round {campaign.round}, {campaign.phase or campaign.state}")
    names = [evening.name for evening in EVENINGS]
    for game in db.session.scalars(db.select(Game).where(Game.name.in_(names))):
        click.echo(f"  {game.name}: {game.state}")
