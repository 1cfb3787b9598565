"""Feldtog: campaigns and board games for people who sit round a table."""

from __future__ import annotations

import hashlib
from pathlib import Path

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from app import errors, i18n, log, pages, security, tables
from app.addresses import AddressedFlask
from app.boardgame.bots import stable
from app.cli import register_commands
from app.config import Config
from app.extensions import csrf, db, limiter, login, migrate
from app.journal.writes import watch_engine
from app.live import hub, sessions
from app.news import herald
from app.printing import documents
from app.pwa import reader

__all__ = ["create_app", "tables"]

ROOT = Path(__file__).resolve().parent.parent


def create_app(config: Config | None = None) -> Flask:
    """The web application, complete, for the given configuration (else that of the environment)."""
    config = config or Config.from_env()
    build = static_build(ROOT / "static")
    app = AddressedFlask(
        __name__,
        template_folder=str(ROOT / "templates"),
        static_folder=str(ROOT / "static"),
        static_url_path=f"/static/{build}",
        instance_path=str(config.instance),
    )
    app.config.update(
        ENV_NAME=config.env,
        FELDTOG=config,
        BUILD=build,
        TESTING=config.env == "testing",
        SQLALCHEMY_DATABASE_URI=config.database_url,
        # Every file under /static/<build>/ is what its address says for ever.
        SEND_FILE_MAX_AGE_DEFAULT=31536000,
        **config.extra,
    )
    if config.behind_proxy:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=1, x_proto=1, x_host=1)  # type: ignore[method-assign]
    log.init_app(app, config)
    security.init_app(app, config)
    db.init_app(app)
    migrate.init_app(app, db, directory=str(ROOT / "migrations"))
    sessions.init_app(app)
    i18n.init_app(app, str(ROOT / "translations"))
    login.init_app(app)
    csrf.init_app(app)
    limiter.init_app(app)
    errors.init_app(app)
    pages.init_app(app)
    reader.init_app(app)
    documents.init_app(app, ROOT / "static")
    stable.init_app(app)
    herald.init_app(app)
    register_rooms(app)
    register_commands(app)
    with app.app_context():
        watch_engine(db.engine)
        hub.init_app(app, db.engine, config.stream_cap)
    return app


def static_build(folder: Path) -> str:
    """Ten hex digits that change with any byte of the static files."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            digest.update(str(path.relative_to(folder)).encode())
            digest.update(path.read_bytes())
    return digest.hexdigest()[:10]


def register_rooms(app: Flask) -> None:
    """Every room's routes; the only place that imports them."""
    from app import health
    from app.about import routes as about
    from app.accounts import routes as accounts
    from app.boardgame import routes as boardgame
    from app.campaign.battles import routes as battles
    from app.campaign.catalogue import routes as catalogue
    from app.campaign.chronicle import routes as chronicle
    from app.campaign.clock import routes as clock
    from app.campaign.company import routes as company
    from app.campaign.dashboard import routes as dashboard
    from app.campaign.dawn import routes as dawn
    from app.campaign.documents import routes as document_pages
    from app.campaign.dropouts import routes as dropouts
    from app.campaign.events import routes as events
    from app.campaign.export import routes as export
    from app.campaign.founding import routes as founding
    from app.campaign.guilds import routes as guilds
    from app.campaign.imports import routes as imports
    from app.campaign.letters import routes as letters
    from app.campaign.map import routes as maps
    from app.campaign.movement import routes as movement
    from app.campaign.orders import routes as orders
    from app.campaign.overview import routes as overview
    from app.campaign.pacts import routes as pacts
    from app.campaign.public import routes as public
    from app.campaign.rounds import routes as rounds
    from app.campaign.settlement import routes as settlement
    from app.campaign.sharing import routes as sharing
    from app.campaign.tables import routes as tables
    from app.campaign.transfers import routes as transfers
    from app.campaign.warbands import routes as warbands
    from app.home import routes as home
    from app.live import routes as live
    from app.media import routes as media
    from app.news import routes as news
    from app.printing import routes as printing
    from app.pwa import routes as pwa
    from app.rulebook import routes as rulebook

    rooms = (
        about,
        accounts,
        battles,
        boardgame,
        catalogue,
        chronicle,
        clock,
        company,
        dashboard,
        dawn,
        document_pages,
        dropouts,
        events,
        export,
        founding,
        guilds,
        health,
        home,
        letters,
        imports,
        live,
        maps,
        media,
        movement,
        news,
        orders,
        overview,
        pacts,
        public,
        printing,
        pwa,
        rounds,
        rulebook,
        settlement,
        sharing,
        tables,
        transfers,
        warbands,
    )
    for room in rooms:
        app.register_blueprint(room.bp)
