"""What a finished match means to an event. Registered with matches when the app starts."""

from django.urls import reverse
from django.utils.translation import gettext_lazy

from matches.owners import GameOver, MatchResult
from tournaments import selectors
from tournaments.services import OWNER, result_record


class TournamentOwner:
    """The maker of every match that belongs to a pairing; `owner_ref` is the pairing's key."""

    key = OWNER
    back_text = gettext_lazy("Back to the event")

    def game_finished(self, result: GameOver) -> None:
        """Nothing: only the match counts in an event."""

    def match_finished(self, result: MatchResult) -> None:
        """The pairing has its result, in the same transaction."""
        result_record(result=result)

    def back_path(self, owner_ref: str) -> str:
        """The page of the event."""
        return reverse("tournaments:detail", args=[selectors.tournament_id_of(int(owner_ref))])

    def mute_scope(self, owner_ref: str) -> str:
        """Whom the organiser has muted says nothing at the tables of his event either."""
        return f"event:{selectors.tournament_id_of(int(owner_ref))}"
