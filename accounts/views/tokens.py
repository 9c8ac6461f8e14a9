"""Tokens for programs: the list, making one, taking one back."""

from contextlib import suppress

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from accounts.forms import TokenForm
from accounts.models import ApiToken
from accounts.requests import SignedInRequest, reauthentication_required
from accounts.selectors.tokens import tokens_of
from accounts.services.tokens import token_create, token_revoke
from wire.errors import NotFound, PlatformError
from wire.pages import explain


@never_cache
@login_required
@require_safe
def tokens(request: SignedInRequest) -> HttpResponse:
    """The tokens that stand, and a form for another."""
    return _page(request, TokenForm())


@never_cache
@login_required
@reauthentication_required
@require_POST
def token_make(request: SignedInRequest) -> HttpResponse:
    """Make a token. Its text is on this one answer and nowhere else, so there is no way back."""
    form = TokenForm(request.POST)
    if not form.is_valid():
        return _page(request, form)
    try:
        token, text = token_create(user=request.user, **form.cleaned_data)
    except PlatformError as refusal:
        explain(request, refusal)
        return redirect("accounts:tokens")
    return _page(request, TokenForm(), made=token, text=text)


@login_required
@require_POST
def token_end(request: SignedInRequest, prefix: str) -> HttpResponse:
    """Take a token back. One that is gone already is as good as taken back now."""
    with suppress(NotFound):
        token_revoke(user=request.user, prefix=prefix)
    messages.success(request, _("That token opens nothing any more."))
    return redirect("accounts:tokens")


def _page(
    request: SignedInRequest, form: TokenForm, *, made: ApiToken | None = None, text: str = ""
) -> HttpResponse:
    context = {"form": form, "tokens": tokens_of(request.user), "made": made, "text": text}
    return render(request, "accounts/tokens.html", context)
