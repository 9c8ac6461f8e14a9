"""Pages of moderation for everybody."""

from django.urls import path

from moderation.views import reports, standing
from wire.parts import part_of

app_name = "moderation"

urlpatterns = [
    path("standing/", standing.standing, name="standing"),
    path("standing/banner/", part_of("moderation:standing", standing.banner), name="banner"),
    path("standing/appeal/", standing.appeal, name="appeal"),
    path("standing/<slug:sanction_id>/read/", standing.read, name="sanction_read"),
    path("barred/<str:token>/", standing.barred, name="barred"),
    path("reports/", reports.reports, name="reports"),
    path("players/<slug:name>/report/", reports.report_player, name="report_player"),
]
