"""Pages of events."""

from django.urls import path

from tournaments.views import appeals, draws, events, exports, feeds, muting, seats
from wire.parts import part_of

app_name = "tournaments"

urlpatterns = [
    path("events.ics", feeds.feed, name="feed"),
    path("event/<slug:event_id>.ics", feeds.event_ics, name="event_ics"),
    path("event/<slug:event_id>/", events.detail, name="detail"),
    path("event/<slug:event_id>/draw.json", draws.draw_json, name="draw_json"),
    path("event/<slug:event_id>/join/", seats.join, name="join"),
    path("event/<slug:event_id>/leave/", seats.leave, name="leave"),
    path("event/<slug:event_id>/check-in/", seats.check_in, name="check_in"),
    path("event/<slug:event_id>/enter-late/", seats.enter_late, name="enter_late"),
    path("event/<slug:event_id>/buy-back/", seats.come_back, name="buy_back"),
    path("event/<slug:event_id>/walk-out/", seats.walk_out, name="walk_out"),
    path("event/<slug:event_id>/walk-out/ask/", seats.walk_out_ask, name="walk_out_ask"),
    path("event/<slug:event_id>/appeal/", appeals.appeal, name="appeal"),
    path("event/<slug:event_id>/mute/<slug:name>/", muting.mute, name="organiser_mute"),
    path("event/<slug:event_id>/mute/<slug:name>/lift/", muting.unmute, name="organiser_unmute"),
    path(
        "event/<slug:event_id>/round/",
        part_of("tournaments:detail", events.one_round, by="event_id"),
        name="round",
    ),
    path("event/<slug:event_id>/results.csv", exports.results_csv, name="results_csv"),
    path("event/<slug:event_id>/matches.csv", exports.matches_csv, name="matches_csv"),
    path("event/<slug:event_id>/results.json", exports.results_json, name="results_json"),
    path(
        "event/<slug:event_id>/parts/<slug:part>/",
        part_of("tournaments:detail", events.part, by="event_id"),
        name="part",
    ),
]
