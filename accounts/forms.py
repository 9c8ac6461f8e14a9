"""Forms that allauth does not have."""

from typing import Any

from allauth.account.forms import SignupForm
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.services import guest_claim
from wire.errors import Conflict
from wire.texts import error_body


class ClaimForm(SignupForm):
    """What a guest chooses to become a member: the fields and checks of a sign-up."""

    def __init__(self, *args: Any, guest: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._guest = guest
        self.fields["username"].help_text = _("3 to 20 letters A to Z, digits, - or _.")

    def claim(self) -> User | None:
        """The new member; or None, and an error, where somebody has just taken the name."""
        try:
            return guest_claim(
                user=self._guest,
                name=self.cleaned_data["username"],
                password=self.cleaned_data["password1"],
                email=self.cleaned_data["email"],
            )
        except Conflict as clash:
            self.add_error("username", error_body(clash)["message"])
            return None
