"""The pages of the lobby: what can be joined now, opening a table, and a table's own page."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from lobby import selectors, services
from lobby.forms import TableForm
from lobby.games import GAMES
from lobby.lengths import CLOCKS
from lobby.models import Table
from lobby.pages import TablePage
from matches.selectors import board_path, clocked_matches_of, running_matches_of
from tournaments.selectors import live_entry_of, seat_lost_by
from wire.errors import NotFound, PlatformError
from wire.pages import explain, way_back
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User
    from accounts.requests import SignedInRequest

#: For how long the lobby explains a seat that was lost by being away.
EXPLAIN_LOST_SEAT = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class Tab:
    """One part of the lobby; `kind` is that of its rows and names its templates."""

    kind: str
    name: str | Promise
    route: str

    @property
    def row(self) -> str:
        """The template of one row."""
        return f"lobby/{self.kind}_row.html"

    @property
    def intro(self) -> str:
        """The template of what stands above the rows."""
        return f"lobby/{self.kind}_intro.html"

    @property
    def empty(self) -> str:
        """The template of what stands in place of rows."""
        return f"lobby/{self.kind}_empty.html"


TABS = (
    Tab(selectors.SIT_AND_GO, gettext_lazy("Sit&Go"), "lobby:index"),
    Tab(selectors.TABLE, gettext_lazy("Matches"), "lobby:matches"),
)


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """The front door, with the events that are open."""
    return _lobby(request, TABS[0])


@require_safe
def matches(request: HttpRequest) -> HttpResponse:
    """The tables at which somebody waits for an opponent, and those being played."""
    return _lobby(request, TABS[1])


def _lobby(request: HttpRequest, tab: Tab) -> HttpResponse:
    snapshot = selectors.lobby_snapshot()
    rows = [row for row in snapshot["rows"] if _kind_of(row) == tab.kind]
    waiting = {
        each.kind: sum(
            _kind_of(row) == each.kind and row["state"] == "open" for row in snapshot["rows"]
        )
        for each in TABS
    }
    context = {
        "tabs": [(each, waiting[each.kind]) for each in TABS],
        "tab": tab,
        "rows": rows,
        "online": snapshot["online"],
        "games": GAMES.values(),
        "clocks": CLOCKS.values(),
    }
    if request.user.is_authenticated:
        context |= _own(request.user)
    return render(request, "lobby/index.html", context)


def _kind_of(row: Mapping[str, Any]) -> str:
    return str(row["row"]).partition(":")[0]


def _own(user: "User") -> dict[str, Any]:
    """What a visitor has going on himself."""
    seat = live_entry_of(user)
    clocked = {match.pk for match in clocked_matches_of(user)}
    return {
        "boards": [
            {
                "url": board_path(match.public_id),
                "title": match.title,
                "has_clock": match.pk in clocked,
            }
            for match in running_matches_of(user)
        ],
        "seat": seat,
        "my_event_id": seat.tournament.public_id if seat else "",
        "my_table": selectors.open_table_of(user),
        "lost_seat": seat_lost_by(user, since=now() - EXPLAIN_LOST_SEAT),
    }


# --- opening a table --------------------------------------------------------------


@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def table_new(request: "SignedInRequest") -> HttpResponse:
    """Choose what to play. An address may choose beforehand: `?game=long_nardy&points=3`."""
    is_sent = request.method == "POST"
    form = TableForm((request.POST if is_sent else request.GET).dict(), is_final=is_sent)
    if is_sent and form.is_valid():
        opened: Table | None
        try:
            opened = services.table_open(
                host=request.user,
                rules=form.rules,
                access=form.access_chosen,
                clock=form.cleaned_data["clock"],
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
    form = TableForm(request.GET.dict())
    return render(request, "lobby/table_choice.html", {"form": form, "is_swapped": True})


# --- one table --------------------------------------------------------------------


@require_safe
def table(request: HttpRequest, table_id: str) -> HttpResponse:
    """A table: its rules, who sits there, and what can be done."""
    return render(request, "lobby/table.html", {"page": _page(request, table_id)})


@require_safe
def table_state(request: HttpRequest, table_id: str) -> HttpResponse:
    """The live part of the page, read again when the socket says it has changed."""
    return render(request, "lobby/table_state.html", {"page": _page(request, table_id)})


@require_POST
def table_take(request: HttpRequest, table_id: str) -> HttpResponse:
    """Sit down; it leads straight to the board."""
    if not request.user.is_authenticated:
        return _sign_in_first(table_id)
    try:
        found = services.table_take(table_id=table_id, user=request.user)
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
