"""The tournaments app as Django sees it."""

from django.apps import AppConfig


class TournamentsConfig(AppConfig):
    """Names the app; it registers nothing yet."""

    name = "tournaments"
    default_auto_field = "django.db.models.BigAutoField"
