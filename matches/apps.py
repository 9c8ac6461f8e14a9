"""The matches app as Django sees it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class MatchesConfig(AppConfig):
    """Registers the chat rooms of tables."""

    name = "matches"
    verbose_name = _("Matches")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from accounts import lifecycle
        from accounts.notices import register_notices
        from chat.rooms import register_rooms, register_rooms_closed
        from matches.closing import match_record, match_refusal
        from matches.notices import SENTENCES
        from matches.rooms import TableRooms, WatchRooms, watch_rooms_closed
        from matches.services import matches_give_up

        register_notices(SENTENCES)
        register_rooms(TableRooms())
        register_rooms(WatchRooms())
        register_rooms_closed(watch_rooms_closed)
        lifecycle.closes_unless(match_refusal)
        lifecycle.keeps_record("matches", match_record)
        lifecycle.on_barred(matches_give_up)
