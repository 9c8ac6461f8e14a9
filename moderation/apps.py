"""The moderation app as Django sees it."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """Names the app."""

    name = "moderation"
    default_auto_field = "django.db.models.BigAutoField"
