"""Pages of moderation for everybody."""

from django.urls import path

from moderation.views import reports

app_name = "moderation"

urlpatterns = [
    path("reports/", reports.reports, name="reports"),
    path("players/<slug:name>/report/", reports.report_player, name="report_player"),
]
