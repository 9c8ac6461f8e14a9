"""What a barred person meets: his session ends, and a page says what, why and until when.

The page needs no session. Whoever has just proven who he is, by password, code or session, is led
to it by a signed address that is good for a day; nobody else can know it.
"""

from collections.abc import Callable
from typing import Final

from allauth.account.adapter import get_adapter
from django.core import signing
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse
from django_htmx.http import HttpResponseClientRedirect

from accounts.bars import bar_refusal
from accounts.models import User
from accounts.selectors import account_by_name
from wire.errors import Forbidden, NotFound
from wire.texts import error_body

_SALT: Final = "accounts.turned_away"
_ADDRESS_AGE_S: Final = 24 * 3600
_API: Final = "/api/"


def barred_address(user: User) -> str:
    """Where this person, and nobody else, reads what keeps him out."""
    return reverse("moderation:barred", args=[signing.dumps(user.username, salt=_SALT)])


def barred_by(token: str) -> User | None:
    """Whose page this address is; None for one that was forged, or has run out."""
    try:
        name = signing.loads(token, salt=_SALT, max_age=_ADDRESS_AGE_S)
        return account_by_name(name)
    except (signing.BadSignature, NotFound):
        return None


def turned_away(request: HttpRequest, user: User) -> HttpResponse:
    """The answer to a request of somebody who is barred, as a page, a part of one or a program
    takes it."""
    no = bar_refusal(user)
    if no is not None and request.path.startswith(_API):
        refusal = Forbidden(no.code, no.text, **no.facts)
        return JsonResponse(error_body(refusal), status=refusal.status)
    if getattr(request, "htmx", False):
        return HttpResponseClientRedirect(barred_address(user))
    return redirect(barred_address(user))


class BarredTurnedAway:
    """The middleware that ends the session of whoever is barred, should one have survived the bar.

    It reads nothing: when somebody is barred until stands in his own row, which is loaded anyway.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        user = request.user
        if not (user.is_authenticated and user.is_barred):
            return self._get_response(request)
        answer = turned_away(request, user)
        get_adapter(request).logout(request)
        return answer
