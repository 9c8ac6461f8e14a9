"""The chat app as Django sees it."""

from django.apps import AppConfig


class ChatConfig(AppConfig):
    """Names the app; it registers nothing yet."""

    name = "chat"
    default_auto_field = "django.db.models.BigAutoField"
