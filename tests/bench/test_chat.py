"""Counting what the filters of chat find and what they block by mistake."""

import json
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from config.bench import chat
from config.bench.chat import QUESTIONS

LANGUAGE, OFFENSIVE, ADVERTS = QUESTIONS

ROWS = (
    {"text": "good game", "label": "allow", "lang": "en", "kind": "short"},
    {"text": "palju õnne", "label": "allow", "lang": "en", "kind": "short"},
    {"text": "hyvää iltaa", "label": "block", "lang": "fi", "kind": "short"},
    {"text": "well played", "label": "block", "lang": "fi", "kind": "short"},
    {"text": "merci", "label": "either", "lang": "xx", "kind": "greeting"},
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    lines = (json.dumps(row, ensure_ascii=False) + "\n" for row in ROWS)
    (tmp_path / "language_test.jsonl").write_text("".join(lines), "utf-8")
    return tmp_path


def test_rows_that_may_be_answered_either_way_do_not_count(folder: Path) -> None:
    ((question, path),) = chat.files(folder)
    assert question is LANGUAGE
    assert len(chat.rows_of(path)) == len(ROWS) - 1


def test_what_is_found_and_what_is_blocked_by_mistake_are_counted_apart(folder: Path) -> None:
    given = chat.answers(LANGUAGE, chat.rows_of(folder / "language_test.jsonl"))
    assert str(chat.found(given)) == "1 of 2 (50.0%)"
    assert str(chat.falsely_refused(given)) == "1 of 2 (50.0%)"
    assert [(name, score.right, score.rows) for name, score in chat.by_group(given)] == [
        ("en short", 1, 2),
        ("fi short", 1, 2),
    ]


def test_any_code_will_do_for_a_foreign_line_and_the_right_one_for_an_offence() -> None:
    assert LANGUAGE.is_right({"label": "block"}, "chat.offensive")
    assert OFFENSIVE.is_right({"label": "offensive"}, "chat.offensive")
    assert not OFFENSIVE.is_right({"label": "offensive"}, "chat.not_english")
    assert not ADVERTS.is_right({"label": "advert"}, None)


def test_a_clean_line_is_clean_in_any_language() -> None:
    assert OFFENSIVE.is_right({"label": "clean"}, "chat.not_english")
    assert not OFFENSIVE.is_right({"label": "clean"}, "chat.offensive")
    assert not LANGUAGE.is_right({"label": "allow"}, "chat.not_english")


def test_a_line_takes_some_time() -> None:
    assert chat.us_per_line(ROWS, repeats=2) > 0


def test_words_are_read_once() -> None:
    chat.load()
    assert chat.load().ms < 5


def test_the_command_lists_every_row_that_is_wrong(folder: Path) -> None:
    out = StringIO()
    call_command("bench_chat", folder=folder, repeats=1, json=folder / "out.jsonl", stdout=out)
    wrong = [line for line in out.getvalue().splitlines() if line.startswith("  wrong")]
    assert wrong == [
        "  wrong: allow, en short: 'palju õnne' -> chat.not_english et",
        "  wrong: block, fi short: 'well played' -> allowed",
    ]
    (fact,) = map(json.loads, (folder / "out.jsonl").read_text().splitlines())
    assert (fact["found"], fact["falsely_refused"]) == (1, 1)


def test_a_folder_without_rows_is_named(tmp_path: Path) -> None:
    with pytest.raises(CommandError, match=str(tmp_path)):
        call_command("bench_chat", folder=tmp_path)
