"""Pages about people: playing as a guest, claiming the account."""

from allauth.account.utils import setup_user_email
from allauth.core import ratelimit
from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_http_methods, require_POST

from accounts.browsers import device_note
from accounts.forms import ClaimForm
from accounts.models import User
from accounts.reading import preferences_of_browser
from accounts.requests import SignedInRequest
from accounts.rules import RULES_VERSION
from accounts.seen import note_sign_in
from accounts.selectors import guest_by_badge
from accounts.services import guest_create, preferences_take_along, rules_accept
from accounts.turned_away import turned_away
from wire.pages import way_back

#: Remembers, signed and for years, which guest this browser has been. His chips are
#: given once a browser; who signs out and comes back finds himself as he was.
GUEST_COOKIE = "guest"
GUEST_COOKIE_AGE_S = 5 * 365 * 24 * 3600

SIGN_IN_BACKEND = "django.contrib.auth.backends.ModelBackend"


@require_POST
def guest(request: HttpRequest) -> HttpResponse:
    """Sign in as a guest with one click: as the guest of this browser, or a new one.

    Where the guest of this browser is barred, the visitor reads why; as `another` he is new.
    """
    if request.user.is_authenticated:
        return redirect(_way_on(request))
    if (too_fast := ratelimit.consume_or_429(request, action="guest")) is not None:
        return too_fast
    badge = request.get_signed_cookie(GUEST_COOKIE, default="") or ""
    user = guest_by_badge(badge)
    if user is not None and user.is_barred and "another" not in request.POST:
        response = turned_away(request, user)
        device_note(request, response, user)
        return response
    if user is None or user.is_barred:
        user = _new_guest(request, is_first=not badge)
    login(request, user, backend=SIGN_IN_BACKEND)
    note_sign_in(request)
    response = redirect(_way_on(request))
    device_note(request, response, user)
    response.set_signed_cookie(
        GUEST_COOKIE,
        user.guest_badge,
        max_age=GUEST_COOKIE_AGE_S,
        httponly=True,
        samesite="Lax",
        secure=request.is_secure(),
    )
    return response


def _new_guest(request: HttpRequest, *, is_first: bool) -> User:
    """Somebody new. Beside every button that leads here it says that he accepts the house rules."""
    user = rules_accept(user=guest_create(with_welcome=is_first), version=RULES_VERSION)
    preferences_take_along(user=user, chosen=preferences_of_browser(request))
    if not is_first:
        messages.info(request, _("This browser has had its guest chips. Members get more."))
    return user


@sensitive_post_parameters("password1", "password2")
@login_required
@require_http_methods(["GET", "POST"])
def claim(request: SignedInRequest) -> HttpResponse:
    """Let a guest choose a name and a password, and keep all he has."""
    if not request.user.is_guest:
        return redirect("lobby:index")
    form = ClaimForm(request.POST or None, guest=request.user)
    if form.is_valid() and (user := form.claim()) is not None:
        update_session_auth_hash(request, user)
        note_sign_in(request)
        if user.email:
            setup_user_email(request, user, []).send_confirmation(request)
        messages.success(
            request, _("Welcome, {name}. This account is yours now.").format(name=user)
        )
        return redirect("lobby:index")
    return render(request, "accounts/claim.html", {"form": form})


def _way_on(request: HttpRequest) -> str:
    """Where the visitor was going, or the lobby."""
    return way_back(request, otherwise=resolve_url("lobby:index"))
