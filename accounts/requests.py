"""Requests as views know them after `login_required`, and proving oneself once more."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from allauth.account.decorators import reauthentication_required as proof_required
from django.http import HttpRequest, HttpResponse

from accounts.models import User


class SignedInRequest(HttpRequest):
    """A request whose user is somebody."""

    user: User


View = Callable[..., HttpResponse]


def reauthentication_required(view: View) -> View:
    """Ask for password or code again, if that was not just done. Guests have neither."""
    proven = proof_required(view)

    @wraps(view)
    def asked(request: SignedInRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        has_proof = request.user.has_usable_password()
        answer: HttpResponse = (proven if has_proof else view)(request, *args, **kwargs)
        return answer

    return asked
