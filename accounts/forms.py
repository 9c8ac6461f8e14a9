"""allauth's forms in our words, and those it does not have."""

from collections.abc import Mapping
from typing import Any, ClassVar

from allauth.account import forms as account
from allauth.mfa.base import forms as second_factor
from allauth.mfa.totp import forms as totp
from django import forms
from django.contrib.auth.forms import AdminUserCreationForm
from django.db import transaction
from django.urls import reverse
from django.utils.functional import lazy
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from accounts.names import NAME_LENGTH
from accounts.rules import RULES_VERSION
from accounts.scopes import DAYS, Scope
from accounts.selectors import name_refusal
from accounts.services import ABOUT_CHARS, guest_claim, language_keep, rules_accept
from wire.errors import Conflict
from wire.texts import error_body

#: Each field of allauth's by its name, as the house calls it.
_LABELS: Mapping[str, Any] = {
    "login": _("Name or e-mail"),
    "username": _("Name"),
    "email": _("E-mail"),
    "password": _("Password"),
    "password1": _("Password"),
    "password2": _("Password, once more"),
    "oldpassword": _("Present password"),
    "remember": _("Keep me signed in on this device"),
    "code": _("Code"),
}


_PASSWORD_HELP = _("At least 8 characters, not digits alone, and nothing that many people use.")


def rules_label() -> str:
    """What the box says, with the way to the rules."""
    text = gettext("I have read the {link} and accept them.")
    link = format_html(
        '<a href="{}" target="_blank">{}</a>', reverse("accounts:rules"), gettext("house rules")
    )
    return format_html(text, link=link)


class HouseWords:
    """Mixed into a form of allauth's: our labels, and no placeholder that repeats them."""

    words: ClassVar[Mapping[str, Any]] = {}
    fields: dict[str, forms.Field]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            if label := self.words.get(name) or _LABELS.get(name):
                field.label = label
            field.widget.attrs.pop("placeholder", None)
        if "password1" in self.fields:
            self.fields["password1"].help_text = _PASSWORD_HELP


