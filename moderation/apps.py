"""The moderation app as Django sees it."""

from django.apps import AppConfig


class ModerationConfig(AppConfig):
    """Names the app and makes players something that can be reported."""

    name = "moderation"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register what this floor keeps."""
        from moderation.subjects import PlayerSubject, register_subject

        register_subject("user", PlayerSubject())
