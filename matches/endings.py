"""Telling the maker of a match what its endings mean, inside the transaction that ends it."""

from backgammon import MatchState, Outcome, Side, WinKind
from backgammon.events import Annulled, GameDrawn, GameWon
from matches.aftermath import match_remember
from matches.facts import LiveMatch, MatchFacts
from matches.judge import Verdict
from matches.news import MatchNews, say_news
from matches.owners import GameOver, MatchResult, owner_of


def tell_owner(live: LiveMatch, verdict: Verdict) -> None:
    """Tell the owner of every game, and of the match, that ended with this verdict."""
    if not verdict.touches_others:
        return
    owner = owner_of(live.facts.owner)
    for event in verdict.events:
        if isinstance(event, GameWon | GameDrawn):
            owner.game_finished(_game_over(live.facts, verdict.state, event))
    outcome = verdict.state.outcome
    if outcome is not None:
        result = _match_result(live.facts, verdict, outcome)
        owner.match_finished(result)
        match_remember(live.facts, verdict.state, result)
        facts = live.facts
        news = MatchNews(facts.match_id, facts.owner, facts.is_public, tuple(facts.sides))
        say_news([news])


def _game_over(facts: MatchFacts, after: MatchState, event: GameWon | GameDrawn) -> GameOver:
    game = after.running_game
    cube_value, result = game.cube.value, game.result
    winner_id, loser_id, kind, points = None, None, "", 0
    if isinstance(event, GameWon):
        winner_id, loser_id = facts.user_of(event.side), facts.user_of(event.side.other)
        kind, points = event.kind.name.lower(), event.points
        if event.kind is WinKind.SINGLE:
            cube_value = points  # also after the drop of a beaver, which was never accepted
    return GameOver(
        match_id=facts.match_id,
        owner_ref=facts.owner_ref,
        number=after.game_number,
        winner_id=winner_id,
        loser_id=loser_id,
        points=points,
        kind=kind,
        cube_value=cube_value,
        chips=0 if result is None else result.chips,
        score=after.score,
    )


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
        has_rolled=verdict.state.game_number > 0,
    )
