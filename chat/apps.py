"""The chat app as Django sees it."""

from django.apps import AppConfig


class ChatConfig(AppConfig):
    """Makes lines something that can be reported, and keeps a person's lines for him."""

    name = "chat"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register with the floors below."""
        from accounts import lifecycle
        from chat.desk import HouseTalk
        from chat.record import talk_record
        from chat.subjects import LineSubject
        from moderation.subjects import register_subject
        from moderation.talk import register_talk

        lifecycle.keeps_record("talk", talk_record)
        register_subject("line", LineSubject())
        register_talk(HouseTalk())
