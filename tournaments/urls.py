"""Pages of events."""

from django.urls import path

from tournaments.views import draws, events, seats

app_name = "tournaments"

urlpatterns = [
    path("event/<slug:event_id>/", events.detail, name="detail"),
    path("event/<slug:event_id>/draw.json", draws.draw_json, name="draw_json"),
    path("event/<slug:event_id>/join/", seats.join, name="join"),
    path("event/<slug:event_id>/leave/", seats.leave, name="leave"),
    path("event/<slug:event_id>/parts/<slug:part>/", events.part, name="part"),
]
