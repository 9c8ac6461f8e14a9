"""The bankroll app as Django sees it."""

from django.apps import AppConfig


class BankrollConfig(AppConfig):
    """Names the app and has newcomers welcomed with chips."""

    name = "bankroll"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register with the floor below."""
        from accounts import lifecycle
        from bankroll.services import newcomer_welcome

        lifecycle.on_welcome(newcomer_welcome)
