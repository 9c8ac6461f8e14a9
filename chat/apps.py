"""The chat app as Django sees it."""

from django.apps import AppConfig


class ChatConfig(AppConfig):
    """Names the app and keeps a person's lines for him."""

    name = "chat"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register with the floor below."""
        from accounts import lifecycle
        from chat.record import talk_record

        lifecycle.keeps_record("talk", talk_record)
