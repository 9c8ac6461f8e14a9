"""The tournaments app as Django sees it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class TournamentsConfig(AppConfig):
    """Makes events the owner of their matches, and their pages live."""

    name = "tournaments"
    verbose_name = _("Tournaments")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the floors below who is asked about a match or a row of ours."""
        from accounts import lifecycle
        from accounts.notices import register_notices
        from accounts.ranks import is_given_singly
        from bankroll.explain import register_explainer
        from bankroll.places import register_places
        from chat.rooms import register_rooms
        from matches.owners import register_owner
        from moderation.effects import on_sanction
        from moderation.sanctions import SanctionKind
        from tournaments.closing import event_refusal
        from tournaments.consumers import read_rows
        from tournaments.explain import event_places, event_steps
        from tournaments.notices import SENTENCES
        from tournaments.owners import TournamentOwner
        from tournaments.rooms import EventRooms
        from tournaments.selectors import tickets_record
        from tournaments.services import (
            coming_entries_give_up,
            entries_give_up,
            tickets_close,
        )
        from tournaments.services.organising import PERMISSION
        from wire.coalescer import register_rows

        lifecycle.closes_unless(event_refusal)
        lifecycle.on_closing(tickets_close)
        lifecycle.on_barred(entries_give_up)
        on_sanction(SanctionKind.EVENT_BAN, coming_entries_give_up)
        lifecycle.keeps_record("tickets", tickets_record)
        is_given_singly(PERMISSION)
        register_notices(SENTENCES)
        register_owner(TournamentOwner())
        register_rooms(EventRooms())
        register_places("tournament", event_places)
        register_explainer("tournament", event_steps)
        register_rows("tournament", read_rows)
