"""Commands of the command line."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import click
from flask import Flask
from sqlalchemy import delete, select

from app.accounts.logins import forget_lapsed_logins
from app.backup import BackupError, back_up, restore
from app.campaign.drift import drift
from app.campaign.founding.models import Campaign
from app.campaign.states import State
from app.columns import now
from app.demo import commands as demo
from app.extensions import db
from app.journal.models import RequestRecord
from app.journal.writes import writing
from app.live.hub import forget_old_announcements


def register_commands(app: Flask) -> None:
    demo.register(app)

    @app.cli.command("tidy")
    def tidy() -> None:
        """Delete answers of old requests (30 days), lapsed logins and announcements (1 day)."""
        with writing():
            forget_lapsed_logins()
            old = db.session.scalars(
                delete(RequestRecord)
                .where(RequestRecord.at < now() - timedelta(days=30))
                .returning(RequestRecord.id)
            ).all()
        click.echo(f"{len(old)} requests, {forget_old_announcements(db.engine)} announcements")

    @app.cli.command("news")
    def news() -> None:
        """Look through the tables once and send the news that are due; a running server does so by itself."""
        click.echo(f"{app.extensions['herald'].go_round()} sent")

    @app.cli.command("backup")
    @click.argument("file", type=click.Path(path_type=Path, dir_okay=False))
    def backup(file: Path) -> None:
        """Write the whole database, pictures too, to FILE; people may go on playing."""
        try:
            click.echo(f"{back_up(file)} rows in {file}")
        except BackupError as error:
            raise click.ClickException(str(error)) from error

    @app.cli.command("restore")
    @click.argument("file", type=click.Path(path_type=Path, dir_okay=False, exists=True))
    def restore_(file: Path) -> None:
        """Read FILE into the empty database of `flask db upgrade`."""
        try:
            click.echo(f"{restore(file)} rows restored")
        except BackupError as error:
            raise click.ClickException(str(error)) from error

    @app.cli.command("reconcile")
    def reconcile() -> None:
        """List everything that is kept twice and does not agree; exit code 1 if there is any."""
        found = [
            one
            for campaign in db.session.scalars(select(Campaign).order_by(Campaign.created_at))
            if campaign.state != State.DRAFT
            for one in drift(campaign)
        ]
        for one in found:
            click.echo(str(one))
        click.echo(f"{len(found)} found", err=True)
        if found:
            raise SystemExit(1)
