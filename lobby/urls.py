"""Pages of the lobby."""

from django.urls import path

from lobby.views import at_once, challenges, index, learn, seeks, tables, tickets
from wire.parts import part_of

app_name = "lobby"

urlpatterns = [
    path("", index.tab, {"key": "sit_and_go"}, name="index"),
    path("matches/", index.tab, {"key": "matches"}, name="matches"),
    path("stakes/", index.tab, {"key": "stakes"}, name="stakes"),
    path("tournaments/", index.tab, {"key": "tournaments"}, name="tournaments"),
    path("my/events/", index.tab, {"key": "my_events"}, name="my_events"),
    path(
        "my/events/panel/",
        part_of("lobby:my_events", index.panel),
        {"key": "my_events"},
        name="my_events_panel",
    ),
    path("my/tickets/", index.tab, {"key": "my_tickets"}, name="my_tickets"),
    path(
        "my/tickets/panel/",
        part_of("lobby:my_tickets", index.panel),
        {"key": "my_tickets"},
        name="my_tickets_panel",
    ),
    path("my/tickets/<slug:ticket_id>/use/", tickets.ticket_use_now, name="ticket_use"),
    path("learn/", learn.contents, name="learn"),
    path("learn/<slug:key>/", learn.page, name="learn_page"),
    path("play/", at_once.play_at_once, name="play"),
    path("find/", seeks.find, name="find"),
    path("find/panel/", part_of("lobby:find", seeks.panel), name="find_panel"),
    path("find/cancel/", seeks.cancel, name="find_cancel"),
    path("challenges/", part_of("lobby:index", challenges.challenges), name="challenges"),
    path("challenge/<slug:name>/", challenges.challenge, name="challenge"),
    path("table/new/", tables.table_new, name="table_new"),
    path("table/new/choice/", part_of("lobby:table_new", tables.table_choice), name="table_choice"),
    path("table/<slug:table_id>/", tables.table, name="table"),
    path(
        "table/<slug:table_id>/state/",
        part_of("lobby:table", tables.table_state, by="table_id"),
        name="table_state",
    ),
    path(
        "table/<slug:table_id>/games/",
        part_of("lobby:table", tables.table_games, by="table_id"),
        name="table_games",
    ),
    path("table/<slug:table_id>/decline/", challenges.decline, name="table_decline"),
    path("table/<slug:table_id>/take/", tables.table_take, name="table_take"),
    path("table/<slug:table_id>/close/", tables.table_close, name="table_close"),
    path("table/<slug:table_id>/leave/", tables.table_leave, name="table_leave"),
    path("table/<slug:table_id>/top-up/", tables.table_top_up, name="table_top_up"),
    path("table/<slug:table_id>/rematch/", tables.table_rematch, name="table_rematch"),
]
