"""Requests as views know them after `login_required`."""

from django.http import HttpRequest

from accounts.models import User


class SignedInRequest(HttpRequest):
    """A request whose user is somebody."""

    user: User
