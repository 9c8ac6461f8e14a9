"""Each game at a table of chips moves what it was worth, once, and says so on a receipt.

The cases D-CUB-05 to 07 and D-MON-04, and the worked examples of docs/lobby.md, by the ledger.
"""

from collections.abc import Callable

import pytest
from django.db import IntegrityError, transaction

from backgammon import (
    Beaver,
    Cube,
    CubeRules,
    Double,
    Drop,
    EndReason,
    Leave,
    Side,
    Take,
    WinKind,
    find_variant,
)
from bankroll.kinds import TransferKind
from bankroll.selectors import balance_of, table_transfers
from lobby.models import TableGame
from lobby.owners import TableOwner
from lobby.services import game_settle, table_top_up
from lobby.services.stakes import StacksDisagree
from lobby.states import TableState
from lobby.streams import table_ref
from matches.models import Match
from matches.owners import GameOver
from matches.services import match_forfeit, match_tick
from tests.lobby.sittings import Sitting, a_sitting, stakes
from tests.matches.test_tables import TOP_UP
from wire.errors import Conflict, Refused

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("books")]

SINGLE, GAMMON, BACKGAMMON = WinKind.SINGLE, WinKind.GAMMON, WinKind.BACKGAMMON
WHITE, BLACK = Side.WHITE, Side.BLACK


def moved_by_games(sitting: Sitting) -> list[int]:
    """What each game moved, by the ledger: positive to White."""
    white = sitting.people["white"].pk
    return [
        line.chips if line.taker_pk == white else -line.chips
        for line in table_transfers(table_ref(sitting.table.public_id))
        if line.kind is TransferKind.GAME
    ]


def last_receipt(sitting: Sitting) -> tuple[int, int, int]:
    """Of the last game: what was owed, the limit, and what moved."""
    receipt = sitting.receipts[-1]
    return receipt.owed_chips, receipt.covered_chips, receipt.moved_chips


# --- D-CUB-05: Jacoby -------------------------------------------------------------

NONE_OFF, FAR_BEHIND = "6:15", "6:13 23:2"


@pytest.fixture
def point() -> Sitting:
    """Alice and Bob at a chip a point, with a hundred each."""
    return a_sitting(stakes(1, 100))


def test_d_cub_05_a_gammon_without_a_double_counts_one(point) -> None:
    point.last_checker(WHITE, against=NONE_OFF).bear_off(WHITE)
    assert moved_by_games(point) == [1]
    assert point.receipts[0].kind == "gammon"


def test_d_cub_05_after_a_take_a_backgammon_counts_three_times_the_cube(point) -> None:
    point.on_roll().act(WHITE, Double()).act(BLACK, Take())
    point.last_checker(WHITE, against=FAR_BEHIND).bear_off(WHITE)
    assert moved_by_games(point) == [6]


def test_d_cub_05_a_dropped_double_costs_one(point) -> None:
    point.on_roll().act(WHITE, Double()).act(BLACK, Drop())
    assert moved_by_games(point) == [1]


def test_d_cub_05_a_cube_turned_by_a_tie_is_not_a_double_that_was_taken(point) -> None:
    point.last_checker(WHITE, against=NONE_OFF, cube=Cube(2)).bear_off(WHITE)
    assert moved_by_games(point) == [2]


# --- D-CUB-06: beavers ------------------------------------------------------------


def test_d_cub_06_a_beaver_that_is_taken_makes_a_single_game_worth_four(point) -> None:
    point.on_roll().act(WHITE, Double()).act(BLACK, Beaver()).act(WHITE, Take())
    point.lose(WHITE)
    assert moved_by_games(point) == [-4]


def test_d_cub_06_who_drops_a_beaver_loses_two(point) -> None:
    point.on_roll().act(WHITE, Double()).act(BLACK, Beaver()).act(WHITE, Drop())
    assert moved_by_games(point) == [-2]


def test_d_cub_06_only_who_sent_the_beaver_may_double_next_and_to_eight(point) -> None:
    point.on_roll().act(WHITE, Double()).act(BLACK, Beaver()).act(WHITE, Take())
    with pytest.raises(Refused, match="not_owner"):
        point.on_roll(WHITE).act(WHITE, Double())
    point.on_roll(BLACK).act(BLACK, Double()).act(WHITE, Take()).lose(WHITE)
    assert moved_by_games(point) == [-8]


def test_d_cub_06_who_has_taken_sends_no_beaver(point) -> None:
    point.on_roll().act(WHITE, Double()).act(BLACK, Take())
    with pytest.raises(Refused):
        point.act(BLACK, Beaver())
    assert moved_by_games(point) == []


# --- D-CUB-07: nobody loses more than the smaller stack ---------------------------


