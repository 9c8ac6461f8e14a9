"""WebSocket routes of matches."""

from django.urls import path

from matches.consumers import MatchConsumer, WatchConsumer

websocket_urlpatterns = [
    path("ws/match/<slug:match_id>/", MatchConsumer.as_asgi()),
    path("ws/match/<slug:match_id>/watch/", WatchConsumer.as_asgi()),
]
