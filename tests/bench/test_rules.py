"""The rows on which rules packages are measured."""

import pytest

from backgammon import BACKGAMMON, LONG_NARDY, Position
from config.bench.rules import HOUSE_RULES, Row, positions_per_core, self_play_rows

ROWS = self_play_rows(200)


def test_the_rows_are_the_same_at_every_call() -> None:
    assert self_play_rows(200) == ROWS


def test_the_rows_are_sound_positions_from_opening_to_bear_off() -> None:
    assert ROWS[0].position == BACKGAMMON.opening_position
    assert not any(row.position.problems(BACKGAMMON) for row in ROWS)
    assert any(row.position.white[0] > 10 for row in ROWS)
    assert any(row.position.white[25] for row in ROWS)


def test_a_job_works_out_the_distinct_results_of_its_row() -> None:
    opening = Row(BACKGAMMON.opening_position, (2, 1))
    assert len(HOUSE_RULES.job(opening)()) == 15


def test_a_job_sees_the_position_with_the_eyes_of_white() -> None:
    last = Position((14, 1, *[0] * 24), BACKGAMMON.start)
    (result,) = HOUSE_RULES.job(Row(last, (6, 5)))()
    assert result & 0xF == 15


def test_a_speed_is_a_positive_number() -> None:
    jobs = [HOUSE_RULES.job(row) for row in ROWS]
    assert positions_per_core(jobs, 0.01) > 0


@pytest.mark.parametrize("count", [1, 37])
def test_there_are_as_many_rows_as_asked_for(count: int) -> None:
    assert len(self_play_rows(count)) == count


def test_other_games_are_played_for_rows_of_their_own() -> None:
    nardy = self_play_rows(150, LONG_NARDY)
    assert nardy[0].position == LONG_NARDY.opening_position
    assert not any(row.position.problems(LONG_NARDY) for row in nardy)
