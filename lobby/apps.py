"""The lobby app as Django sees it."""

from django.apps import AppConfig


class LobbyConfig(AppConfig):
    """Names the app; it registers nothing yet."""

    name = "lobby"
    default_auto_field = "django.db.models.BigAutoField"
