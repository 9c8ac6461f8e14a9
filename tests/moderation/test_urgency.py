"""What staff look at first: a table that orders the queue, and does nothing else."""

from datetime import timedelta

import pytest

from moderation.cases import ReportReason
from moderation.urgency import (
    AGE_POINTS,
    MOST_REPORTERS,
    MOST_SANCTIONS,
    REASON_POINTS,
    age_points,
    urgency_of,
)


def test_every_reason_has_its_points() -> None:
    assert set(REASON_POINTS) == set(ReportReason)


def test_a_threat_comes_before_anything_else_however_many_report_it() -> None:
    threat = urgency_of({ReportReason.THREAT}, reporters=1, earlier_sanctions=0)
    oldest = AGE_POINTS[0][1]
    others = set(ReportReason) - {ReportReason.THREAT}
    assert threat > urgency_of(others, reporters=10_000, earlier_sanctions=100) + oldest


def test_the_worst_reason_counts() -> None:
    mild, grave = ReportReason.NOT_ENGLISH, ReportReason.OFFENSIVE
    both = urgency_of({mild, grave}, reporters=2, earlier_sanctions=0)
    assert both == urgency_of({grave}, reporters=2, earlier_sanctions=0)


@pytest.mark.parametrize("more", [{"reporters": 2}, {"earlier_sanctions": 1}])
def test_more_reporters_and_earlier_sanctions_make_it_more_urgent(more: dict[str, int]) -> None:
    one = {"reporters": 1, "earlier_sanctions": 0}
    reasons = {ReportReason.SPAM}
    assert urgency_of(reasons, **{**one, **more}) > urgency_of(reasons, **one)


def test_a_crowd_counts_no_more_than_so_much() -> None:
    reasons = {ReportReason.SPAM}
    full = urgency_of(reasons, reporters=MOST_REPORTERS + 1, earlier_sanctions=MOST_SANCTIONS)
    assert full == urgency_of(reasons, reporters=5_000, earlier_sanctions=5_000)


def test_waiting_makes_it_more_urgent_in_steps() -> None:
    waits = [timedelta(minutes=1), timedelta(hours=3), timedelta(hours=9), timedelta(days=9)]
    points = [age_points(wait) for wait in waits]
    assert points == sorted(set(points))
    assert points[0] == 0
