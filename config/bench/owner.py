"""Who makes the matches of a bench."""

from matches.owners import GameOver, MatchResult


class BenchOwner:
    """Makes matches to be measured and wants nothing from their results."""

    key = "bench"
    back_text = ""

    def game_finished(self, result: GameOver) -> None:
        """Nothing follows."""

    def match_finished(self, result: MatchResult) -> None:
        """Nothing follows."""

    def back_path(self, owner_ref: str) -> str:
        """The front door."""
        return "/"

    def mute_scope(self, owner_ref: str) -> str:
        """Only the house mutes."""
        return ""
