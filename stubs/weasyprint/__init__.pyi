from collections.abc import Callable
from pathlib import Path
from typing import Any, BinaryIO, overload

from weasyprint.text.fonts import FontConfiguration
from weasyprint.urls import URLFetcher

Fetcher = URLFetcher | Callable[[str], Any]

class Document:
    pages: list[Any]
    def copy(self, pages: str | list[Any] = ...) -> Document: ...
    @overload
    def write_pdf(self, target: None = ..., zoom: float = ..., **options: Any) -> bytes: ...
    @overload
    def write_pdf(self, target: str | Path | BinaryIO, zoom: float = ..., **options: Any) -> None: ...

class CSS:
    def __init__(
        self,
        guess: object = ...,
        *,
        filename: str | Path | None = ...,
        url: str | None = ...,
        file_obj: BinaryIO | None = ...,
        string: str | None = ...,
        encoding: str | None = ...,
        base_url: str | Path | None = ...,
        url_fetcher: Fetcher | None = ...,
        media_type: str = ...,
        font_config: FontConfiguration | None = ...,
    ) -> None: ...

class HTML:
    def __init__(
        self,
        guess: object = ...,
        *,
        filename: str | Path | None = ...,
        url: str | None = ...,
        file_obj: BinaryIO | None = ...,
        string: str | None = ...,
        encoding: str | None = ...,
        base_url: str | Path | None = ...,
        url_fetcher: Fetcher | None = ...,
        media_type: str = ...,
    ) -> None: ...
    def render(
        self,
        font_config: FontConfiguration | None = ...,
        *,
        stylesheets: list[CSS | str | Path] | None = ...,
        **options: Any,
    ) -> Document: ...
    @overload
    def write_pdf(
        self,
        target: None = ...,
        zoom: float = ...,
        *,
        font_config: FontConfiguration | None = ...,
        stylesheets: list[CSS | str | Path] | None = ...,
        **options: Any,
    ) -> bytes: ...
    @overload
    def write_pdf(
        self,
        target: str | Path | BinaryIO,
        zoom: float = ...,
        *,
        font_config: FontConfiguration | None = ...,
        stylesheets: list[CSS | str | Path] | None = ...,
        **options: Any,
    ) -> None: ...
