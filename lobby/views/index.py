"""The front door: what can be joined now, and what a visitor has going on himself."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from lobby import selectors
from lobby.games import GAMES
from lobby.lengths import CLOCKS
from matches.selectors import board_path, clocked_matches_of, running_matches_of
from tournaments.selectors import live_entry_of, seat_lost_by
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

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