@pytest.mark.parametrize("loser", Side)
@pytest.mark.parametrize(("kind", "moved"), [(SINGLE, 12), (GAMMON, 15), (BACKGAMMON, 15)])
def test_d_cub_07_a_game_moves_no_more_than_the_smaller_stack(loser, kind, moved) -> None:
    sitting = a_sitting(stakes(3, 30), has_different_sums=True, chips=15)
    sitting.on_roll().act(WHITE, Double()).act(BLACK, Beaver()).act(WHITE, Take())
    sitting.lose(loser, kind)
    assert moved_by_games(sitting) == [moved if loser is BLACK else -moved]
    assert last_receipt(sitting) == (12 * kind, 15, moved)
    assert sitting.receipts[0].is_capped == (kind is not SINGLE)
    is_bust = loser is BLACK and moved == 15
    assert sitting.now.state == (TableState.FINISHED if is_bust else TableState.PLAYING)
    brought = {WHITE: 30, BLACK: 15}
    left = 1_000 - brought[loser] if not is_bust else 1_000 - 15
    assert balance_of(sitting.people[loser.value]) == left


# --- worked examples --------------------------------------------------------------


@pytest.mark.parametrize(
    ("cube", "kind", "expected"),
    [(2, GAMMON, (40, 75, 40)), (4, GAMMON, (80, 75, 75)), (8, SINGLE, (80, 75, 75))],
)
def test_at_ten_a_point_the_stack_of_75_is_the_limit(cube, kind, expected) -> None:
    sitting = a_sitting(stakes(10, 500), has_different_sums=True, chips=75)
    sitting.on_roll(cube=Cube(cube, WHITE)).lose(BLACK, kind)
    assert last_receipt(sitting) == expected
    assert sitting.stacks == ((500 + expected[2], 75 - expected[2]) if expected[2] < 75 else (0, 0))


def test_at_cube_eight_all_is_covered_and_nobody_doubles_any_more() -> None:
    sitting = a_sitting(stakes(10, 500), has_different_sums=True, chips=75)
    with pytest.raises(Refused, match="stake_covered"):
        sitting.on_roll(cube=Cube(8, WHITE)).act(WHITE, Double())


def test_a_refused_beaver_costs_two_points() -> None:
    sitting = a_sitting(stakes(10, 500), has_different_sums=True, chips=75)
    sitting.on_roll().act(WHITE, Double()).act(BLACK, Beaver()).act(WHITE, Drop())
    assert last_receipt(sitting) == (20, 75, 20)


# --- game after game --------------------------------------------------------------


def test_games_are_played_until_one_side_holds_everything() -> None:
    sitting = a_sitting(stakes(3, 10))
    for kind, loser in [(SINGLE, WHITE), (SINGLE, BLACK), (SINGLE, BLACK)]:
        sitting.on_roll().lose(loser, kind)
    assert sitting.stacks == (13, 7)
    sitting.on_roll(cube=Cube(2, WHITE)).lose(BLACK, GAMMON)
    assert sitting.now.ending == EndReason.POINTS.value
    assert moved_by_games(sitting) == [-3, 3, 3, 7]
    assert [(each.number, each.white_chips, each.black_chips) for each in sitting.receipts] == [
        (1, 7, 13),
        (2, 10, 10),
        (3, 13, 7),
        (4, 20, 0),
    ]
    assert [balance_of(sitting.people[side]) for side in ("white", "black")] == [1_010, 990]


def test_a_receipt_says_who_won_how_and_at_what_cube() -> None:
    sitting = a_sitting(stakes(3, 60)).on_roll(cube=Cube(2, WHITE)).lose(WHITE, GAMMON)
    (receipt,) = sitting.receipts
    assert (receipt.winner_side, receipt.kind, receipt.cube_value) == ("black", "gammon", 2)
    assert (receipt.points, receipt.moved_chips) == (4, 12)


def test_the_database_keeps_a_receipt_as_it_was_written_and_one_for_each_game() -> None:
    (receipt,) = a_sitting(stakes(3, 60)).on_roll().lose(WHITE).receipts
    games = TableGame.objects
    values = {
        field.name: getattr(receipt, field.name)
        for field in TableGame._meta.concrete_fields
        if not field.primary_key
    }
    breaches: list[Callable[[], object]] = [
        lambda: games.update(moved_chips=0),
        games.all().delete,
        lambda: games.create(**values),
        lambda: games.create(**values | {"number": 2, "winner_side": ""}),
    ]
    for breach in breaches:
        with pytest.raises(IntegrityError), transaction.atomic():
            breach()


def test_long_nardy_for_chips_moves_what_a_mars_is_worth() -> None:
    rules = stakes(5, 50, variant=find_variant("long_nardy"), cube=CubeRules(enabled=False))
    sitting = a_sitting(rules)
    sitting.lose(sitting.side_to_act, GAMMON)
    assert [abs(chips) for chips in moved_by_games(sitting)] == [10]


