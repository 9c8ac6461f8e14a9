"""A match over a slow line that breaks again and again: every decision is done, and done once."""

from collections import Counter
from collections.abc import Iterator
from itertools import cycle

import pytest

from tests.browser.lines.conftest import SERIES, SIZES_IN_TURN, SLOW
from tests.browser.lines.counting import events_of
from tests.browser.lines.line import Fate


def fates() -> Iterator[Fate]:
    """Of every five orders one is lost on its way, and of another the answer."""
    return cycle([Fate.ARRIVES, Fate.UNANSWERED, Fate.ARRIVES, Fate.LOST, Fate.ARRIVES])


@pytest.mark.parametrize(("width", "height"), SIZES_IN_TURN)
def test_a_match_is_played_without_a_lost_or_a_doubled_action(
    open_line, guest_on, record_property, width: int, height: int
) -> None:
    line = open_line(**SLOW)
    alice = guest_on(line, width, height)
    alice.take_seat(SERIES)
    match_id = alice.wait_for_board()
    breaking = fates()
    line.fate_of = lambda _order: next(breaking)

    alice.play_match()

    document = alice.published(match_id)
    side = next(side for side in ("white", "black") if document[side]["name"] == alice.name)
    assert events_of(document, side) == alice.events
    arrived = Counter(fate for _, fate in line.orders)
    assert arrived[Fate.LOST] >= 2
    assert arrived[Fate.UNANSWERED] >= 2
    record_property("cuts", line.cuts)
    record_property("stalls", line.stalls)
