"""Who plays at the start, as arithmetic: who is here, who stands by, whose seat goes to whom."""

from hypothesis import given
from hypothesis.strategies import booleans, integers, lists, tuples

from tournaments.field import Applicant, FieldPlan, field_plan


def applicants(here: int, absent: int = 0, standby: int = 0) -> list[Applicant]:
    """Numbered in this order: those who came, those who did not, those who stand by and came."""
    flags = [(True, False)] * here + [(False, False)] * absent + [(True, True)] * standby
    return [
        Applicant(number, is_here, stands_by)
        for number, (is_here, stands_by) in enumerate(flags, start=1)
    ]


def test_thirteen_registered_eleven_present_one_standby_makes_twelve() -> None:
    plan = field_plan(applicants(11, absent=2, standby=1), seats=13, fewest=4)
    assert plan.entrants == 12
    assert plan.seated == (14,)
    assert (plan.given, plan.forfeited) == ((13,), (12,))


def test_seats_of_the_absent_are_given_away_the_latest_registration_first() -> None:
    plan = field_plan(applicants(5, absent=3, standby=2), seats=8, fewest=4)
    assert (plan.given, plan.forfeited) == ((7, 8), (6,))


def test_a_seat_nobody_had_goes_to_standby_before_one_of_an_absent_entrant() -> None:
    plan = field_plan(applicants(5, absent=1, standby=1), seats=7, fewest=4)
    assert plan.seated == (7,)
    assert (plan.given, plan.forfeited) == ((), (6,))


def test_who_stands_by_and_is_not_here_is_passed_over() -> None:
    gone = Applicant(number=9, is_here=False, stands_by=True)
    here = Applicant(number=10, is_here=True, stands_by=True)
    plan = field_plan([*applicants(7, absent=1), gone, here], seats=8, fewest=4)
    assert (plan.seated, plan.unseated) == ((10,), (9,))


def test_standby_is_served_in_order_as_far_as_there_are_seats() -> None:
    plan = field_plan(applicants(7, absent=1, standby=3), seats=8, fewest=4)
    assert (plan.seated, plan.unseated) == ((9,), (10, 11))


def test_house_bots_come_up_to_the_fewest_and_no_further() -> None:
    assert field_plan(applicants(1), seats=16, fewest=4, free_bots=8).bots == 3
    assert field_plan(applicants(4), seats=16, fewest=4, free_bots=8).bots == 0


def test_house_bots_never_play_among_themselves() -> None:
    plan = field_plan(applicants(0, absent=3), seats=16, fewest=4, free_bots=8)
    assert (plan.bots, plan.missing) == (0, 4)


def test_a_house_bot_in_the_seat_of_an_absent_entrant_refunds_it() -> None:
    plan = field_plan(applicants(2, absent=2), seats=4, fewest=4, free_bots=8)
    assert (plan.bots, plan.given, plan.forfeited) == (2, (3, 4), ())


def test_what_is_missing_is_counted_by_who_is_here() -> None:
    assert field_plan(applicants(3, absent=9), seats=16, fewest=4).missing == 1
    assert field_plan([], seats=16, fewest=4).missing == 4


@given(
    flags=lists(tuples(booleans(), booleans()), max_size=40),
    spare=integers(0, 5),
    fewest=integers(2, 16),
    bots=integers(0, 8),
)
def test_every_entry_has_one_fate_and_no_seat_is_taken_twice(flags, spare, fewest, bots) -> None:
    entries = [Applicant(number, here, waits) for number, (here, waits) in enumerate(flags)]
    registered = [each for each in entries if not each.stands_by]
    seats = max(2, len(registered) + spare)
    plan = field_plan(entries, seats=seats, fewest=fewest, free_bots=bots)
    assert sorted(fates(plan)) == [each.number for each in entries]
    assert plan.entrants <= seats
    by_number = {each.number: each for each in entries}
    assert all(by_number[number].is_here for number in (*plan.playing, *plan.seated))
    assert plan.bots <= bots
    assert plan.missing == max(0, fewest - plan.entrants)


def fates(plan: FieldPlan) -> list[int]:
    return [*plan.playing, *plan.seated, *plan.given, *plan.forfeited, *plan.unseated]
