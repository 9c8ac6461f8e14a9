"""From rounds to figures, and from figures to a table."""

import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from config.bench.figures import QUANTITIES, Figure, over_rounds, percentile, ratios
from config.bench.load import Spent
from config.bench.report import JsonLines, heading, table


def test_a_percentile_is_a_value_that_was_measured() -> None:
    values = [float(value) for value in range(1, 101)]
    assert percentile(values, 50) == 50
    assert percentile(values, 99) == 99
    assert percentile(values, 100) == 100
    assert percentile([7.0], 99) == 7


@given(values=st.lists(st.floats(0, 1e6), min_size=1), percent=st.floats(0.1, 100))
def test_at_least_that_many_values_do_not_exceed_a_percentile(values, percent) -> None:
    limit = percentile(values, percent)
    assert limit in values
    assert sum(value <= limit for value in values) >= len(values) * percent / 100 - 1e-9


def test_per_core_counts_the_cpu_of_the_server_and_not_the_clock() -> None:
    spent = Spent(count=1_000, wall_s=2.0, cpu_s=0.5, helpers_s=0.1)
    assert spent.per_core == 2_000
    assert spent.per_s == 500
    assert spent.each_us == pytest.approx(500)
    assert spent.helpers_each_us == pytest.approx(100)
    assert spent.busy == 0.25


def test_nothing_done_is_a_figure_too() -> None:
    spent = Spent(count=0, wall_s=1.0, cpu_s=0.0, helpers_s=0.0)
    assert (spent.per_core, spent.per_s, spent.each_us, spent.helpers_each_us) == (0, 0, 0, 0)


def test_ratios_compare_within_one_round() -> None:
    measured = {
        "asgi": {"trips_per_core": 40_000.0},
        "channels": {"trips_per_core": 8_000.0},
        "postgresql": {"actions_per_core": 4_000.0},
        "rules": {"positions_per_core": 60_000.0},
        "bgsage": {"positions_per_core": 30_000.0},
    }
    found = {key: shares for key, shares in ratios(measured).items() if shares}
    assert found == {
        "postgresql": {"of_asgi_echo": 0.1, "of_channels_echo": 0.5},
        "bgsage": {"of_rules": 0.5},
    }


def test_there_is_no_ratio_to_what_was_not_measured() -> None:
    assert ratios({"postgresql": {"actions_per_core": 4_000.0}}) == {"postgresql": {}}


def test_the_median_is_the_figure_to_quote() -> None:
    rounds = [{"asgi": {"trips_per_core": value}} for value in (3.0, 1.0, 100.0)]
    (figure,) = over_rounds(rounds)
    assert figure == Figure("asgi", "trips_per_core", (3.0, 1.0, 100.0))
    assert figure.median == 3


def test_the_table_shows_each_contender_with_median_and_extremes() -> None:
    figures = [
        Figure("asgi", "trips_per_core", (41_000.0, 40_000.0, 42_000.0)),
        Figure("sqlite", "p99_ms", (9.876, 8.0, 12.0)),
    ]
    lines = list(table(figures, {"asgi": "an echo", "sqlite": "the house"}))
    assert lines[2:4] == [
        "an echo",
        f"  {'round trips a second and core':<46}{'41,000':>12}{'40,000':>12}{'42,000':>12} /s",
    ]
    assert lines[5:] == [
        "the house",
        f"  {QUANTITIES['p99_ms'].title:<46}{'9.88':>12}{'8.00':>12}{'12.00':>12} ms",
    ]


def test_every_title_leaves_room_for_its_figures() -> None:
    assert max(len(quantity.title) for quantity in QUANTITIES.values()) <= 46


def test_the_heading_names_every_fact() -> None:
    assert [line.split() for line in heading({"cores": 2, "disk": "ext4"}).splitlines()] == [
        ["cores", "2"],
        ["disk", "ext4"],
    ]


def test_json_lines_are_one_object_a_line(tmp_path: Path) -> None:
    with JsonLines(tmp_path / "run.json") as lines:
        lines.write("run", cores=2)
        lines.write_figures([Figure("asgi", "trips_per_core", (1.0, 2.0, 4.0))])
    run, figure = map(json.loads, (tmp_path / "run.json").read_text().splitlines())
    assert run == {"kind": "run", "cores": 2}
    assert figure == {
        "kind": "figure",
        "contender": "asgi",
        "figure": "trips_per_core",
        "unit": "/s",
        "median": 2.0,
        "lowest": 1.0,
        "highest": 4.0,
        "rounds": [1.0, 2.0, 4.0],
    }


def test_no_file_is_no_trouble() -> None:
    with JsonLines(None) as lines:
        lines.write("run", cores=2)
