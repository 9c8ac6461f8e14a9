"""What pages ask: which lines of a statement to show, and what staff put right in a wallet."""

import secrets
from typing import TYPE_CHECKING, Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from accounts.selectors import user_by_name
from bankroll.kinds import ROADS, AccountKind, TransferKind
from bankroll.selectors import StatementFilter
from bankroll.services import MOST_CHIPS, MOST_REASON
from wire.errors import NotFound
from wire.texts import error_body

if TYPE_CHECKING:
    from accounts.models import User

#: Kinds that a wallet can have lines of.
WALLET_KINDS = tuple(
    kind for kind in TransferKind if any(AccountKind.WALLET in road for road in ROADS[kind])
)


class StatementForm(forms.Form):
    """The filters of the statement, as they stand in the address of the page."""

    kind = forms.ChoiceField(
        label=_("What for"),
        required=False,
        choices=[("", _("everything")), *((kind.value, kind.label) for kind in WALLET_KINDS)],
    )
    place = forms.ChoiceField(label=_("Table or event"), required=False)
    since = forms.DateField(
        label=_("From"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )
    until = forms.DateField(
        label=_("To"), required=False, widget=forms.DateInput(attrs={"type": "date"})
    )

    def __init__(self, *args: Any, places: dict[str, str], **options: Any) -> None:
        """`places`: titles by name, those that may be chosen."""
        super().__init__(*args, **options)
        self.label_suffix = ""
        self.fields["place"].choices = [("", _("anywhere")), *places.items()]  # type: ignore[attr-defined]

    def clean(self) -> dict[str, Any]:
        """Days in their order."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        since, until = cleaned.get("since"), cleaned.get("until")
        if since and until and since > until:
            self.add_error("until", _("The last day is before the first."))
        return cleaned

    @property
    def asked(self) -> StatementFilter:
        """The filter, without what makes no sense in it."""
        self.is_valid()
        given = self.cleaned_data
        return StatementFilter(
            kind=TransferKind(given["kind"]) if given.get("kind") else None,
            since=given.get("since"),
            until=given.get("until"),
            place=given.get("place", ""),
            zone=timezone.get_current_timezone(),
        )

    @property
    def address(self) -> dict[str, str]:
        """What is asked, as the address says it: the fields that are filled and make sense."""
        self.is_valid()
        return {
            name: self.data[name]
            for name in self.fields
            if self.data.get(name) and name in self.cleaned_data
        }


def new_form_key() -> str:
    """A key that names one form, however often it is sent."""
    return secrets.token_hex(12)


class CorrectionForm(forms.Form):
    """Chips to add to a wallet or to take out of it, and why. The key names the form."""

    player = forms.CharField(label=_("Player"), max_length=20)
    chips = forms.IntegerField(
        label=_("Chips"),
        min_value=-MOST_CHIPS,
        max_value=MOST_CHIPS,
        help_text=_("What is added to the wallet; with a minus, what is taken out of it."),
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=MOST_REASON,
        help_text=_("It is kept in the staff log, and the player reads it in the statement."),
    )
    key = forms.CharField(max_length=40, initial=new_form_key, widget=forms.HiddenInput)

    def clean_player(self) -> "User":
        """The player of that name."""
        try:
            return user_by_name(self.cleaned_data["player"])
        except NotFound as missing:
            raise forms.ValidationError(error_body(missing)["message"]) from missing
