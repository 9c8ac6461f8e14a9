"""Every golden position: the complete set of distinct results, in plain play and in variants."""

import pytest

from backgammon import BACKGAMMON, Move, find_variant, results
from backgammon.movegen import all_results, judged, play_fault, ways
from backgammon.notation.perft import perft
from backgammon.notation.rows import read_row, result_key
from tests.rules.builders import golden, rows


def _keys(row: dict) -> list[str]:
    variant, turn = read_row(row)
    return sorted(result_key(packed, variant) for packed in all_results(variant, turn))


def test_every_standard_row_has_exactly_its_results() -> None:
    wrong = [row["id"] for row in rows("standard_moves.jsonl.gz") if _keys(row) != row["results"]]
    assert wrong == []


def test_the_fast_door_and_the_search_for_plays_agree_on_every_standard_row() -> None:
    for row in rows("standard_moves.jsonl.gz"):
        _, turn = read_row(row)
        assert results(turn.start, turn.dice) == ways(BACKGAMMON, turn).keys(), row["id"]


def test_every_listed_play_is_legal_and_uses_the_dice_the_row_names() -> None:
    for row in rows("standard_moves.jsonl.gz"):
        _, turn = read_row(row)
        for play in ways(BACKGAMMON, turn).values():
            assert len(play) == row["played"], row["id"]
            assert play_fault(BACKGAMMON, turn, play) is None, row["id"]


def test_the_last_checker_is_generated_strictly_and_judged_leniently() -> None:
    """Rule B8: the generator lists what gnubg lists; the validator also takes the short way."""
    for row in rows("standard_moves_disputed.jsonl"):
        variant, turn = read_row(row)
        assert _keys(row) == sorted(row["strict (gnubg, brute force)"]), row["id"]
        last = next(point for point, count in enumerate(row["pts"], 1) if count > 0)
        high, low = row["dice"]
        at_once = (Move(last, high if high >= last else low),)
        reached = result_key(judged(variant, turn, at_once), variant)
        assert reached in row["extra accepted by bgsage"], row["id"]


def test_standard_counts_from_the_start_position_to_depth_two() -> None:
    expected = golden("standard_perft.json")
    first, second = perft(BACKGAMMON, 2)
    assert first["by_roll"] == expected["roll_counts_depth1"]
    assert first["distinct"] == expected["depth1_distinct_positions"]
    assert second["by_roll"] == expected["depth2_per_roll_sum"]
    assert second["distinct"] == expected["depth2_distinct_positions"]


@pytest.mark.slow
def test_standard_counts_from_the_start_position_to_depth_three() -> None:
    expected = golden("standard_perft.json")[
        "depth3_sum_over_distinct_depth2_positions_and_21_rolls"
    ]
    assert list(perft(BACKGAMMON, 3))[-1]["sum"] == expected


@pytest.mark.parametrize("name", ["long_nardy_moves.jsonl.gz", "long_nardy_ambiguous.jsonl.gz"])
def test_every_long_nardy_row_has_exactly_its_results(name: str) -> None:
    wrong = [
        row["id"] for row in rows(name) if _keys({**row, "variant": "long_nardy"}) != row["results"]
    ]
    assert wrong == []


def test_long_nardy_counts_in_both_readings_of_the_opening_exception() -> None:
    expected = golden("long_nardy_perft.json")
    readings = {"literal": "white", "both": "both"}
    for reading, option in readings.items():
        variant = find_variant("long_nardy", {"opening_double_exception": option})
        counts = list(perft(variant, 3))
        assert counts[0]["distinct"] == expected["white_first_turn_distinct_positions"]
        assert counts[1]["sum"] == expected["depth2_sum"][reading]
        assert counts[1]["distinct"] == expected["depth2_distinct"][reading]
        if reading == "literal":
            third = expected["depth3_sum_from_distinct_depth2_literal"]["step"]
            assert counts[2]["sum"] == third


def test_every_generated_row_of_the_house_variants_has_exactly_its_results() -> None:
    wrong = [row["id"] for row in rows("variant_moves.jsonl.gz") if _keys(row) != row["results"]]
    assert wrong == []


@pytest.mark.parametrize("case", golden("variant_cases.json"), ids=lambda case: case["id"])
def test_every_hand_worked_case_of_the_house_variants(case: dict) -> None:
    assert _keys(case) == sorted(case["results"]), case["why"]


def test_counts_from_the_start_position_with_at_most_five_on_a_point() -> None:
    expected = golden("variant_max5_perft.json")
    first, second = perft(find_variant("five_high"), 2)
    assert first["by_roll"] == expected["depth1_per_roll"]
    assert first["distinct"] == expected["depth1_distinct"]
    assert second["sum"] == expected["depth2_sum_over_distinct"]
