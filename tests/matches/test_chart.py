"""The drawing of a rating's way: on the canvas, on round numbers, whatever the ratings are."""

from decimal import Decimal

from hypothesis import given
from hypothesis.strategies import decimals, lists

from matches.chart import CANVAS, MOST_STEPS, chart_of


def drawn(*ratings: str) -> list[Decimal]:
    return [Decimal(rating) for rating in ratings]


def test_the_scale_stands_on_round_numbers_around_what_is_drawn() -> None:
    chart = chart_of(drawn("1500", "1512.40", "1481.05"))
    assert [line.rating for line in chart.grid] == [1520, 1510, 1500, 1490, 1480]
    assert [line.y for line in chart.grid] == [0, 25, 50, 75, 100]


def test_the_line_runs_from_left_to_right_and_up_with_the_rating() -> None:
    chart = chart_of(drawn("1500", "1520", "1510"))
    assert chart.points == ((0, 100), (50, 0), (100, 50))
    assert chart.polyline == "0.0,100.0 50.0,0.0 100.0,50.0"
    assert chart.end == (100, 50)


def test_a_rating_that_never_moved_is_drawn_too() -> None:
    chart = chart_of(drawn("1500"))
    assert [line.rating for line in chart.grid] == [1505, 1500]
    assert chart.points == ((0, 100),)


@given(ratings=lists(decimals(0, 9_000, places=2), min_size=1, max_size=50))
def test_nothing_leaves_the_canvas_and_the_scale_stays_readable(ratings: list[Decimal]) -> None:
    chart = chart_of(ratings)
    assert all(0 <= x <= CANVAS and 0 <= y <= CANVAS for x, y in chart.points)
    assert 2 <= len(chart.grid) <= MOST_STEPS + 1
    assert chart.grid[0].rating >= max(ratings)
    assert chart.grid[-1].rating <= min(ratings)
