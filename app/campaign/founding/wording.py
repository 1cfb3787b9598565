"""Words for what the journal, the ledger and the rules say of founding a campaign."""

from __future__ import annotations

from flask_babel import gettext as _
from flask_babel import ngettext

from app.wording import Params, Wording


def _founded(params: Params) -> str:
    return _("The campaign «%(campaign)s» is founded. Players gather.", **params)


def _draft_saved(_params: Params) -> str:
    return _("The draft was changed.")


def _joined(params: Params) -> str:
    return _("%(player)s joins the campaign.", **params)


def _left(params: Params) -> str:
    return _("%(player)s leaves the campaign.", **params)


def _removed(params: Params) -> str:
    return _("The game master takes %(player)s out of the campaign.", **params)


def _invited(params: Params) -> str:
    return _("%(player)s is invited.", **params)


def _declined(params: Params) -> str:
    return _("%(player)s declines the invitation.", **params)


def _withdrawn(params: Params) -> str:
    return _("The invitation of %(player)s is withdrawn.", **params)


def _link_opened(_params: Params) -> str:
    return _("An invitation link was made.")


def _link_revoked(_params: Params) -> str:
    return _("The invitation link was revoked.")


def _deputy_named(params: Params) -> str:
    return _("%(player)s is deputy of the game master.", **params)


def _deputy_ended(params: Params) -> str:
    return _("%(player)s is no longer deputy of the game master.", **params)


def _handed_over(params: Params) -> str:
    return _("%(former)s hands the campaign over: %(player)s is game master now.", **params)


def _seat_given(params: Params) -> str:
    return _("%(player)s takes over the seat of %(former)s.", **params)


def _arms_changed(params: Params) -> str:
    return _("%(player)s bears new arms.", **params)


def _hideouts_opened(_params: Params) -> str:
    return _("The circle of players is closed. Hideouts are chosen.")


def _started(_params: Params) -> str:
    return _("The first round begins.")


def _finished(params: Params) -> str:
    return ngettext(
        "The campaign is finished after %(num)d round. Everything is open now.",
        "The campaign is finished after %(num)d rounds. Everything is open now.",
        int(params["rounds"]),
    )


def _house_rules_changed(_params: Params) -> str:
    return _("The house rules were changed.")


KINDS: dict[str, Wording] = {
    "founding.founded": _founded,
    "founding.draft_saved": _draft_saved,
    "founding.joined": _joined,
    "founding.left": _left,
    "founding.removed": _removed,
    "founding.invited": _invited,
    "founding.declined": _declined,
    "founding.invitation_withdrawn": _withdrawn,
    "founding.link_opened": _link_opened,
    "founding.link_revoked": _link_revoked,
    "founding.deputy_named": _deputy_named,
    "founding.deputy_ended": _deputy_ended,
    "founding.handed_over": _handed_over,
    "founding.seat_given": _seat_given,
    "founding.arms_changed": _arms_changed,
    "founding.hideouts_opened": _hideouts_opened,
    "founding.started": _started,
    "founding.finished": _finished,
    "founding.house_rules_changed": _house_rules_changed,
}


def _starting_gold(_params: Params) -> str:
    return _("Starting gold")


LEDGER: dict[str, Wording] = {"founding.starting_gold": _starting_gold}


def _amount_below_zero(_params: Params) -> str:
    return _("An amount of gold is 0 or more.")


def _factor_not_positive(_params: Params) -> str:
    return _("The gold per point is above 0.")


def _resale_loss_out_of_range(_params: Params) -> str:
    return _("The resale loss is 0 to 100 per cent.")


REFUSALS: dict[str, Wording] = {
    "amount_below_zero": _amount_below_zero,
    "factor_not_positive": _factor_not_positive,
    "resale_loss_out_of_range": _resale_loss_out_of_range,
}
