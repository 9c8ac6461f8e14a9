"""Pages of the lobby."""

from django.urls import path

from lobby import views

app_name = "lobby"

urlpatterns = [
    path("", views.index, name="index"),
    path("matches/", views.matches, name="matches"),
    path("table/new/", views.table_new, name="table_new"),
    path("table/new/choice/", views.table_choice, name="table_choice"),
    path("table/<slug:table_id>/", views.table, name="table"),
    path("table/<slug:table_id>/state/", views.table_state, name="table_state"),
    path("table/<slug:table_id>/take/", views.table_take, name="table_take"),
    path("table/<slug:table_id>/close/", views.table_close, name="table_close"),
    path("table/<slug:table_id>/rematch/", views.table_rematch, name="table_rematch"),
]
