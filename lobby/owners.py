"""What a finished match means to a table. Registered with matches when the app starts."""

from django.urls import reverse
from django.utils.translation import gettext_lazy

from lobby.services import OWNER, game_settle, table_finish
from matches.owners import GameOver, MatchResult


class TableOwner:
    """The maker of every match between people at a table; `owner_ref` is the table's id."""

    key = OWNER
    back_text = gettext_lazy("Back to the table")

    def game_finished(self, result: GameOver) -> None:
        """At table stakes its chips move, in the same transaction; elsewhere nothing does."""
        game_settle(result=result)

    def match_finished(self, result: MatchResult) -> None:
        """The table is finished, in the same transaction."""
        table_finish(result=result)

    def back_path(self, owner_ref: str) -> str:
        """The page of the table, where a rematch is one press away."""
        return reverse("lobby:table", args=[owner_ref])

    def mute_scope(self, owner_ref: str) -> str:
        """Only the house mutes at tables."""
        return ""
