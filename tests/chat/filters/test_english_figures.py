"""The rows of tests/data/chat: how many are found, and how many are blocked by mistake."""

import pytest

from config.bench.chat import (
    QUESTIONS,
    ROWS_FOLDER,
    Answer,
    answers,
    falsely_refused,
    found,
    rows_of,
)

LANGUAGE = QUESTIONS[0]


def given(name: str) -> list[Answer]:
    """What the pipeline answers to the rows of a file."""
    return answers(LANGUAGE, rows_of(ROWS_FOLDER / f"{name}.jsonl"))


@pytest.mark.parametrize("name", ["language_dev", "language_house", "language_kept"])
def test_other_languages_are_found_and_english_is_left_alone(name: str) -> None:
    those = given(name)
    score, mistakes = found(those), falsely_refused(those)
    assert score.right >= 0.95 * score.rows
    assert mistakes.right <= 0.01 * mistakes.rows
    assert score.rows > 200
    assert mistakes.rows > 200


@pytest.mark.parametrize("language", ["et", "lv", "fi", "nb", "sv", "ru-Latn", "de"])
def test_no_language_of_our_players_is_overlooked(language: str) -> None:
    names = ("language_dev", "language_house", "language_kept")
    those = [answer for name in names for answer in given(name) if answer.row["lang"] == language]
    assert found(those).right >= 0.9 * len(those)


def test_lines_that_nobody_tuned_on_are_found_too() -> None:
    those = given("language_last")
    assert found(those).right >= 0.95 * found(those).rows
    assert falsely_refused(those).right == 0
