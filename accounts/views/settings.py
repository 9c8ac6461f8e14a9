"""The account's own pages: the hub, the name, what the house keeps, and closing."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.forms import AboutForm, ClosingForm, NameForm
from accounts.requests import SignedInRequest, reauthentication_required
from accounts.selectors import account_overview, account_record, closing_refusals
from accounts.services import user_close, user_describe, user_rename
from wire.errors import PlatformError
from wire.pages import explain
from wire.texts import error_body, sentence


@login_required
@require_safe
def settings(request: SignedInRequest) -> HttpResponse:
    """Everything one can look at or change about one's account, a row each."""
    return render(request, "accounts/settings.html", {"overview": account_overview(request.user)})


@login_required
@require_http_methods(["GET", "POST"])
def name(request: SignedInRequest) -> HttpResponse:
    """Choose another name."""
    if request.user.is_guest:
        return redirect("accounts:claim")
    form = NameForm(request.POST or None, user=request.user)
    if form.is_valid():
        try:
            user = user_rename(user=request.user, name=form.cleaned_data["username"])
        except PlatformError as refusal:
            explain(request, refusal)
        else:
            messages.success(request, _("You are {name} now.").format(name=user))
            return redirect("accounts:settings")
    return render(request, "accounts/name.html", {"form": form})


@login_required
@require_http_methods(["GET", "POST"])
def about(request: SignedInRequest) -> HttpResponse:
    """Write a line about oneself; what cannot stand there is given back with the reason."""
    if request.user.is_guest:
        return redirect("accounts:claim")
    form = AboutForm(request.POST or None, initial={"about": request.user.about})
    if request.method == "POST" and form.is_valid():
        try:
            user_describe(user=request.user, about=form.cleaned_data["about"])
        except PlatformError as refusal:
            form.add_error("about", error_body(refusal)["message"])
        else:
            messages.success(request, _("Your page says so now."))
            return redirect("accounts:settings")
    return render(request, "accounts/about.html", {"form": form})


@login_required
@reauthentication_required
@require_POST
def download(request: SignedInRequest) -> HttpResponse:
    """All that the house keeps about somebody, as one file."""
    response = JsonResponse(account_record(request.user), json_dumps_params={"indent": 1})
    response["Content-Disposition"] = 'attachment; filename="my-account.json"'
    response["Cache-Control"] = "no-store"
    return response


@login_required
@reauthentication_required
@require_http_methods(["GET", "POST"])
def close(request: SignedInRequest) -> HttpResponse:
    """Say exactly what closing means; close, once the name has been typed."""
    form = ClosingForm(request.POST or None)
    if form.is_valid():
        try:
            user_close(user=request.user, typed_name=form.cleaned_data["name"])
        except PlatformError as refusal:
            explain(request, refusal)
            return redirect("accounts:close")
        request.session.flush()
        messages.success(request, _("Your account is closed. Thank you for the games."))
        return redirect("lobby:index")
    reasons = [sentence(no.text, dict(no.facts)) for no in closing_refusals(request.user)]
    overview = account_overview(request.user)
    context = {"form": form, "reasons": reasons, "overview": overview}
    return render(request, "accounts/close.html", context)
