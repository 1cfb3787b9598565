from collections.abc import Collection
from email.message import EmailMessage
from typing import BinaryIO

class URLFetchingError(OSError): ...
class FatalURLFetchingError(BaseException): ...

class URLFetcherResponse:
    def __init__(
        self,
        url: str,
        body: str | bytes | BinaryIO | None = ...,
        headers: dict[str, str] | EmailMessage | None = ...,
        status: int = ...,
    ) -> None: ...

class URLFetcher:
    def __init__(
        self,
        timeout: float = ...,
        *,
        http_headers: dict[str, str] | None = ...,
        allowed_protocols: Collection[str] | None = ...,
        allow_redirects: bool = ...,
        fail_on_errors: bool = ...,
    ) -> None: ...
    def fetch(self, url: str, headers: dict[str, str] | None = ...) -> URLFetcherResponse: ...
    def __call__(self, url: str) -> URLFetcherResponse: ...
