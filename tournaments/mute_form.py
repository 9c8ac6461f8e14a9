"""What an organiser is asked who mutes somebody in his event."""

from datetime import timedelta
from secrets import token_hex
from typing import Final

from django import forms
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from moderation.services.checks import MOST_TEXT
from tournaments.services.muting import MUTE_LENGTHS

#: By length: how it is called.
_NAMES: Final[dict[timedelta, str | Promise]] = {
    timedelta(minutes=15): _("15 minutes"),
    timedelta(hours=24): _("24 hours"),
    timedelta(days=7): _("7 days"),
}


def new_key() -> str:
    """Names a form, so that sent twice it mutes once."""
    return token_hex(8)


class MuteForm(forms.Form):
    """For how long, and why. `key` names the form."""

    lasts = forms.ChoiceField(
        label=_("For how long?"),
        choices=[(str(int(each.total_seconds())), _NAMES[each]) for each in MUTE_LENGTHS],
        widget=forms.RadioSelect,
        initial=str(int(MUTE_LENGTHS[0].total_seconds())),
    )
    text = forms.CharField(
        label=_("Why?"),
        max_length=MOST_TEXT,
        help_text=_("The player reads this. Staff can read it too."),
    )
    key = forms.RegexField(r"\A[0-9a-f]{16}\Z", widget=forms.HiddenInput, initial=new_key)

    @property
    def length(self) -> timedelta:
        """The length chosen in a valid form."""
        return timedelta(seconds=int(self.cleaned_data["lasts"]))
