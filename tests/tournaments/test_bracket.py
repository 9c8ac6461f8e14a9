"""The bracket as shown: every place of every round, filled as far as it is known."""

from tournaments.bracket import Line, Made, Player, columns
from tournaments.formats.base import Ref


def people(number: int) -> list[Player]:
    return [Player(f"p{seat}", is_bot=False, is_guest=False) for seat in range(1, number + 1)]


def names(meeting) -> list[str]:
    return [line.player.username if line.player else "" for line in meeting.lines]


def test_no_draw_no_bracket() -> None:
    assert columns([], {}) == ()


def test_later_rounds_stand_open_until_somebody_comes_out() -> None:
    made = {Ref(1, 1): Made((2, 1), "live"), Ref(1, 2): Made((3, 4), "live")}
    first, final = columns(people(4), made)
    assert [names(meeting) for meeting in first.meetings] == [["p1", "p2"], ["p3", "p4"]]
    assert (first.winners, final.winners) == (2, 1)
    assert final.meetings[0].lines == (Line(is_open=True), Line(is_open=True))


def test_a_winner_stands_in_the_next_round_before_his_opponent_is_known() -> None:
    made = {
        Ref(1, 1): Made((1, 2), "live"),
        Ref(1, 2): Made((4, 3), "played", winner=4, points={4: 3, 3: 1}),
    }
    first, final = columns(people(4), made)
    assert names(final.meetings[0]) == ["", "p4"]
    assert final.meetings[0].lines[0].is_open
    assert [line.points for line in first.meetings[1].lines] == [1, 3]
    assert [line.is_winner for line in first.meetings[1].lines] == [False, True]


def test_a_bye_has_one_line_and_no_points() -> None:
    made = {Ref(1, 1): Made((1,), "bye", winner=1), Ref(1, 2): Made((2, 3), "live")}
    first, _final = columns(people(3), made)
    assert names(first.meetings[0]) == ["p1", ""]
    assert first.meetings[0].lines[0].points is None
    assert not first.meetings[0].lines[1].is_open


def test_d_trn_03_the_line_of_a_match_that_nobody_won_is_empty_and_closed() -> None:
    made = {
        Ref(1, 1): Made((1, 2), "both_out"),
        Ref(1, 2): Made((3, 4), "played", winner=3, points={3: 1, 4: 0}),
        Ref(2, 1): Made((3,), "walkover", winner=3),
    }
    _first, final = columns(people(4), made)
    assert names(final.meetings[0]) == ["", "p3"]
    assert final.meetings[0].lines[0] == Line()
    assert final.meetings[0].lines[1].is_winner


def test_the_viewer_finds_his_own_match() -> None:
    made = {
        Ref(1, 1): Made((1, 2), "live", match_id="m1"),
        Ref(1, 2): Made((3, 4), "live", match_id="m2"),
    }
    first, _final = columns(people(4), made, viewer="p3")
    assert [meeting.is_mine for meeting in first.meetings] == [False, True]
