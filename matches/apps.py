"""The matches app as Django sees it."""

from django.apps import AppConfig


class MatchesConfig(AppConfig):
    """Names the app; it registers nothing yet."""

    name = "matches"
    default_auto_field = "django.db.models.BigAutoField"
