"""Table stakes at the level of services: forfeits, top-ups, and what the owner is told."""

import pytest

from backgammon import (
    Beaver,
    Cube,
    Double,
    Drop,
    Leave,
    Resign,
    Rules,
    Side,
    StartGame,
    TableStakes,
    WinKind,
)
from matches.judge import Request
from matches.models import Match, MatchStatus
from matches.owners import GameOver
from matches.services import match_act, match_annul, match_forfeit, match_present, match_top_up
from matches.store import load_live
from tests.matches.builders import CLOCK, a_match, put, state_of, to_roll
from tests.matches.test_passing_of_time import awake, come, kinds
from wire.errors import Conflict, Forbidden, Refused

pytestmark = pytest.mark.django_db

TOP_UP = TableStakes(3, 60, 60, top_up=True)


@pytest.fixture
def table(clock, alice, bob, owner) -> Match:
    """Alice (White) and Bob (Black) at an untimed table of 3 a point, 60 chips each."""
    return a_match(alice, bob, Rules.table(3, 60, 60, length=TOP_UP))


def acts(match: Match, side: Side, *actions) -> None:
    for action in actions:
        match_act(match_id=match.public_id, request=Request(side, action))


def test_the_owner_is_told_everything_a_receipt_needs(table, alice, bob, owner) -> None:
    put(table, to_roll(table, Side.WHITE, cube=Cube(2, Side.WHITE)))
    acts(table, Side.WHITE, Resign(WinKind.BACKGAMMON))
    assert owner.games == [
        GameOver(
            match_id=table.public_id,
            owner_ref="7",
            number=1,
            winner_id=bob.pk,
            loser_id=alice.pk,
            points=6,
            kind="backgammon",
            cube_value=2,
            chips=18,
            score=(42, 78),
        )
    ]


def test_the_drop_of_a_beaver_is_a_single_game_at_twice_the_cube(table, owner) -> None:
    put(table, to_roll(table, Side.WHITE))
    acts(table, Side.WHITE, Double())
    acts(table, Side.BLACK, Beaver())
    acts(table, Side.WHITE, Drop())
    [game] = owner.games
    assert (game.kind, game.cube_value, game.points, game.chips) == ("single", 2, 2, 6)
    assert game.score == (54, 66)


def test_no_chips_move_where_points_are_played_for(match, owner, alice) -> None:
    put(match, to_roll(match, Side.WHITE))
    acts(match, Side.WHITE, Resign(WinKind.BACKGAMMON))
    assert [(game.chips, game.points, game.score) for game in owner.games] == [(0, 3, (0, 3))]


def test_who_leaves_between_games_ends_the_match_and_the_owner_hears_why(table, owner) -> None:
    acts(table, Side.WHITE, Leave())
    assert kinds(table) == ["left"]
    [result] = owner.results
    assert (result.winner_id, result.loser_id, result.reason) == (None, None, "left")
    assert result.score == (60, 60)
    assert Match.objects.get(pk=table.pk).status == MatchStatus.FINISHED


def test_leaving_in_the_middle_of_a_game_is_refused_with_its_code(table) -> None:
    put(table, to_roll(table, Side.WHITE))
    with pytest.raises(Refused, match=r"rules\.leave_mid_game"):
        acts(table, Side.BLACK, Leave())
    assert state_of(table).outcome is None


def test_a_player_tops_up_between_games_and_never_beyond_what_he_brought(
    table, alice, carol
) -> None:
    put(table, to_roll(table, Side.WHITE))
    with pytest.raises(Refused, match=r"rules\.top_up_mid_game"):
        match_top_up(match_id=table.public_id, user_pk=alice.pk, chips=1)
    acts(table, Side.WHITE, Resign(WinKind.SINGLE))
    seq = match_top_up(match_id=table.public_id, user_pk=alice.pk, chips=3)
    assert state_of(table).score == (60, 63)
    assert load_live(table.public_id).seq == seq
    assert kinds(table)[-1] == "topped_up"
    with pytest.raises(Refused, match=r"rules\.top_up_range"):
        match_top_up(match_id=table.public_id, user_pk=alice.pk, chips=1)
    with pytest.raises(Forbidden, match=r"auth\.forbidden"):
        match_top_up(match_id=table.public_id, user_pk=carol.pk, chips=1)
    match_annul(match_id=table.public_id, reason="staff")
    with pytest.raises(Conflict, match=r"match\.over"):
        match_top_up(match_id=table.public_id, user_pk=alice.pk, chips=1)


def test_a_forfeit_settles_the_running_game_and_happens_once(table, alice, bob, owner) -> None:
    put(table, to_roll(table, Side.WHITE, cube=Cube(4, Side.BLACK)))
    for _again in range(2):
        match_forfeit(match_id=table.public_id, user_pk=bob.pk, reason="staff")
    assert kinds(table) == ["forfeited", "game_won", "match_won"]
    assert [game.chips for game in owner.games] == [36]
    [result] = owner.results
    assert (result.winner_id, result.reason, result.score) == (alice.pk, "forfeit", (96, 24))


def test_only_players_of_a_match_can_forfeit_it(table, carol) -> None:
    with pytest.raises(Forbidden, match=r"auth\.forbidden"):
        match_forfeit(match_id=table.public_id, user_pk=carol.pk, reason="staff")


def test_an_untimed_table_is_lost_by_whoever_lets_it_wait_for_two_days(
    clock, table, alice, bob, owner, throws
) -> None:
    throws((5, 2))
    come(table, alice, bob)
    assert state_of(table).to_act is Side.WHITE
    awake(clock, 47 * 3600)
    assert state_of(table).outcome is None
    awake(clock, 3600)
    assert kinds(table)[-3:] == ["forfeited", "game_won", "match_won"]
    assert [(game.winner_id, game.points, game.chips) for game in owner.games] == [(bob.pk, 1, 3)]
    assert [result.reason for result in owner.results] == ["forfeit"]


@pytest.mark.parametrize("who", ["alice", "nobody"])
def test_nobody_loses_a_chip_before_the_first_game(clock, alice, bob, owner, who) -> None:
    table = a_match(alice, bob, Rules.table(3, 60, 60, clock=CLOCK))
    if who == "alice":
        match_present(match_id=table.public_id, user_pk=alice.pk, contribution="")
    for _step in range(3):
        awake(clock, 60)
    assert kinds(table) == ["annulled"]
    assert owner.games == []
    assert [(result.winner_id, result.score) for result in owner.results] == [(None, (60, 60))]


def test_the_next_game_after_a_top_up_waits_for_both_again(table, alice, bob) -> None:
    put(table, to_roll(table, Side.WHITE))
    acts(table, Side.WHITE, Resign(WinKind.SINGLE))
    acts(table, Side.BLACK, StartGame())
    match_top_up(match_id=table.public_id, user_pk=alice.pk, chips=1)
    acts(table, Side.WHITE, StartGame())
    assert state_of(table).ready == {Side.WHITE}
