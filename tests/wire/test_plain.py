"""What people write, as one row of what can be seen."""

import pytest

from wire.plain import plain_row, visible


@pytest.mark.parametrize(
    ("typed", "row"),
    [
        ("  two\n rows\tand\u2028more ", "two rows and more"),
        ("nul\0 bell\a", "nul bell"),
        ("\u202egnp.exe\u202c", "gnp.exe"),
        ("in\u200bvi\u00adsi\u2060ble", "invisible"),
        ("cafe\u0301", "caf\u00e9"),
        ("<b>bold</b>", "<b>bold</b>"),
        ("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
    ],
)
def test_a_row_holds_what_can_be_seen(typed: str, row: str) -> None:
    assert plain_row(typed, most=300) == row


@pytest.mark.parametrize("typed", ["", " \n", "\u200b\u200d", "\u3164", "\u00ad\u2060 \ufeff"])
def test_nothing_that_can_be_seen_is_nothing(typed: str) -> None:
    """So a reason, an answer or an appeal made of it counts as empty."""
    assert plain_row(typed, most=300) == ""


def test_a_row_is_cut_at_its_end() -> None:
    assert plain_row("one two three", most=8) == "one two"


@pytest.mark.parametrize("typed", ["\u202egnp", "a\u200bb", "\0", "\U000f0000"])
def test_what_a_row_leaves_out_is_shown_to_whoever_must_see_all(typed: str) -> None:
    assert "\u27e8" in visible(typed)
    assert "\u27e8" not in visible(plain_row(typed, most=300))
