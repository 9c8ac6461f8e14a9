"""Opening a table, and a table's own page."""

from typing import TYPE_CHECKING

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from bankroll.selectors import balance_of
from lobby import selectors, services
from lobby.forms import Opener, TableForm
from lobby.models import Table
from lobby.pages import TablePage
from matches.selectors import board_path
from wire.errors import NotFound, PlatformError
from wire.pages import explain, form_text, way_back

if TYPE_CHECKING:
    from accounts.requests import SignedInRequest

#: A longer number of chips is no number anybody means.
MOST_DIGITS = 12

# --- opening a table --------------------------------------------------------------


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def table_new(request: "SignedInRequest") -> HttpResponse:
    """Choose what to play. An address may choose beforehand: `?game=long_nardy&points=3`."""
    is_sent = request.method == "POST"
    form = _form(request, request.POST if is_sent else request.GET, is_final=is_sent)
    if is_sent and form.is_valid():
        opened: Table | None
        try:
            opened = services.table_open(
                host=request.user,
                rules=form.rules,
                access=form.access_chosen,
                clock=form.cleaned_data["clock"],
                is_rated=form.term("is_rated"),
                has_different_sums=form.term("has_different_sums"),
                key=form.cleaned_data["key"],
            )
        except PlatformError as error:
            explain(request, error)
            opened = selectors.open_table_of(request.user)
        if opened is not None:
            return redirect(_place_of(opened))
    return render(request, "lobby/table_new.html", {"form": form})


@login_required
@require_safe
def table_choice(request: "SignedInRequest") -> HttpResponse:
    """The part of the form that depends on the rest of it, asked for after every choice."""
    form = _form(request, request.GET, is_final=False)
    return render(request, "lobby/table_choice.html", {"form": form, "is_swapped": True})


def _form(request: "SignedInRequest", said: QueryDict, *, is_final: bool) -> TableForm:
    opener = Opener(is_guest=request.user.is_guest, available_chips=balance_of(request.user))
    return TableForm(said.dict(), opener=opener, is_final=is_final)


# --- one table --------------------------------------------------------------------


@require_safe
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """A table: its rules, who sits there, and what can be done."""
    return render(request, "lobby/table.html", {"page": _page(request, table_id)})


@require_safe
def table_state(request: HttpRequest, table_id: str) -> HttpResponse:
    """The live part of the page, read again when the socket says it has changed."""
    return render(request, "lobby/table_state.html", {"page": _page(request, table_id)})


@require_safe
def table_games(request: HttpRequest, table_id: str) -> HttpResponse:
    """The receipts of the games, read again as each ends."""
    return render(request, "lobby/table_games.html", {"page": _page(request, table_id)})


@require_POST
def table_take(request: HttpRequest, table_id: str) -> HttpResponse:
    """Sit down, with the chips that were named where the sums may differ; on to the board."""
    if not request.user.is_authenticated:
        return _sign_in_first(table_id)
    try:
        found = services.table_take(table_id=table_id, user=request.user, chips=_chips_of(request))
    except PlatformError as error:
        return _refused(request, table_id, error)
    return redirect(_place_of(found))


@require_POST
def table_close(request: HttpRequest, table_id: str) -> HttpResponse:
    """Leave the own table before anybody has come."""
    if not request.user.is_authenticated:
        return _sign_in_first(table_id)
    try:
        services.table_close(table_id=table_id, user=request.user)
    except PlatformError as error:
        return _refused(request, table_id, error)
    messages.success(request, _("Your table is closed."))
    return redirect(way_back(request, otherwise=reverse("lobby:matches")))


@require_POST
def table_leave(request: HttpRequest, table_id: str) -> HttpResponse:
    """Get up between two games; the chips go home."""
    if not request.user.is_authenticated:
        return _sign_in_first(table_id)
    try:
        services.table_leave(table_id=table_id, user=request.user)
    except PlatformError as error:
        return _refused(request, table_id, error)
    return redirect(reverse("lobby:table", args=[table_id]))


@require_POST
def table_top_up(request: HttpRequest, table_id: str) -> HttpResponse:
    """Add chips between two games."""
    if not request.user.is_authenticated:
        return _sign_in_first(table_id)
    try:
        services.table_top_up(
            table_id=table_id,
            user=request.user,
            chips=_chips_of(request) or 0,
            key=form_text(request, "key"),
        )
    except PlatformError as error:
        return _refused(request, table_id, error)
    messages.success(request, _("Your chips are on the table."))
    return redirect(reverse("lobby:table", args=[table_id]))


@require_POST
def table_rematch(request: HttpRequest, table_id: str) -> HttpResponse:
    """Play again with the same person: wait for him, or sit down where he waits."""
    if not request.user.is_authenticated:
        return _sign_in_first(table_id)
    try:
        again = services.table_rematch(table_id=table_id, user=request.user)
    except PlatformError as error:
        return _refused(request, table_id, error)
    return redirect(_place_of(again))


def _page(request: HttpRequest, table_id: str) -> TablePage:
    try:
        found = selectors.table_by_id(table_id)
    except NotFound as missing:
        raise Http404 from missing
    link = request.build_absolute_uri(reverse("lobby:table", args=[table_id]))
    return TablePage(found, request.user, link)


def _chips_of(request: HttpRequest) -> int | None:
    """The number of chips a form names; None where it names none, 0 for what is no number."""
    said = request.POST.get("chips", "")
    if not said:
        return None
    return int(said) if said.isascii() and said.isdecimal() and len(said) < MOST_DIGITS else 0


def _place_of(table: Table) -> str:
    """Where somebody who sits at the table should be: at the board once it is played."""
    if table.match is not None:
        return board_path(table.match.public_id)
    return reverse("lobby:table", args=[table.public_id])


def _sign_in_first(table_id: str) -> HttpResponse:
    """To the sign-in page, and from there to the table: the button itself cannot be opened."""
    return redirect_to_login(reverse("lobby:table", args=[table_id]))


def _refused(request: HttpRequest, table_id: str, error: PlatformError) -> HttpResponse:
    """Show a refusal at the table; one that does not exist has no page."""
    if error.code == "table.not_found":
        raise Http404 from error
    explain(request, error)
    return redirect(way_back(request, otherwise=reverse("lobby:table", args=[table_id])))
