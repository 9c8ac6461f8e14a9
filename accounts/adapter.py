"""Where allauth's sign-up and sign-in meet the house: names, and the welcome.

Sign-up, sign-in and password reset are allauth's own; this changes only what it asks
its adapter.
"""

from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.names import is_reserved
from accounts.selectors import is_name_free
from accounts.services import user_welcome


class AccountAdapter(DefaultAccountAdapter):
    """Named in the settings as ACCOUNT_ADAPTER."""

    error_messages = {
        **DefaultAccountAdapter.error_messages,
        "username_taken": gettext_lazy("This name is taken."),
    }

    def clean_username(self, username: str, shallow: bool = False) -> str:  # noqa: FBT001, FBT002
        """The name as given, if somebody new may have it. Raises ValidationError if not."""
        username = super().clean_username(username, shallow=shallow)
        if is_reserved(username):
            raise ValidationError(_("This name is kept for the house. Please choose another."))
        if not shallow and not is_name_free(username):
            raise ValidationError(_("This name looks like one that is taken."))
        return username

    def save_user(self, request: HttpRequest, user: User, form: Form, **options: bool) -> User:
        """Save a sign-up. Of two for the same name in the same moment, one is asked again."""
        try:
            with transaction.atomic():
                return super().save_user(request, user, form, **options)
        except IntegrityError as taken:
            messages.error(request, _("Somebody has just taken this name."))
            raise ImmediateHttpResponse(redirect("account_signup")) from taken

    def post_login(self, request: HttpRequest, user: User, **details: Any) -> HttpResponse:
        """Go on after a sign-in or sign-up, once the user has been welcomed.

        Asked at every sign-in, so that a welcome cut short by a crash is made good.
        """
        user_welcome(user=user)
        return super().post_login(request, user, **details)
