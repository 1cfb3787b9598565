from collections.abc import Callable, Collection
from re import Pattern

from wtforms import Field, Form

# A message is a str or one that is translated when shown.

class ValidationError(ValueError):
    def __init__(self, message: object = ...) -> None: ...

class StopValidation(Exception):
    def __init__(self, message: object = ...) -> None: ...

class _Validator:
    def __call__(self, form: Form, field: Field) -> None: ...

class DataRequired(_Validator):
    def __init__(self, message: object = ...) -> None: ...

class InputRequired(_Validator):
    def __init__(self, message: object = ...) -> None: ...

class Optional(_Validator):
    def __init__(self, strip_whitespace: bool = ...) -> None: ...

class Length(_Validator):
    def __init__(self, min: int = ..., max: int = ..., message: object = ...) -> None: ...

class NumberRange(_Validator):
    def __init__(self, min: float | None = ..., max: float | None = ..., message: object = ...) -> None: ...

class EqualTo(_Validator):
    def __init__(self, fieldname: str, message: object = ...) -> None: ...

class Email(_Validator):
    def __init__(
        self, message: object = ..., granular_message: bool = ..., check_deliverability: bool = ...
    ) -> None: ...

class Regexp(_Validator):
    def __init__(self, regex: str | Pattern[str], flags: int = ..., message: object = ...) -> None: ...

class AnyOf(_Validator):
    def __init__(self, values: Collection[object], message: object = ...) -> None: ...

class NoneOf(_Validator):
    def __init__(self, values: Collection[object], message: object = ...) -> None: ...

Validator = Callable[[Form, Field], object]
