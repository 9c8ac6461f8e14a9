"""The form that changes the rules card of one event before its draw."""

from typing import Any

from django import forms
from django.contrib.admin.utils import flatten_fieldsets
from django.utils.translation import gettext_lazy as _

from tournaments.admin import fieldsets
from tournaments.admin.series_form import SeriesForm
from tournaments.models import Kind, Tournament
from tournaments.services import FIXED, columns_of, planned_series


class CardForm(SeriesForm):
    """The card of an event as a template of its own, and the reason for changing it."""

    repeats = weekdays = None  # type: ignore[assignment]
    reason = forms.CharField(
        label=_("reason"),
        max_length=200,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=_("Kept in the staff log and shown with the change on the event's page."),
    )

    class Meta(SeriesForm.Meta):
        exclude = tuple(FIXED)

    def __init__(self, tournament: Tournament, data: Any = None) -> None:
        super().__init__(data, instance=planned_series(tournament, {}))
        self.tournament = tournament
        self.fieldsets = fieldsets.of_card(
            is_scheduled=tournament.kind == Kind.SCHEDULED,
            is_satellite=tournament.target_id is not None,
        )
        for name in self.fields.keys() - set(flatten_fieldsets(self.fieldsets)):
            del self.fields[name]

    @property
    def changes(self) -> dict[str, Any]:
        """The columns that would be different."""
        old = columns_of(self.tournament)
        return {
            name: value
            for name, value in self.cleaned_data.items()
            if name != "reason" and value != old.get(name, getattr(self.instance, name))
        }

    def validate_unique(self) -> None:
        """Nothing: many events have the name of their series."""
