from flask import Flask
from flask_sqlalchemy import SQLAlchemy

class Migrate:
    def __init__(
        self,
        app: Flask | None = ...,
        db: SQLAlchemy | None = ...,
        directory: str = ...,
        command: str = ...,
        compare_type: bool = ...,
        render_as_batch: bool = ...,
    ) -> None: ...
    def init_app(
        self,
        app: Flask,
        db: SQLAlchemy | None = ...,
        directory: str | None = ...,
        command: str | None = ...,
        compare_type: bool | None = ...,
        render_as_batch: bool | None = ...,
    ) -> None: ...

def upgrade(
    directory: str | None = ..., revision: str = ..., sql: bool = ..., tag: str | None = ...
) -> None: ...
def downgrade(
    directory: str | None = ..., revision: str = ..., sql: bool = ..., tag: str | None = ...
) -> None: ...
def stamp(
    directory: str | None = ..., revision: str = ..., sql: bool = ..., tag: str | None = ...
) -> None: ...
def check(directory: str | None = ...) -> None: ...
