"""What is shown of a line: what can be seen, in one row, as it was meant."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.filters.cleanup import LONGEST_CHARS, clean, cleanup_stage
from chat.filters.draft import Context, Draft, Stopped

#: Signs that have confused filters: joiners, marks, fillers, halves of emoji, turned direction.
AWKWARD = st.text(
    st.sampled_from(
        "ab1!? .\u200b\u200c\u200d\u0301\u0323\ufe0f\u20e3\u3164\u202e\x00🎲👨👩🏽🇪🇫ا🏴"
    )
)


def code_of(text: str) -> str:
    answer = cleanup_stage(Draft(text, text), Context())
    return answer.refusal.code if isinstance(answer, Stopped) else ""


@pytest.mark.parametrize(
    "line",
    [
        "thats SO unlucky!!!!",
        "6-5 again!!",
        "noooo way...",
        "hahahaha",
        "GG WP EVERYBODY",
        "no no no",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
        "XGID=--------E-C---eE---c-e----B-:0:0:1:00:0:0:0:0:10",
        "4HPwATDgc/ABMA:cAkAAAAAAAAA",
        "1000000 chips",
        "<b>bold</b> & 'quoted'",
        "Žanis žaidžia įdomiai",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",  # Persian, with its joiner
    ],
)
def test_what_the_writer_meant_is_shown_unchanged(line: str) -> None:
    assert clean(line) == line


@pytest.mark.parametrize(
    "emoji",
    [
        "👨\u200d👩\u200d👧\u200d👦",
        "👍🏽",
        "👩🏾\u200d🚀",
        "🇪🇪 🇱🇻 🇫🇮",
        "1️⃣ #️⃣",
        "❤️\u200d🔥",
        "🏳️\u200d🌈",
        "🏴\U000e0067\U000e0062\U000e0065\U000e006e\U000e0067\U000e007f",
    ],
)
def test_d_cht_02_families_flags_tones_and_keycaps_stay_whole(emoji: str) -> None:
    assert clean(f"well played {emoji} all") == f"well played {emoji} all"


@pytest.mark.parametrize(
    "hidden", ["\u200b", "\u200d", "\xad", "\u2060", "\ufeff", "͏", "\u200e", "ㅤ"]
)
def test_d_cht_02_what_cannot_be_seen_between_letters_is_gone(hidden: str) -> None:
    assert clean(hidden.join("hello")) == "hello"
    assert code_of(hidden * 5) == "chat.empty"


@pytest.mark.parametrize(
    "line", ["", "  \n\t", "\u115f\u1160\uffa0", "\u0301\u0302", "\U000e0061", "\u2800", "\ufe0f"]
)
def test_a_line_of_nothing_that_can_be_seen_is_empty(line: str) -> None:
    assert code_of(line) == "chat.empty"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("x" * 20, "xxxxx"),
        ("!" * 20, "!!!!!"),
        ("?!" * 20, "?!?!?!?!"),
        ("ha" * 20, "ha" * 6),
        ("go go go go go go go", "go go go go"),
        ("a a a a a a a a", "a a a a"),
        ("🎲" * 50, "🎲🎲🎲"),
        ("🎲 🎲 🎲 🎲 🎲 ok", "🎲 🎲 🎲 ok"),
        ("😀😁😂🤣😃😄😅😆😉😊", "😀😁😂🤣😃😄😅😆"),
        (
            "z\u0335\u0321\u0328\u031b\u0318a\u0301\u0323\u0308lgo",
            "z\u0321\u0335\u1ea1\u0301\u0308lgo",
        ),
    ],
)
def test_floods_are_cut_to_a_sane_run(typed: str, shown: str) -> None:
    assert clean(typed) == unicodedata.normalize("NFC", shown)


def test_direction_cannot_be_turned() -> None:
    assert clean("\u202egnp.exe\u202c \u2066x\u2069 \u200fy\u061c") == "gnp.exe x y"


def test_what_is_repeated_counts_towards_the_length_and_what_is_hidden_does_not() -> None:
    assert code_of("ab " * 100) == ""
    assert code_of("x" * LONGEST_CHARS) == ""
    assert code_of("x" * (LONGEST_CHARS + 1)) == "chat.too_long"
    assert code_of("x" + "\u200b" * 10_000) == ""
    assert code_of("y" * 10_000) == "chat.too_long"


def test_the_original_is_kept_for_staff() -> None:
    answer = cleanup_stage(Draft("h\u200bi", "h\u200bi"), Context())
    assert answer == Draft("h\u200bi", "hi")


@given(st.text() | AWKWARD)
def test_a_cleaned_line_is_one_clean_row(typed: str) -> None:
    line = clean(typed)
    assert clean(line) == line == " ".join(line.split())
    assert {unicodedata.category(char) for char in line} & {"Cc", "Cs", "Co", "Zl", "Zp"} == set()
    assert unicodedata.normalize("NFC", line) == line
