"""WebSocket routes of matches."""

from django.urls import path

from matches.consumers import MatchConsumer

websocket_urlpatterns = [path("ws/match/<str:match_id>/", MatchConsumer.as_asgi())]
