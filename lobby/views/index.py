"""The front door: what can be joined or watched, who is here, what a visitor has going on.

A tab shows live rows that are the same for everybody, or a panel that is read for its person.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from accounts.gates import Door, gate_refusal
from accounts.requests import SignedInRequest
from lobby import selectors
from lobby.drawing import is_mine, row_words, rows_html
from lobby.filters import FilterLine, filter_lines, wanted_words
from lobby.home import facts_of
from lobby.my_events import MyEventsPanel
from lobby.my_tickets import MyTicketsPanel
from lobby.panels import SeekPanel
from matches.selectors import board_path, running_matches_of
from matches.wording import title_shown
from tournaments.selectors import entered_ids, events_during, seat_lost_by
from wire.texts import sentence
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User

#: Rows that are entered through the door of events.
EVENT_KINDS = frozenset({"sit_and_go", "tournament"})

#: The tab strangers arrive at; above it they see what the house is.
DOOR = "sit_and_go"

#: So many rows are drawn at first; the others are one press away.
MOST_ROWS = 100

#: For how long the lobby explains a seat that was lost by being away.
EXPLAIN_LOST_SEAT = timedelta(minutes=15)

Row = Mapping[str, Any]


def _of_own_tab(tab: "Tab", row: Row, name: str) -> bool:
    return row["tab"] == tab.key


def _of_my_events(tab: "Tab", row: Row, name: str) -> bool:
    return row["tab"] == "sit_and_go" and is_mine(row, name)


def _of_nobody(tab: "Tab", row: Row, name: str) -> bool:
    return False


@dataclass(frozen=True, slots=True)
class Tab:
    """One part of the lobby; its key names its templates.

    kinds: of the rows it may show. shows: whether a row counts in it for the person of a name, as
    static/js/lobby.js decides it too. is_list: its rows stand under each other. read_panel: reads
    what it shows instead of rows. is_personal: it is for those who are signed in.
    """

    key: str
    name: str | Promise
    route: str
    kinds: tuple[str, ...] = ()
    shows: Callable[["Tab", Row, str], bool] = _of_own_tab
    is_list: bool = False
    read_panel: Callable[["User", QueryDict], Any] | None = None
    is_personal: bool = False

    @property
    def intro(self) -> str:
        """The template of what stands above the rows."""
        return f"lobby/{self.key}_intro.html"

    @property
    def empty(self) -> str:
        """The template of what stands in place of rows."""
        return f"lobby/{self.key}_empty.html"

    @property
    def panel_template(self) -> str:
        """The template of its panel."""
        return f"lobby/{self.key}_panel.html"


TABS: Mapping[str, Tab] = {
    tab.key: tab
    for tab in (
        Tab("matches", gettext_lazy("Matches"), "lobby:matches", ("table", "match")),
        Tab("stakes", gettext_lazy("Table stakes"), "lobby:stakes", ("table",)),
        Tab("sit_and_go", gettext_lazy("Sit&Go"), "lobby:index", ("sit_and_go",)),
        Tab(
            "tournaments",
            gettext_lazy("Tournaments"),
            "lobby:tournaments",
            ("tournament",),
            is_list=True,
        ),
        Tab(
            "my_events",
            gettext_lazy("My events"),
            "lobby:my_events",
            shows=_of_my_events,
            read_panel=MyEventsPanel,
            is_personal=True,
        ),
        Tab(
            "my_tickets",
            gettext_lazy("My tickets"),
            "lobby:my_tickets",
            shows=_of_nobody,
            read_panel=MyTicketsPanel,
            is_personal=True,
        ),
    )
}


@dataclass(frozen=True, slots=True)
class TabLine:
    """A tab as the page shows it, with the number of rows in it that wait for somebody."""

    tab: Tab
    waiting: int


@require_safe
def tab(request: HttpRequest, key: str) -> HttpResponse:
    """One tab of the lobby. `?clock=fast&free=on` narrows its rows (`lobby/filters.py`), and
    `?all=on` draws however many there are."""
    shown, name = TABS[key], request.user.get_username()
    if shown.is_personal and not name:
        return redirect_to_login(request.get_full_path())
    snapshot = selectors.lobby_snapshot()
    filters = filter_lines(key, request.GET)
    entered = entered_ids(request.user) if request.user.is_authenticated else frozenset()
    context = {
        "tab": shown,
        "tabs": _tab_lines(snapshot["rows"], name, entered),
        "entered": entered,
        "filters": filters,
        "is_filtered": any(line.asked for line in filters),
        "people": snapshot["people"],
        "online": snapshot["online"],
        "seek": SeekPanel(request.user, request.get_full_path()),
        **row_words(),
    }
    if not name and key == DOOR:
        context |= {"is_home": True, "facts": facts_of(snapshot["rows"], snapshot["online"])}
    if shown.read_panel is None:
        has_all = "all" in request.GET
        context |= _rows(shown, snapshot["rows"], filters, name, entered, has_all=has_all)
    if request.user.is_authenticated:
        context |= _own(request.user)
        context["kept_out"] = _kept_out(shown, request.user)
        if shown.read_panel is not None:
            context["panel"] = shown.read_panel(request.user, request.GET)
    return render(request, "lobby/index.html", context)


@require_safe
@login_required
def panel(request: SignedInRequest, key: str) -> HttpResponse:
    """The panel of a tab alone, read again when something of its person has changed."""
    shown = TABS[key]
    assert shown.read_panel is not None, "only tabs with a panel have this address"
    context = {"tab": shown, "panel": shown.read_panel(request.user, request.GET)}
    return render(request, shown.panel_template, context)


def _tab_lines(rows: Sequence[Row], name: str, entered: Collection[str]) -> list[TabLine]:
    return [
        TabLine(
            each,
            sum(row["state"] == "open" and each.shows(each, row, name) for row in rows)
            + (len(entered) if each.key == "my_events" else 0),
        )
        for each in TABS.values()
        if name or not each.is_personal
    ]


def _rows(
    shown: Tab,
    rows: Sequence[Row],
    filters: Sequence[FilterLine],
    name: str,
    entered: Collection[str],
    *,
    has_all: bool,
) -> Any:
    """The rows of a tab that pass its filters, drawn; and whether there are others."""
    all_rows = [row for row in rows if shown.shows(shown, row, name)]
    wanted = wanted_words(filters)
    fitting = [row for row in all_rows if wanted <= set(row["words"])]
    most = len(fitting) if has_all else MOST_ROWS
    return {
        "rows_html": rows_html(fitting[:most], name=name, entered=entered),
        "most_rows": 0 if has_all else MOST_ROWS,
        "more_rows": max(0, len(fitting) - most),
        "has_rows": bool(fitting),
        "has_others": bool(all_rows),
    }


def _kept_out(shown: Tab, user: "User") -> str:
    """Why none of the events of this tab lets the visitor in, in place of their buttons; or ""."""
    no = gate_refusal(user, Door.EVENTS) if set(shown.kinds) & EVENT_KINDS else None
    return "" if no is None else sentence(no.text, dict(no.facts))


def _own(user: "User") -> dict[str, Any]:
    """What a visitor has going on himself."""
    running = running_matches_of(user)
    return {
        "boards": [
            {
                "url": board_path(match.public_id),
                "title": title_shown(match.title),
                "has_clock": match.rules["clock"] is not None,
            }
            for match in running
        ],
        "playing_events": events_during(user, with_lost=False),
        "my_table": selectors.open_table_of(user),
        "challenges": selectors.challenges_to(user),
        "lost_seat": seat_lost_by(user, since=now() - EXPLAIN_LOST_SEAT),
    }
