"""Templates of events for staff."""

from typing import Any

from django import forms
from django.contrib import admin
from django.core.exceptions import ValidationError
from django.http import HttpRequest

from accounts.desk import nobody
from backgammon import InvalidRules
from tournaments.models import SEAT_COUNTS, Series
from tournaments.prizes import SharesError
from tournaments.services import card_of, series_store
from wire.texts import sentence


class SeriesForm(forms.ModelForm):
    """Refuses settings from which no rules card can be made."""

    seats = forms.TypedChoiceField(
        coerce=int, choices=[(count, str(count)) for count in SEAT_COUNTS], initial=4
    )

    class Meta:
        model = Series
        fields = (
            "name",
            "is_open",
            "seats",
            "length_points",
            "buy_in_chips",
            "fee_chips",
            "prize_shares",
            "reserve_s",
            "delay_s",
            "pause_s",
            "has_house_bots",
        )

    def clean(self) -> dict[str, Any]:
        """Prize shares that can be paid, and a match that can be played."""
        cleaned = super().clean() or self.cleaned_data
        if not self.errors:
            try:
                card_of(Series(**cleaned))
            except SharesError as error:
                raise ValidationError(
                    {"prize_shares": sentence(error.text, error.facts)}
                ) from error
            except InvalidRules as error:
                raise ValidationError(sentence(error.fault.template, error.params)) from error
        return cleaned


@admin.register(Series)
class SeriesAdmin(admin.ModelAdmin):
    """Templates of Sit&Gos. A change holds from the next event on."""

    form = SeriesForm
    list_display = ("name", "is_open", "seats", "length_points", "buy_in_chips", "fee_chips")
    list_filter = ("is_open", "seats")
    search_fields = ("name",)
    has_delete_permission = nobody

    def save_model(self, request: HttpRequest, obj: Series, form: Any, change: Any) -> None:
        series_store(series=obj)
