from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from datetime import date, time
from decimal import Decimal
from typing import Any, Generic, TypeVar

from markupsafe import Markup
from wtforms import validators as validators
from wtforms.fields.choices import SelectChoice
from wtforms.validators import ValidationError as ValidationError
from wtforms.validators import Validator

F = TypeVar("F", bound=Field)
Choices = Iterable[tuple[Any, object]] | Iterable[SelectChoice] | Mapping[str, Iterable[tuple[Any, object]]]

class Label:
    field_id: str
    text: str
    def __call__(self, text: str | None = ..., **kwargs: object) -> Markup: ...

class Flags:
    def __getattr__(self, name: str) -> Any: ...

class Field:
    name: str
    short_name: str
    id: str
    type: str
    label: Label
    description: object
    data: Any
    raw_data: list[Any] | None
    object_data: Any
    default: Any
    errors: Sequence[Any]
    process_errors: list[Any]
    render_kw: dict[str, Any] | None
    flags: Flags
    validators: Sequence[Validator]
    # Written in a form's body it describes the field, which the form then binds.
    def __init__(
        self,
        label: object = ...,
        validators: Sequence[Validator] | None = ...,
        *,
        filters: Sequence[Callable[[Any], Any]] = ...,
        description: object = ...,
        id: str | None = ...,
        default: object = ...,
        widget: object = ...,
        render_kw: dict[str, Any] | None = ...,
        name: str | None = ...,
        **kwargs: Any,
    ) -> None: ...
    def __call__(self, **kwargs: object) -> Markup: ...
    def process_formdata(self, valuelist: list[Any]) -> None: ...
    def process_data(self, value: Any) -> None: ...
    def _value(self) -> Any: ...
    def gettext(self, string: str) -> str: ...

class StringField(Field):
    data: str | None

class TextAreaField(StringField): ...
class PasswordField(StringField): ...
class HiddenField(StringField): ...
class EmailField(StringField): ...
class SearchField(StringField): ...
class URLField(StringField): ...

class BooleanField(Field):
    data: bool

class SubmitField(BooleanField): ...

class IntegerField(Field):
    data: int | None

class IntegerRangeField(IntegerField): ...

class FloatField(Field):
    data: float | None

class DecimalField(Field):
    data: Decimal | None

class DateField(Field):
    data: date | None

class TimeField(Field):
    data: time | None

class SelectField(Field):
    choices: Choices | None
    def __init__(
        self,
        label: object = ...,
        validators: Sequence[Validator] | None = ...,
        coerce: Callable[[Any], Any] = ...,
        choices: Choices | Callable[[], Choices] | None = ...,
        validate_choice: bool = ...,
        **kwargs: Any,
    ) -> None: ...

class RadioField(SelectField):
    def __iter__(self) -> Iterator[Field]: ...

class SelectMultipleField(SelectField):
    data: list[Any] | None

class FieldList(Field, Generic[F]):
    entries: list[F]
    def __init__(
        self,
        unbound_field: F,
        label: object = ...,
        validators: Sequence[Validator] | None = ...,
        min_entries: int = ...,
        max_entries: int | None = ...,
        **kwargs: Any,
    ) -> None: ...
    def append_entry(self, data: object = ...) -> F: ...
    def __iter__(self) -> Iterator[F]: ...
    def __len__(self) -> int: ...

class FormField(Field):
    form: Any
    def __init__(self, form_class: type[Form], label: object = ..., **kwargs: Any) -> None: ...
    def __getattr__(self, name: str) -> Any: ...

class Form:
    data: dict[str, Any]
    errors: dict[str, Any]
    form_errors: list[Any]
    def __init__(
        self,
        formdata: Any = ...,
        obj: object = ...,
        prefix: str = ...,
        data: Mapping[str, Any] | None = ...,
        meta: Mapping[str, Any] | None = ...,
        **kwargs: Any,
    ) -> None: ...
    def validate(self, extra_validators: Mapping[str, Sequence[Validator]] | None = ...) -> bool: ...
    def populate_obj(self, obj: object) -> None: ...
    def process(self, formdata: Any = ..., obj: object = ..., **kwargs: Any) -> None: ...
    def __iter__(self) -> Iterator[Field]: ...
    def __contains__(self, name: str) -> bool: ...
    def __getitem__(self, name: str) -> Field: ...
