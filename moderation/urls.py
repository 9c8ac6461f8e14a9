"""Pages of moderation for everybody."""

from django.urls import path

from moderation.views import reports, standing

app_name = "moderation"

urlpatterns = [
    path("standing/", standing.standing, name="standing"),
    path("standing/banner/", standing.banner, name="banner"),
    path("standing/appeal/", standing.appeal, name="appeal"),
    path("standing/<slug:sanction_id>/read/", standing.read, name="sanction_read"),
    path("barred/<str:token>/", standing.barred, name="barred"),
    path("reports/", reports.reports, name="reports"),
    path("players/<slug:name>/report/", reports.report_player, name="report_player"),
]
