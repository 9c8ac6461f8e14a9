"""The bankroll app as Django sees it."""

from django.apps import AppConfig


class BankrollConfig(AppConfig):
    """Names the app; it registers nothing yet."""

    name = "bankroll"
    default_auto_field = "django.db.models.BigAutoField"
