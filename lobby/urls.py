"""Pages of the lobby."""

from django.urls import path

from lobby.views import index, tables

app_name = "lobby"

urlpatterns = [
    path("", index.index, name="index"),
    path("matches/", index.matches, name="matches"),
    path("table/new/", tables.table_new, name="table_new"),
    path("table/new/choice/", tables.table_choice, name="table_choice"),
    path("table/<slug:table_id>/", tables.table, name="table"),
    path("table/<slug:table_id>/state/", tables.table_state, name="table_state"),
    path("table/<slug:table_id>/games/", tables.table_games, name="table_games"),
    path("table/<slug:table_id>/take/", tables.table_take, name="table_take"),
    path("table/<slug:table_id>/close/", tables.table_close, name="table_close"),
    path("table/<slug:table_id>/leave/", tables.table_leave, name="table_leave"),
    path("table/<slug:table_id>/top-up/", tables.table_top_up, name="table_top_up"),
    path("table/<slug:table_id>/rematch/", tables.table_rematch, name="table_rematch"),
]
