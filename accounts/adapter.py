"""Where allauth meets the house: names, the welcome, and the end of sessions.

Sign-up, sign-in, passwords, sessions and the second factor are allauth's own; these
adapters change only what it asks them. They are named in the settings.
"""

from contextlib import nullcontext
from typing import Any, cast

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.usersessions.adapter import DefaultUserSessionsAdapter
from allauth.usersessions.models import UserSession
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.browsers import device_note
from accounts.models import User
from accounts.qr import qr_svg
from accounts.reading import preferences_of_browser, spoken_to
from accounts.rules import RULES_VERSION
from accounts.selectors import name_refusal
from accounts.services import (
    former_name_check,
    preferences_take_along,
    rules_accept,
    session_end,
    sessions_end,
    user_welcome,
)
from accounts.turned_away import turned_away
from wire.errors import Conflict
from wire.secrets import seal, unseal

_MISMATCH = gettext_lazy("This name or e-mail address and this password do not belong together.")


class AccountAdapter(DefaultAccountAdapter):
    """ACCOUNT_ADAPTER: who may have which name, and what follows a sign-in or a sign-out."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": gettext_lazy("This name is taken."),
        "username_password_mismatch": _MISMATCH,
        "email_password_mismatch": _MISMATCH,
        "incorrect_password": gettext_lazy("This is not your password."),
        "enter_current_password": gettext_lazy("This is not your present password."),
        "incorrect_code": gettext_lazy("This code is not right. Codes change every 30 seconds."),
        "email_taken": gettext_lazy("Another account has this e-mail address."),
        "duplicate_email": gettext_lazy("This is your e-mail address already."),
        "too_many_login_attempts": gettext_lazy(
            "Too many attempts. Wait a few minutes and try again."
        ),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002
        """The name as given, if somebody new may have it. Raises ValidationError if not."""
        username = super().clean_username(username, shallow=shallow)
        no = None if shallow else name_refusal(username)
        if no is not None:
            raise ValidationError(_(no.text), code=no.code)
        return username

    def save_user(self, request: HttpRequest, user: User, form: Form, **options: bool) -> User:
        """Save a sign-up, and that the form accepts the house rules.

        Of two for the same name in the same moment, one is asked again.
        """
        try:
            with transaction.atomic():
                user = super().save_user(request, user, form, **options)
                former_name_check(user=user)
                preferences_take_along(user=user, chosen=preferences_of_browser(request))
                return rules_accept(user=user, version=RULES_VERSION)
        except (IntegrityError, Conflict) as taken:
            messages.error(request, _("Somebody has just taken this name."))
            raise ImmediateHttpResponse(redirect("account_signup")) from taken

    def login(self, request: HttpRequest, user: User) -> None:
        """Open a session for somebody who has proven who he is; a barred one reads why not."""
        if user.is_barred:
            request.session.flush()
            answer = turned_away(request, user)
            device_note(request, answer, user)
            raise ImmediateHttpResponse(answer)
        super().login(request, user)

    def post_login(self, request: HttpRequest, user: User, **details: Any) -> HttpResponse:
        """Go on after a sign-in or sign-up, once the user has been welcomed.

        Asked at every sign-in, so that a welcome cut short by a crash is made good.
        """
        user_welcome(user=user)
        answer = super().post_login(request, user, **details)
        device_note(request, answer, user)
        return answer

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Send a mail in the language of its reader: of the account, else of the page in hand."""
        user = context.get("user")
        speaking = spoken_to(user) if user and user.preferences.get("language") else nullcontext()
        with speaking:
            super().send_mail(template_prefix, email, context)

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Tell somebody what was done to his account, by whomever."""
        named = {"user": user, **(context or {})}
        super().send_notification_mail(template_prefix, user, named, email)

    def logout(self, request: HttpRequest) -> None:
        """End this session, and with it the sockets of its other tabs."""
        user, key = request.user, request.session.session_key
        super().logout(request)
        if key:
            session_end(user=cast("User", user), session_key=key)

    def set_password(self, user: User, password: str) -> None:
        """Change the password; whoever came in with the old one is sent out."""
        super().set_password(user, password)
        request = context.request
        is_own = request.user.is_authenticated and request.user.pk == user.pk
        sessions_end(user=user, but_for=request.session.session_key if is_own else None)


class SessionsAdapter(DefaultUserSessionsAdapter):
    """USERSESSIONS_ADAPTER: a session that ends takes its sockets with it."""

    def end_sessions(self, sessions: list[UserSession]) -> None:
        """End these sessions, wherever they are."""
        for session in sessions:
            session_end(user=session.user, session_key=session.session_key)


class SecondFactorAdapter(DefaultMFAAdapter):
    """MFA_ADAPTER: secrets rest sealed, and the picture fits our policy for pages."""

    error_messages = {
        **DefaultMFAAdapter.error_messages,
        "incorrect_code": gettext_lazy("This code is not right. Codes change every 30 seconds."),
        "unverified_email": gettext_lazy(
            "Please confirm your e-mail address first: follow the link in our mail."
        ),
    }

    def get_totp_issuer(self) -> str:
        """What an authenticator app files the account under."""
        return _("Backgammon House")

    def get_totp_label(self, user: User) -> str:
        """The name, which is on every screen anyway; not the e-mail address."""
        return user.username

    def build_totp_svg(self, url: str) -> str:
        """The code to scan, as an element: a data: address would need a hole in the policy."""
        return qr_svg(url)

    def encrypt(self, text: str) -> str:
        """A secret of an authenticator as it may rest in the database."""
        return seal(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """The secret again."""
        return unseal(encrypted_text.encode()).decode()
