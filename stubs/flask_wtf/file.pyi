from collections.abc import Iterable

from werkzeug.datastructures import FileStorage
from wtforms import Field, Form

class FileField(Field):
    data: FileStorage | None

class MultipleFileField(Field):
    data: list[FileStorage] | None

class FileRequired:
    def __init__(self, message: object = ...) -> None: ...
    def __call__(self, form: Form, field: Field) -> None: ...

class FileAllowed:
    def __init__(self, upload_set: Iterable[str], message: object = ...) -> None: ...
    def __call__(self, form: Form, field: Field) -> None: ...

class FileSize:
    def __init__(self, max_size: int, min_size: int = ..., message: object = ...) -> None: ...
    def __call__(self, form: Form, field: Field) -> None: ...
