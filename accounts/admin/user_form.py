"""The form of a person's page at the desk: what may be changed about somebody, and why."""

from typing import Any, ClassVar

from django import forms
from django.contrib.auth.forms import UserChangeForm
from django.contrib.auth.models import Permission
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _

from accounts.forms import StaffMayName
from accounts.models import User
from accounts.ranks import Rank, rank_held
from accounts.services.ranks import ranks_within, single_rows

RANKS = {
    Rank.PLAYER: _("player"),
    Rank.MODERATOR: _("moderator"),
    Rank.DIRECTOR: _("director"),
    Rank.OPERATOR: _("operator"),
    Rank.CHIEF: _("superuser"),
}


class PermissionField(forms.ModelMultipleChoiceField):
    """Permissions by what they let somebody do."""

    def label_from_instance(self, obj: Permission) -> str:
        """Its sentence."""
        return gettext(obj.name)


class DeskUserForm(StaffMayName, UserChangeForm):
    """A player at the desk. `actor`, who holds the form, is set on the class."""

    actor: ClassVar[User]

    rank = forms.TypedChoiceField(
        label=pgettext_lazy("of staff", "Rank"),
        coerce=lambda value: Rank(int(value)),
        help_text=_("Only ranks below your own can be given."),
    )
    single = PermissionField(
        label=_("May also"),
        queryset=Permission.objects.none(),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    reason = forms.CharField(
        label=_("Reason"),
        max_length=300,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2, "cols": 60}),
        help_text=_("Kept in the staff log with what was before and after."),
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if "rank" not in self.fields:
            return
        within = ranks_within(self.actor)
        rank, single = self.fields["rank"], self.fields["single"]
        assert isinstance(rank, forms.TypedChoiceField)
        assert isinstance(single, forms.ModelMultipleChoiceField)
        rank.choices = [(int(each), RANKS[each]) for each in within]
        rank.initial = int(rank_held(self.instance))
        rows = single_rows()
        single.queryset = Permission.objects.filter(pk__in=[row.pk for row in rows])
        held = set(self.instance.user_permissions.values_list("pk", flat=True))
        single.initial = [row.pk for row in rows if row.pk in held]

    def clean(self) -> dict[str, Any]:
        """Refuse a change without a reason."""
        cleaned = super().clean()
        if set(self.changed_data) - {"reason"} and not cleaned.get("reason", "").strip():
            self.add_error("reason", gettext("Please say why: the reason is kept with the act."))
        return cleaned
