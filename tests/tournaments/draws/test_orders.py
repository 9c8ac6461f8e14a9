"""The shared table of orders, drawn in Python; tests/browser/draws draws it in Chromium."""

import hmac
import random
from typing import Any

import pytest

from tests.tournaments.draws.cases import CASES
from tournaments.formats.seating import DrawStream


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_the_table_holds_here(case: dict[str, Any]) -> None:
    secret = bytes.fromhex(case["secret"])
    stream = DrawStream(secret, case["event"], case["what"])
    assert list(stream.shuffled(case["items"])) == case["order"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_nobody_needs_our_code_to_draw_again(case: dict[str, Any]) -> None:
    """Twelve lines from the description in docs/fairness.md."""
    secret, label = bytes.fromhex(case["secret"]), f"{case['event']}|{case['what']}"
    numbers: list[int] = []
    for counter in range(1 + len(case["items"])):
        block = hmac.digest(secret, f"{label}|{counter}".encode(), "sha256")
        numbers += [int.from_bytes(block[at : at + 4], "big") for at in range(0, 32, 4)]
    order = sorted(case["items"])
    for last in range(len(order) - 1, 0, -1):
        while (number := numbers.pop(0)) >= 2**32 // (last + 1) * (last + 1):
            pass
        chosen = number % (last + 1)
        order[last], order[chosen] = order[chosen], order[last]
    assert order == case["order"]


def test_the_order_of_the_items_does_not_matter() -> None:
    for case in CASES:
        items = random.Random(1).sample(case["items"], len(case["items"]))
        stream = DrawStream(bytes.fromhex(case["secret"]), case["event"], case["what"])
        assert list(stream.shuffled(items)) == case["order"]


def test_names_stand_in_the_order_of_code_points() -> None:
    """Neither in that of a language nor in that of UTF-16, where the last two change places."""
    awkward = next(case for case in CASES if case["name"] == "awkward names")
    in_order = ["10", "9", "Bob", "_eve", "alice", "zoe", "zo\xeb", "\xc5sa", "\xe9mile"]
    assert sorted(awkward["items"]) == [*in_order, "\u03a9mega", "\ufb01n", "\U0001d49cda"]
