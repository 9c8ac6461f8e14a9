"""The chat app as Django sees it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class ChatConfig(AppConfig):
    """Makes lines something that can be reported, keeps a person's lines for him, judges names."""

    name = "chat"
    verbose_name = _("Chat")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Register with the floors below."""
        from accounts import lifecycle
        from chat import naming
        from chat.desk import HouseTalk
        from chat.filters.cleanup import clean
        from chat.record import talk_record
        from chat.services import choices_forget
        from chat.subjects import LineSubject
        from moderation.subjects import register_subject
        from moderation.talk import register_talk

        lifecycle.on_closing(choices_forget)
        lifecycle.keeps_record("talk", talk_record)
        lifecycle.shows_words_by(clean)
        lifecycle.names_unless(naming.words_refusal)
        register_subject("line", LineSubject())
        register_talk(HouseTalk())