# --- the clock, and who walks out -------------------------------------------------


def test_a_flag_loses_the_game_at_the_most_it_can_cost_and_the_rest_goes_home(clock) -> None:
    sitting = a_sitting(stakes(3, 60)).on_roll(cube=Cube(4, BLACK))
    clock.pass_s(12 + 120 + 1)
    for _ in range(2):
        match_tick(match_id=sitting.match_id)
    assert moved_by_games(sitting) == [-36]
    assert sitting.now.ending == EndReason.FLAG.value
    assert [balance_of(sitting.people[side]) for side in ("white", "black")] == [964, 1_036]


def test_a_table_nobody_touches_is_settled_against_who_was_to_act() -> None:
    sitting = a_sitting(stakes(3, 60, clock=None)).on_roll(cube=Cube(8, BLACK))
    Match.objects.filter(public_id=sitting.match_id).update(deadline_ms=0)
    match_tick(match_id=sitting.match_id)
    assert moved_by_games(sitting) == [-60]
    assert sitting.now.ending == EndReason.FORFEIT.value


def test_who_walks_out_between_games_loses_nothing() -> None:
    sitting = a_sitting(stakes(3, 60)).on_roll().lose(WHITE)
    match_forfeit(
        match_id=sitting.match_id, user_pk=sitting.people["black"].pk, reason="walked_out"
    )
    assert [balance_of(sitting.people[side]) for side in ("white", "black")] == [997, 1_003]


# --- D-MON-04: the same game settled twice ----------------------------------------


def over(sitting: Sitting, **changes: object) -> GameOver:
    """The news of the last game, as its match told it."""
    receipt = sitting.receipts[-1]
    winner = sitting.people[receipt.winner_side]
    loser = next(user for user in sitting.people.values() if user != winner)
    told: dict[str, object] = {
        "match_id": sitting.match_id,
        "owner_ref": sitting.table.public_id,
        "number": receipt.number,
        "winner_id": winner.pk,
        "loser_id": loser.pk,
        "points": receipt.points,
        "kind": receipt.kind,
        "cube_value": receipt.cube_value,
        "chips": receipt.moved_chips,
        "score": (receipt.white_chips, receipt.black_chips),
    }
    return GameOver(**told | changes)  # type: ignore[arg-type]


def test_d_mon_04_the_same_news_again_is_answered_with_the_same_receipt(clock) -> None:
    sitting = a_sitting(stakes(3, 60)).on_roll().lose(WHITE)
    news = over(sitting)
    TableOwner().game_finished(news)
    clock.pass_s(24 * 3_600)
    assert game_settle(result=news) == sitting.receipts[0]
    assert moved_by_games(sitting) == [-3]
    assert len(sitting.receipts) == 1


def test_of_three_endings_that_come_together_one_settles_the_game(clock) -> None:
    sitting = a_sitting(stakes(3, 3)).last_checker(WHITE, against=NONE_OFF)
    sitting.bear_off(WHITE)
    match_tick(match_id=sitting.match_id)
    with pytest.raises(Conflict, match="over"):
        sitting.act(BLACK, Leave())
    assert moved_by_games(sitting) == [3]
    assert sitting.now.ending == EndReason.POINTS.value


def test_a_game_the_ledger_cannot_follow_is_a_bug_and_moves_nothing() -> None:
    sitting = a_sitting(stakes(3, 60)).on_roll().lose(WHITE)
    with pytest.raises(StacksDisagree):
        game_settle(result=over(sitting, number=2, score=(1, 119)))
    assert sitting.stacks == (57, 63)
    assert len(sitting.receipts) == 1


def test_a_drawn_game_has_a_receipt_and_moves_nothing() -> None:
    sitting = a_sitting(stakes(3, 60)).on_roll().lose(WHITE)
    drawn = over(
        sitting, number=2, winner_id=None, loser_id=None, points=0, kind="", cube_value=1, chips=0
    )
    receipt = game_settle(result=drawn)
    assert receipt is not None
    assert (receipt.winner_side, receipt.moved_chips, receipt.covered_chips) == ("", 0, 57)
    assert moved_by_games(sitting) == [-3]


def test_a_stack_that_was_filled_up_counts_for_the_limit_of_the_next_game() -> None:
    sitting = a_sitting(stakes(3, 60, length=TOP_UP)).on_roll().lose(WHITE)
    table_top_up(
        table_id=sitting.table.public_id, user=sitting.people["white"], chips=3, key="again"
    )
    sitting.on_roll(cube=Cube(16, WHITE)).lose(WHITE, GAMMON)
    assert last_receipt(sitting) == (96, 60, 60)
