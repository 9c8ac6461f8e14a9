"""What a reporter is asked."""

from django import forms
from django.utils.translation import gettext_lazy as _

from moderation.cases import ReportReason
from moderation.services.reports import LONGEST_NOTE

#: What can be wrong with a line or a player, as the house asks for it: every place asks the same.
REASONS = ReportReason.choices


class ReportForm(forms.Form):
    """What is wrong, and a sentence if he likes."""

    reason = forms.ChoiceField(label=_("What is wrong?"), choices=REASONS, widget=forms.RadioSelect)
    note = forms.CharField(
        label=_("Anything that helps us"),
        required=False,
        max_length=LONGEST_NOTE,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("Which match, when, what happened. Only staff read it."),
    )
