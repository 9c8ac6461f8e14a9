"""Telling the maker of a match what its endings mean, inside the transaction that ends it."""

from backgammon import Outcome, Side
from backgammon.events import Annulled, GameDrawn, GameWon
from matches.facts import MatchFacts
from matches.judge import Verdict
from matches.owners import GameOver, MatchResult, owner_of


def tell_owner(facts: MatchFacts, verdict: Verdict) -> None:
    """Tell the owner of every game, and of the match, that ended with this verdict."""
    if not verdict.touches_others:
        return
    owner = owner_of(facts.owner)
    for event in verdict.events:
        if isinstance(event, GameWon | GameDrawn):
            owner.game_finished(_game_over(facts, verdict, event))
    outcome = verdict.state.outcome
    if outcome is not None:
        owner.match_finished(_match_result(facts, verdict, outcome))


def _game_over(facts: MatchFacts, verdict: Verdict, event: GameWon | GameDrawn) -> GameOver:
    winner_id, points = None, 0
    if isinstance(event, GameWon):
        winner_id, points = facts.user_of(event.side), event.points
    return GameOver(facts.match_id, facts.owner_ref, verdict.state.game_number, winner_id, points)


def _match_result(facts: MatchFacts, verdict: Verdict, outcome: Outcome) -> MatchResult:
    winner = outcome.winner
    annulled = next((event for event in verdict.events if isinstance(event, Annulled)), None)
    return MatchResult(
        match_id=facts.match_id,
        owner_ref=facts.owner_ref,
        white_id=facts.user_of(Side.WHITE),
        black_id=facts.user_of(Side.BLACK),
        winner_id=None if winner is None else facts.user_of(winner),
        loser_id=None if winner is None else facts.user_of(winner.other),
        score=verdict.state.score,
        reason=outcome.reason.value if annulled is None else annulled.reason,
    )
