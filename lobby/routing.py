"""WebSocket routes of the lobby."""

from django.urls import path

from lobby.consumers import LobbyConsumer, TableConsumer

websocket_urlpatterns = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/table/<slug:table_id>/", TableConsumer.as_asgi()),
]
