"""WebSocket routes of matches."""

from django.urls import path

from matches.consumers import MatchConsumer

websocket_urlpatterns = [path("ws/match/<slug:match_id>/", MatchConsumer.as_asgi())]
