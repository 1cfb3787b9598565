"""Forms of sign-up, login, settings and recovery."""

from __future__ import annotations

from typing import Any

from flask_babel import lazy_gettext as _l
from wtforms import BooleanField, EmailField, HiddenField, PasswordField, RadioField, StringField
from wtforms.fields.choices import SelectChoice
from wtforms.validators import Email, InputRequired, Length, Optional, ValidationError

from app.accounts.names import clean_nickname
from app.accounts.passwords import LONGEST, check_new_password
from app.forms import Form
from app.i18n import LANGUAGES
from app.refusal import Refusal

_HERE = {"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"}


def _nickname(**more: Any) -> StringField:
    return StringField(
        _l("Nickname"),
        validators=[
            InputRequired(_l("Please type a nickname.")),
            Length(max=200, message=_l("That is too long.")),
        ],
        render_kw={**_HERE, "maxlength": "40"},
        **more,
    )


def _password(label: Any, autocomplete: str) -> PasswordField:
    return PasswordField(
        label,
        validators=[
            InputRequired(_l("Please type the password.")),
            Length(max=LONGEST, message=_l("A password has at most %(most)d characters.", most=LONGEST)),
        ],
        render_kw={"autocomplete": autocomplete, "maxlength": str(LONGEST)},
    )


def _email() -> EmailField:
    return EmailField(
        _l("E-mail (not needed)"),
        validators=[
            Optional(strip_whitespace=True),
            Length(max=254, message=_l("That is too long.")),
            Email(_l("That does not look like an e-mail address.")),
        ],
        filters=[lambda typed: typed.strip() if typed else typed],
        render_kw={"autocomplete": "email"},
    )


class _NewName(Form):
    """A form in which somebody chooses a nickname."""

    nickname = _nickname(description=_l("What others at the table call you."))

    def validate_nickname(self, field: StringField) -> None:
        try:
            field.data = clean_nickname(field.data or "")
        except Refusal as refusal:
            raise ValidationError(str(refusal.message)) from refusal


class _NewPassword(Form):
    """A form in which somebody chooses a password; ``known_nickname`` if it has no field for that."""

    new_password = _password(_l("New password"), "new-password")

    def __init__(self, *args: Any, known_nickname: str = "", **more: Any) -> None:
        super().__init__(*args, **more)
        self.known_nickname = known_nickname

    def validate_new_password(self, field: PasswordField) -> None:
        nickname = self["nickname"].data if "nickname" in self else self.known_nickname
        try:
            check_new_password(field.data or "", nickname or "")
        except Refusal as refusal:
            raise ValidationError(str(refusal.message)) from refusal


class SignUpForm(_NewName, _NewPassword):
    email = _email()
    next = HiddenField()


class ClaimForm(_NewName, _NewPassword):
    """A guest becomes an account."""


class LoginForm(Form):
    nickname = _nickname()
    password = _password(_l("Password"), "current-password")
    stay = BooleanField(_l("Stay logged in on this device"))
    next = HiddenField()


class PasswordForm(_NewPassword):
    password = _password(_l("Present password"), "current-password")


class EmailForm(Form):
    email = _email()
    password = _password(_l("Password"), "current-password")


class AskPasswordForm(Form):
    """For what must not happen by a device left lying about."""

    password = _password(_l("Password"), "current-password")


class AppearanceForm(Form):
    language = RadioField(
        _l("Language"), choices=[SelectChoice(code, name) for code, name in LANGUAGES.items()]
    )
    theme = RadioField(
        _l("Appearance"),
        choices=[
            SelectChoice("system", _l("As the device")),
            SelectChoice("light", _l("Day")),
            SelectChoice("dark", _l("Campfire")),
        ],
    )


class RecoverForm(_NewPassword):
    nickname = _nickname()
    code = StringField(
        _l("Recovery code"),
        validators=[
            InputRequired(_l("Please type a recovery code.")),
            Length(max=60, message=_l("That is too long.")),
        ],
        render_kw={"autocomplete": "one-time-code", "autocapitalize": "characters", "spellcheck": "false"},
    )


class MailLinkForm(Form):
    account = _nickname()


class NewPasswordForm(_NewPassword):
    """The page that an e-mailed link opens."""
