"""The Flask extensions, made once and bound to an app by the factory."""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask_babel import Babel
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from flask_login import LoginManager
from flask_migrate import Migrate
from flask_sqlalchemy import SQLAlchemy
from flask_wtf import CSRFProtect
from sqlalchemy import MetaData
from sqlalchemy.orm import DeclarativeBase


class Base(DeclarativeBase):
    """Base of all tables; constraints have fixed names so that migrations can name them."""

    metadata = MetaData(
        naming_convention={
            "ix": "ix_%(column_0_label)s",
            "uq": "uq_%(table_name)s_%(column_0_N_name)s",
            "ck": "ck_%(table_name)s_%(constraint_name)s",
            "fk": "fk_%(table_name)s_%(column_0_name)s",
            "pk": "pk_%(table_name)s",
        }
    )


db = SQLAlchemy(model_class=Base)
if TYPE_CHECKING:

    class Model(Base):
        """The base of every table, as the type checker is to see it."""

        __abstract__ = True

else:
    Model = db.Model
migrate = Migrate(render_as_batch=True)
login = LoginManager()
babel = Babel()
csrf = CSRFProtect()
limiter = Limiter(key_func=get_remote_address, headers_enabled=True)
