"""What the wallet page asks: which lines of the statement, and a refill."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from bankroll.kinds import ROADS, AccountKind, TransferKind
from bankroll.selectors import StatementFilter

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
