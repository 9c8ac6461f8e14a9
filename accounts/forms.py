"""Forms that allauth does not have."""

from allauth.account.forms import SignupForm
from django.utils.translation import gettext_lazy as _


class ClaimForm(SignupForm):
    """What a guest chooses to become a member: the fields and checks of a sign-up."""

    def __init__(self, *args: object, **kwargs: object) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("3 to 20 letters A to Z, digits, - or _.")
