"""Haste, copies and slow rooms."""

import pytest

from chat.filters.draft import Context, Draft, Said, Stopped
from chat.filters.flood import FLOOD_LINES, flood_stage
from wire.refusals import Refusal

NOW = 1_000_000


def stopped(text: str, *before: str | Said, **known) -> Refusal | None:
    """Why the line is stopped after these, or None."""
    history = tuple(Said(line) if isinstance(line, str) else line for line in before)
    answer = flood_stage(Draft(text, text), Context(now_ms=NOW, history=history, **known))
    return answer.refusal if isinstance(answer, Stopped) else None


def said(text: str, ago_ms: int, **how) -> Said:
    return Said(text, NOW - ago_ms, **how)


def test_the_sixth_line_in_ten_seconds_waits_until_the_first_is_old() -> None:
    five = [said(f"{number} pips", 9_000 - number * 1_000) for number in range(FLOOD_LINES)]
    no = stopped("one more", *five)
    assert no is not None
    assert (no.code, no.facts) == ("chat.flood", {"retry_ms": 1_000})
    assert stopped("one more", *five[1:]) is None
    assert stopped("one more", said("old", 10_000), *five[1:]) is None


def test_what_was_refused_counts_as_haste_and_not_as_a_copy() -> None:
    refused = [said("so long a sentence, and refused", 100, was_said=False)] * FLOOD_LINES
    assert stopped("anything", *refused) is not None
    assert stopped("so long a sentence, and refused", refused[0]) is None


@pytest.mark.parametrize(
    ("text", "before", "is_stopped"),
    [
        ("gg", ["gg"] * 4, False),
        ("gg", ["gg"] * 5, True),
        ("6-5", ["6-5", "6-5"], False),
        ("!", ["!", "!"], False),
        ("🎲", ["🎲", "🎲"], False),
        ("nice roll", ["nice roll"] * 2, False),
        ("nice roll", ["nice roll"] * 3, True),
        ("play faster please", ["play faster please"], False),
        ("play faster please", ["play faster please"] * 2, True),
        ("Pl4y f4ster, please!!", ["PLAY FASTER PLEASE"] * 2, False),
        ("play   faster, pleasé!!", ["PLAY FASTER PLEASE", "play fasterr please"], True),
        ("play faster please", ["play faster please", "well played"], False),
        ("has anybody seen the new rules card today?", ["hello", "what is new?"], False),
        (
            "has anybody seen the new rules card today?",
            ["Has anybody seen the new rules card today??"],
            True,
        ),
        (
            "I was on the bar for nine turns in a row",
            ["I was on the bar for ages, believe me"],
            False,
        ),
        ("", [], False),
    ],
)
def test_the_same_again_is_stopped_by_how_long_it_is(
    text: str, before: list[str], is_stopped: bool
) -> None:
    no = stopped(text, *before)
    assert (no is not None) == is_stopped
    if no is not None:
        assert no.code == "chat.flood"


def test_a_slow_room_says_how_long_to_wait() -> None:
    no = stopped("hello", slow_s=30, spoke_ms=NOW - 10_000)
    assert no is not None
    assert (no.code, no.facts) == ("chat.slow", {"seconds": 30, "retry_ms": 20_000})
    assert stopped("hello", slow_s=30, spoke_ms=NOW - 30_000) is None
    assert stopped("hello", slow_s=30, spoke_ms=None) is None
