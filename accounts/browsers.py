"""A random number that a browser keeps for the house, so that accounts on one device can be told.

It is set where somebody comes in: by password, as a guest, or for the first time. Only its hash
is ever handed on. It says nothing about who sits at the device, and nobody is punished by it.
"""

import hashlib
import secrets
from typing import Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from accounts.lifecycle import arrival_hooks
from accounts.models import User

DEVICE_COOKIE: Final = "device"
_DAY_S: Final = 24 * 3600


def device_note(request: HttpRequest, response: HttpResponse, user: User) -> None:
    """Have the browser keep its number, and tell who wants to know that the user came with it."""
    number = request.get_signed_cookie(DEVICE_COOKIE, default="") or secrets.token_hex(16)
    response.set_signed_cookie(
        DEVICE_COOKIE,
        number,
        max_age=settings.HOUSE_DEVICE_KEEP_DAYS * _DAY_S,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    device = hashlib.sha256(number.encode()).hexdigest()[:32]
    for hook in arrival_hooks():
        hook(user=user, device=device)