class SignInForm(HouseWords, account.LoginForm):
    """Name or e-mail address, and password."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        # Managers of passwords file them under the name, which may be an address.
        self.fields["login"].widget.attrs["autocomplete"] = "username"


class RulesBox(forms.CheckboxInput):
    """A box that is ticked for one version of the house rules: an older form ticks nothing."""

    def __init__(self, attrs: dict[str, Any] | None = None) -> None:
        super().__init__({**(attrs or {}), "value": str(RULES_VERSION)})

    def value_from_datadict(self, data: Mapping[str, Any], files: Any, name: str) -> bool:
        """Whether the rules as they are now were accepted."""
        return data.get(name) == str(RULES_VERSION)


class SignUpForm(HouseWords, account.SignupForm):
    """What a newcomer chooses, and that he accepts the house rules."""

    words = {"email": _("E-mail (may be left out)")}
    rules = forms.BooleanField(
        widget=RulesBox,
        label=lazy(rules_label, SafeString)(),
        error_messages={"required": _("Without the house rules there is no play: tick the box.")},
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["username"].help_text = _("3 to 20 letters A to Z, digits, - or _.")
        self.fields["rules"] = self.fields.pop("rules")  # the last thing one does


class ReauthenticateForm(HouseWords, account.ReauthenticateForm):
    """The password, once more before a step that matters."""


class EmailForm(HouseWords, account.AddEmailForm):
    """A first address, or a new one."""

    words = {"email": _("New e-mail address")}


class ChangePasswordForm(HouseWords, account.ChangePasswordForm):
    """The present password and a new one."""

    words = {"password1": _("New password"), "password2": _("New password, once more")}


class SetPasswordForm(HouseWords, account.SetPasswordForm):
    """A first password."""

    words = {"password1": _("New password"), "password2": _("New password, once more")}


class ForgottenPasswordForm(HouseWords, account.ResetPasswordForm):
    """Where the link for a new password goes."""


class NewPasswordForm(HouseWords, account.ResetPasswordKeyForm):
    """The new password, for whoever has followed the link."""

    words = {"password1": _("New password"), "password2": _("New password, once more")}


class CodeForm(HouseWords, second_factor.AuthenticateForm):
    """A code of the authenticator app, or a recovery code, at the door."""

    words = {"code": _("Code from the app, or a recovery code")}


class CodeAgainForm(HouseWords, second_factor.ReauthenticateForm):
    """The same, before a step that matters."""

    words = CodeForm.words


class ActivateForm(HouseWords, totp.ActivateTOTPForm):
    """The first code of a new authenticator app proves that it has the secret."""

    words = {"code": _("Code that the app shows now")}


class ClaimForm(SignUpForm):
    """What a guest chooses to become a member: the fields and checks of a sign-up."""

    def __init__(self, *args: Any, guest: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._guest = guest

    def claim(self) -> User | None:
        """The new member; or None, and an error, where somebody has just taken the name."""
        try:
            with transaction.atomic():
                rules_accept(user=self._guest, version=RULES_VERSION)
                language_keep(user=self._guest)
                return guest_claim(
                    user=self._guest,
                    name=self.cleaned_data["username"],
                    password=self.cleaned_data["password1"],
                    email=self.cleaned_data["email"],
                )
        except Conflict as clash:
            self.add_error("username", error_body(clash)["message"])
            return None


class NameForm(forms.Form):
    """Another name for a member."""

    username = forms.CharField(label=_("New name"), max_length=NAME_LENGTH)

    def __init__(self, *args: Any, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self._user = user
        field = self.fields["username"]
        field.help_text = _("3 to 20 letters A to Z, digits, - or _.")
        field.validators += User._meta.get_field("username").validators
        field.widget.attrs["autocomplete"] = "username"

    def clean_username(self) -> str:
        """The name as typed. Raises ValidationError where he may not have it."""
        name: str = self.cleaned_data["username"]
        no = name_refusal(name, user=self._user, is_staff=self._user.is_staff)
        if no is not None:
            raise forms.ValidationError(gettext(no.text), code=no.code)
        return name


class AboutForm(forms.Form):
    """What a member says about himself. The service says what cannot stand there."""

    about = forms.CharField(
        label=_("About you"),
        required=False,
        max_length=ABOUT_CHARS,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=_("At most 200 characters. Empty takes it away."),
    )


class TokenForm(forms.Form):
    """A token for a program: what it is called, what it may do, and for how long."""

    name = forms.CharField(label=_("Name"), max_length=60)
    scopes = forms.MultipleChoiceField(
        label=_("What it may do"),
        choices=Scope.choices,
        initial=[Scope.READ.value],
        widget=forms.CheckboxSelectMultiple,
    )
    days = forms.TypedChoiceField(
        label=_("For how long"),
        choices=lambda: [
            (days, ngettext("%(days)d day", "%(days)d days", days) % {"days": days})
            for days in DAYS
        ],
        coerce=int,
        initial=90,
    )

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].help_text = _("For you, so that you know it again.")
        self.fields["name"].widget.attrs["autocomplete"] = "off"


class ClosingForm(forms.Form):
    """The name, typed once more by whoever means it."""

    name = forms.CharField(label=_("Your name"), max_length=NAME_LENGTH)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["name"].widget.attrs["autocomplete"] = "off"


class StaffMayName:
    """Mixed into a form of the desk: the same rules for names; staff may sound like the house."""

    instance: User
    cleaned_data: dict[str, Any]

    def clean(self) -> dict[str, Any]:
        """Refuse a new name that would deceive."""
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data  # type: ignore[misc]
        name = cleaned.get("username", self.instance.username)
        user = self.instance if self.instance.pk else None
        no = name_refusal(name, user=user, is_staff=bool(cleaned.get("rank")))
        if no is not None and "username" in self.changed_data:  # type: ignore[attr-defined]
            self.add_error("username", gettext(no.text))  # type: ignore[attr-defined]
        return cleaned


class NewDeskUserForm(StaffMayName, AdminUserCreationForm):
    """A player made at the desk."""
