"""The lobby app as Django sees it."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Says how the rows of the lobby are read."""

    name = "lobby"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register the reader of the lobby's rows."""
        from lobby.consumers import read_rows
        from wire.coalescer import register_rows

        register_rows("lobby", read_rows)
