"""Blocking a player from his page, and the list of whom one has blocked."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from accounts.models import User
from accounts.requests import SignedInRequest
from accounts.selectors import account_by_name, blocks_of, user_by_name
from accounts.services import player_block, player_unblock
from wire.errors import NotFound, Refused
from wire.pages import explain, way_back


@login_required
@require_POST
def block(request: SignedInRequest, name: str) -> HttpResponse:
    """Block the player of this name."""
    other = _somebody(name)
    try:
        player_block(user=request.user, blocked=other)
    except Refused as refusal:
        explain(request, refusal)
    else:
        messages.success(request, _("{name} is blocked.").format(name=other))
    return redirect(_back(request))


@login_required
@require_POST
def unblock(request: SignedInRequest, name: str) -> HttpResponse:
    """Take the block off the player of this name."""
    other = _account(name)
    player_unblock(user=request.user, blocked=other)
    messages.success(request, _("{name} is not blocked any more.").format(name=other))
    return redirect(_back(request))


@login_required
@require_safe
def blocked(request: SignedInRequest) -> HttpResponse:
    """Whom one has blocked, with a way to change one's mind."""
    return render(request, "accounts/blocked.html", {"blocks": blocks_of(request.user)})


def _somebody(name: str) -> User:
    try:
        return user_by_name(name)
    except NotFound as missing:
        raise Http404 from missing


def _account(name: str) -> User:
    """Whoever stands on a list of blocked players, even if staff have closed his account since."""
    try:
        return account_by_name(name)
    except NotFound as missing:
        raise Http404 from missing


def _back(request: HttpRequest) -> str:
    return way_back(request, otherwise=resolve_url("accounts:blocked"))
