"""The lobby app as Django sees it."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class LobbyConfig(AppConfig):
    """Makes tables the owner of their matches, the lobby and the pages of tables live, and has
    offers withdrawn where their people sit down elsewhere."""

    name = "lobby"
    verbose_name = _("Lobby")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Tell the floors below who is asked about a match or a row of ours."""
        from accounts.lifecycle import closes_unless, on_barred
        from accounts.notices import register_notices
        from bankroll.explain import register_explainer
        from bankroll.notes import register_titles
        from bankroll.places import register_places
        from chat.rooms import register_rooms
        from lobby.closing import seek_refusal, table_refusal
        from lobby.consumers import read_parts, read_rows
        from lobby.explain import table_places, table_steps
        from lobby.heads import presence_note
        from lobby.news import match_note, watchers_note
        from lobby.notices import SENTENCES
        from lobby.owners import TableOwner
        from lobby.rooms import LobbyRooms
        from lobby.selectors import challenge_messages
        from lobby.services import offers_give_up, offers_withdraw
        from lobby.streams import TABLE_PLACE
        from matches.gallery import on_watchers
        from matches.news import on_news
        from matches.owners import register_owner
        from matches.wording import title_shown
        from tournaments.handlers import register_calls
        from tournaments.lifecycle import on_seated
        from wire.coalescer import register_rows
        from wire.presence import on_presence

        closes_unless(table_refusal)
        closes_unless(seek_refusal)
        on_barred(offers_give_up)
        register_notices(SENTENCES)
        register_owner(TableOwner())
        register_rooms(LobbyRooms())
        register_places(TABLE_PLACE, table_places)
        register_explainer(TABLE_PLACE, table_steps)
        register_titles(title_shown)
        register_rows("lobby", read_rows)
        register_rows("table", read_parts)
        register_calls(challenge_messages)
        on_seated(offers_withdraw)
        on_news(match_note)
        on_watchers(watchers_note)
        on_presence(presence_note)
