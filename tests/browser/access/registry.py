"""Every address of the house and what it is: the one list that the walk goes through.

A new page gets a line here, or `test_registry.py` fails; docs/accessibility.md tells how.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import StrEnum

from django.contrib import admin
from django.db.models import Model

from tests.browser.access.routes import address_of
from wire.learning import LEARN_PAGES


class Kind(StrEnum):
    """What an address answers with, when it is asked with GET."""

    PAGE = "a page"
    PART = "a part of a page, drawn inside another"
    FILE = "a file"
    LEADS = "a redirect"
    NOBODY = "a refusal, whoever asks"
    ORDER = "nothing: it takes orders by POST"


@dataclass(frozen=True, slots=True)
class Row:
    """One address. who: the person who looks, "" for a stranger. places: what fills the places
    of the route, as names of furnished places or, after "=", the very words."""

    route: str
    who: str = ""
    kind: Kind = Kind.PAGE
    places: dict[str, str] = field(default_factory=dict)
    query: str = ""

    def path(self, furnished: dict[str, str]) -> str:
        """Where it is in a furnished house."""
        facts = {
            place: word[1:] if word.startswith("=") else furnished[word]
            for place, word in self.places.items()
        }
        return address_of(self.route, facts) + self.query


def _row(route: str, who: str = "", kind: Kind = Kind.PAGE, query: str = "", **places: str) -> Row:
    return Row(route, who, kind, places, query)


def _orders(*routes: str) -> tuple[Row, ...]:
    return tuple(Row(route, "alice", Kind.ORDER, _ANYTHING) for route in routes)


#: Orders are refused before anybody looks what they are about.
_ANYTHING = dict.fromkeys(
    ("name", "event_id", "table_id", "ticket_id", "sanction_id", "mark", "prefix"), "=any"
)

LEARN = (_row("learn/"), *(_row("learn/<slug:key>/", key=f"={page.key}") for page in LEARN_PAGES))

LOBBY = (
    _row(""),
    _row("", "guest"),
    _row("", "alice"),
    _row("matches/"),
    _row("matches/", "alice"),
    _row("stakes/", "alice"),
    _row("tournaments/"),
    _row("tournaments/", "alice"),
    _row("my/events/", "alice"),
    _row("my/events/panel/", "alice", Kind.PART),
    _row("my/tickets/", "alice"),
    _row("my/tickets/panel/", "alice", Kind.PART),
    _row("find/", "alice"),
    _row("find/panel/", "alice", Kind.PART),
    _row("challenges/", "alice", Kind.PART),
    _row("challenge/<slug:name>/", "alice", name="=Carl"),
    _row("table/new/", "alice"),
    _row("table/new/choice/", "alice", Kind.PART),
    _row("table/<slug:table_id>/", "alice", table_id="waiting_table"),
    _row("table/<slug:table_id>/", "ole", table_id="stakes_table"),
    _row("table/<slug:table_id>/state/", "alice", Kind.PART, table_id="waiting_table"),
    _row("table/<slug:table_id>/games/", "ole", Kind.PART, table_id="stakes_table"),
    *_orders(
        "my/tickets/<slug:ticket_id>/use/",
        "play/",
        "find/cancel/",
        "table/<slug:table_id>/decline/",
        "table/<slug:table_id>/take/",
        "table/<slug:table_id>/close/",
        "table/<slug:table_id>/leave/",
        "table/<slug:table_id>/top-up/",
        "table/<slug:table_id>/rematch/",
    ),
)

MATCHES = (
    _row("board/"),
    _row("match/<slug:match_id>/", "bob", match_id="running_match"),
    _row("match/<slug:match_id>/", "ole", match_id="stakes_match"),
    _row("match/<slug:match_id>/rating/", "alice", match_id="finished_match"),
    _row("match/<slug:match_id>/watch/", match_id="running_match"),
    _row("match/<slug:match_id>/watch/", "alice", match_id="running_match"),
    _row("match/<slug:match_id>/replay/", match_id="finished_match"),
    _row("match/<slug:match_id>/match.json", "", Kind.FILE, match_id="finished_match"),
    _row("match/<slug:match_id>/match.mat", "", Kind.FILE, match_id="finished_match"),
    _row("players/<slug:name>/", "bob", name="=Alice"),
    _row("players/<slug:name>/", "alice", name="=Alice"),
    _row("players/<slug:name>/", name="long_name"),
    _row("leaderboard/"),
    _row("leaderboard/<slug:ladder>/", "alice", ladder="=backgammon"),
    _row("ratings/"),
)

EVENTS = (
    _row("events.ics", "", Kind.FILE),
    _row("event/<slug:event_id>.ics", "", Kind.FILE, event_id="target_event"),
    *(
        _row("event/<slug:event_id>/", who, event_id=event)
        for who, event in (
            ("alice", "registering_event"),
            ("alice", "target_event"),
            ("", "satellite_event"),
            ("", "announced_event"),
            ("", "running_event"),
            ("alice", "running_event"),
            ("alice", "finished_event"),
            ("alice", "cancelled_event"),
            ("alice", "organised_event"),
        )
    ),
    _row("event/<slug:event_id>/draw.json", "", Kind.FILE, event_id="running_event"),
    _row("event/<slug:event_id>/walk-out/ask/", "entrant", event_id="running_event"),
    _row("event/<slug:event_id>/appeal/", "loser", event_id="running_event"),
    _row(
        "event/<slug:event_id>/mute/<slug:name>/", "alice", event_id="organised_event", name="=Bob"
    ),
    _row("event/<slug:event_id>/round/", "", Kind.PART, "?round=1", event_id="running_event"),
    _row("event/<slug:event_id>/results.csv", "", Kind.FILE, event_id="finished_event"),
    _row("event/<slug:event_id>/matches.csv", "", Kind.FILE, event_id="finished_event"),
    _row("event/<slug:event_id>/results.json", "", Kind.FILE, event_id="finished_event"),
    _row(
        "event/<slug:event_id>/parts/<slug:part>/",
        "",
        Kind.PART,
        event_id="running_event",
        part="=bracket",
    ),
    *_orders(
        "event/<slug:event_id>/join/",
        "event/<slug:event_id>/leave/",
        "event/<slug:event_id>/check-in/",
        "event/<slug:event_id>/enter-late/",
        "event/<slug:event_id>/buy-back/",
        "event/<slug:event_id>/walk-out/",
        "event/<slug:event_id>/mute/<slug:name>/lift/",
    ),
)

ACCOUNT = (
    _row("claim/", "guest"),
    _row("rules/", "newcomer"),
    _row("rules/"),
    _row("account/", "alice"),
    _row("settings/"),
    _row("notices/", "alice"),
    _row("notices/bell/", "alice", Kind.PART),
    _row("settings/", "alice"),
    _row("offline/"),
    _row("manifest.webmanifest", "", Kind.FILE),
    _row("sw.js", "", Kind.FILE),
    _row("account/name/", "alice"),
    _row("account/about/", "alice"),
    _row("account/blocked/", "alice"),
    _row("account/tokens/", "alice"),
    _row("account/download/", "alice", Kind.ORDER),
    _row("account/close/", "alice"),
    _row("wallet/", "alice"),
    _row("wallet/<int:number>/", "alice", number="=1"),
    _row("wallet/statement.csv", "alice", Kind.FILE),
    _row("wallet/refill/", "alice", Kind.ORDER),
    _row("standing/", "nora"),
    _row("standing/", "alice"),
    _row("standing/banner/", "nora", Kind.PART),
    _row("barred/<str:token>/", token="barred_token"),
    _row("reports/", "alice"),
    _row("players/<slug:name>/report/", "alice", name="=Bob"),
    *_orders(
        "language/",
        "guest/",
        "rules/accept/",
        "players/<slug:name>/block/",
        "players/<slug:name>/unblock/",
        "settings/save/",
        "notices/read/",
        "account/sessions/<slug:mark>/end/",
        "account/tokens/new/",
        "account/tokens/<slug:prefix>/end/",
        "standing/appeal/",
        "standing/<slug:sanction_id>/read/",
    ),
)

_CONFIRM = r"accounts/^confirm-email/(?P<key>[-:\w]+)/$"
_RESET = r"accounts/^password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$"

DOORS = (
    _row("accounts/login/"),
    _row("accounts/logout/", "alice"),
    _row("accounts/inactive/"),
    _row("accounts/signup/"),
    _row("accounts/reauthenticate/", "alice"),
    _row("accounts/email/", "alice"),
    _row("accounts/confirm-email/"),
    _row("accounts/password/change/", "alice"),
    _row("accounts/password/set/", "alice", Kind.LEADS),
    _row("accounts/password/reset/"),
    _row(_CONFIRM, key="email_key"),
    _row("accounts/password/reset/key/done/"),
    _row(_RESET, "", Kind.LEADS, uidb36="reset_uid", key="reset_key"),
    _row(_RESET, uidb36="reset_uid", key="=spoilt"),
    _row("accounts/password/reset/done/"),
    _row("accounts/2fa/", "tess"),
    _row("accounts/2fa/", "alice"),
    _row("accounts/2fa/reauthenticate/", "tess"),
    _row("accounts/2fa/totp/activate/", "bob"),
    _row("accounts/2fa/totp/deactivate/", "tess"),
    _row("accounts/2fa/recovery-codes/", "tess"),
    _row("accounts/2fa/recovery-codes/generate/", "tess"),
    _row("accounts/2fa/recovery-codes/download/", "tess", Kind.FILE),
    _row("accounts/sessions/", "alice"),
    # Codes by mail are not a way in here; what asks for a second factor is in test_doors.py.
    _row("accounts/reauthenticate/code/", "alice", Kind.NOBODY),
    _row("accounts/reauthenticate/code/confirm/", "alice", Kind.NOBODY),
    _row("accounts/login/code/confirm/", "", Kind.LEADS),
    _row("accounts/2fa/authenticate/", "", Kind.LEADS),
    _row("api/v1/"),
    _row("offline/"),
    _row("manifest.webmanifest", "", Kind.FILE),
    _row("sw.js", "", Kind.FILE),
)

DESKS = (
    _row("admin/", "dora"),
    _row("admin/login/", "", Kind.LEADS),
    _row("admin/logout/", "dora", Kind.ORDER),
    _row("admin/password_change/", "dora"),
    _row("admin/password_change/done/", "dora"),
    _row("admin/autocomplete/", "dora", Kind.NOBODY),
    _row("admin/jsi18n/", "dora", Kind.FILE),
    _row(
        "admin/r/<path:content_type_id>/<path:object_id>/",
        "dora",
        Kind.NOBODY,
        content_type_id="=1",
        object_id="=1",
    ),
    _row("admin/(?P<url>.*)$", "dora", Kind.NOBODY, url="=nowhere/"),
    *(
        _row(r"admin/^(?P<app_label>" + _apps + r")/$", "dora", app_label="=tournaments")
        for _apps in ["|".join(dict.fromkeys(m._meta.app_label for m in admin.site._registry))]
    ),
    _row("admin/accounts/user/<id>/password/", "dora", id="accounts.user"),
    _row("admin/bankroll/transfer/audit/", "dora"),
    _row("admin/bankroll/transfer/correct/", "dora"),
    _row("admin/moderation/case/queue/", "dora"),
    _row("admin/moderation/case/at/<slug:case_id>/", "dora", case_id="case"),
    *(
        _row(
            "admin/moderation/case/at/<slug:case_id>/<slug:press>/",
            "dora",
            case_id="case",
            press=f"={press}",
        )
        for press in ("hide_hour", "warn", "ban", "no_breach")
    ),
    _row("admin/moderation/case/player/<slug:name>/", "dora", name="=Rex"),
    _row("admin/moderation/case/player/<slug:name>/note/", "dora", Kind.ORDER, name="=Rex"),
    _row("admin/moderation/case/player/<slug:name>/impose/", "dora", name="=Rex"),
    _row(
        "admin/moderation/case/player/<slug:name>/<slug:press>/",
        "dora",
        name="=Rex",
        press="=suspend",
    ),
    _row("admin/moderation/case/find/", "dora", Kind.LEADS, query="?name=rex"),
    _row("admin/moderation/sanction/lift/<slug:sanction_id>/", "dora", sanction_id="sanction"),
    _row(
        "admin/moderation/sanction/appeal/<slug:sanction_id>/",
        "dora",
        sanction_id="appealed_sanction",
    ),
    _row("admin/chat/refusedline/", "dora"),
    _row("admin/chat/message/search/", "dora", query="?words=loser"),
    _row("admin/chat/message/statistics/", "dora"),
    _row("admin/chat/message/statistics.csv", "dora", Kind.FILE),
    *(_row(f"admin/chat/message/{act}/", "dora") for act in ("hide", "show")),
    _row("admin/chat/message/room/<str:room>/", "dora", room="=lobby:main"),
    _row("admin/tournaments/tournament/desk/", "dora"),
    *(
        _row("admin/tournaments/tournament/direct/<slug:event_id>/", "dora", event_id=event)
        for event in ("running_event", "target_event", "finished_event")
    ),
    *(
        _row(
            "admin/tournaments/tournament/direct/<slug:event_id>/<slug:order>/",
            "dora",
            query=query,
            event_id=event,
            order=f"={order}",
        )
        for event, order, query in (
            ("running_event", "reverse", "?round=1&slot=2"),
            ("running_event", "disqualify", "?entry=1"),
            ("running_event", "pause", ""),
            ("target_event", "delay", ""),
            ("target_event", "cancel", ""),
        )
    ),
    _row(
        "admin/tournaments/series/event/<slug:event_id>/card/", "dora", event_id="announced_event"
    ),
    _row("admin/tournaments/ticket/give/", "dora"),
    *(
        _row(f"admin/tournaments/ticket/<int:pk>/{act}/", "dora", pk="ticket_row")
        for act in ("void", "extend")
    ),
)

#: What nobody may do in the admin, because the house is written to by services alone.
_MAY_ADD = {"accounts.user", "auth.group", "tournaments.series"}
_MAY_DELETE = {"auth.group", "mfa.authenticator"}

#: Rows whose page is one of the desk.
_AT_THE_DESK = {"moderation.case", "moderation.sanction"}


def _table(model: type[Model]) -> Iterator[Row]:
    """The addresses that the admin makes for a table."""
    name = model._meta.label_lower
    route = f"admin/{name.replace('.', '/')}/"
    one = {"object_id": name}
    yield Row(route, "dora")
    yield Row(f"{route}add/", "dora", Kind.PAGE if name in _MAY_ADD else Kind.NOBODY)
    yield Row(f"{route}<path:object_id>/history/", "dora", places=one)
    yield Row(
        f"{route}<path:object_id>/delete/",
        "dora",
        Kind.PAGE if name in _MAY_DELETE else Kind.NOBODY,
        one,
    )
    kind = Kind.LEADS if name in _AT_THE_DESK else Kind.PAGE
    yield Row(f"{route}<path:object_id>/change/", "dora", kind, one)
    yield Row(f"{route}<path:object_id>/", "dora", Kind.LEADS, one)


TABLES = tuple(row for model in admin.site._registry for row in _table(model))

#: Each area is walked by a test of its own, so that several workers share the house.
AREAS: dict[str, tuple[Row, ...]] = {
    "learn": LEARN,
    "lobby": LOBBY,
    "matches": MATCHES,
    "events": EVENTS,
    "account": ACCOUNT,
    "doors": DOORS,
    "desks": DESKS,
    "tables": TABLES,
}
