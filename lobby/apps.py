"""The lobby app as Django sees it."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Makes tables the owner of their matches, the lobby and the pages of tables live."""

    name = "lobby"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the floors below who is asked about a match or a row of ours."""
        from lobby.consumers import read_parts, read_rows
        from lobby.owners import TableOwner
        from matches.owners import register_owner
        from wire.coalescer import register_rows

        register_owner(TableOwner())
        register_rows("lobby", read_rows)
        register_rows("table", read_parts)
