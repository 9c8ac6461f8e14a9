"""WebSocket routes of events."""

from django.urls import path

from tournaments.consumers import TournamentConsumer

websocket_urlpatterns = [path("ws/tournament/<slug:event_id>/", TournamentConsumer.as_asgi())]
