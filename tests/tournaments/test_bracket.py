"""The rounds as shown: every place of every format, filled as far as it is known."""

from collections.abc import Mapping

from tournaments.bracket import Drawing, Line, Made, Player, Round, drawings, rounds
from tournaments.formats.base import (
    History,
    Outcome,
    Pairing,
    Part,
    Place,
    Ref,
    Result,
    Section,
    SectionKind,
    Source,
)
from tournaments.formats.knockout import Knockout


def people(number: int) -> dict[int, Player]:
    return {seat: Player(f"p{seat}", is_bot=False, is_guest=False) for seat in range(1, number + 1)}


def knockout(number: int, made: Mapping[Ref, Made], *, viewer: str = "") -> tuple[Round, ...]:
    """The bracket of so many, with what is made of it."""
    history = History(
        entrants=tuple(range(1, number + 1)),
        pairings={ref: Pairing(ref, tuple(sorted(each.seats))) for ref, each in made.items()},
        results={
            ref: Result(ref, Outcome(each.status), each.winner)
            for ref, each in made.items()
            if each.is_decided
        },
    )
    return rounds(Knockout().sections(history), people(number), made, viewer=viewer)


def names(meeting) -> list[str]:
    return [line.player.username if line.player else "" for line in meeting.lines]


def test_no_draw_no_rounds() -> None:
    assert rounds((), {}, {}) == ()
    assert drawings(()) == ()


def test_later_rounds_stand_open_until_somebody_comes_out() -> None:
    made = {Ref(1, 1): Made((2, 1), "live"), Ref(1, 2): Made((3, 4), "live")}
    first, final = knockout(4, made)
    assert [names(meeting) for meeting in first.meetings] == [["p1", "p2"], ["p3", "p4"]]
    assert (first.kind, final.kind) == (SectionKind.SEMIFINAL, SectionKind.FINAL)
    assert final.meetings[0].lines == (Line(is_open=True), Line(is_open=True))
    assert (first.is_running, final.is_drawn) == (True, False)
    assert (first.live, first.decided) == (2, 0)


def test_a_winner_stands_in_the_next_round_before_his_opponent_is_known() -> None:
    made = {
        Ref(1, 1): Made((1, 2), "live"),
        Ref(1, 2): Made((4, 3), "played", winner=4, points={4: 3, 3: 1}),
    }
    first, final = knockout(4, made)
    assert names(final.meetings[0]) == ["", "p4"]
    assert final.meetings[0].lines[0].is_open
    assert [line.points for line in first.meetings[1].lines] == [1, 3]
    assert [line.is_winner for line in first.meetings[1].lines] == [False, True]


def test_a_bye_has_one_line_and_no_points() -> None:
    made = {Ref(1, 1): Made((1,), "bye", winner=1), Ref(1, 2): Made((2, 3), "live")}
    first, _final = knockout(3, made)
    assert names(first.meetings[0]) == ["p1", ""]
    assert first.meetings[0].lines[0].points is None
    assert not first.meetings[0].lines[1].is_open


def test_d_trn_03_the_line_of_a_match_that_nobody_won_is_empty_and_closed() -> None:
    made = {
        Ref(1, 1): Made((1, 2), "both_out"),
        Ref(1, 2): Made((3, 4), "played", winner=3, points={3: 1, 4: 0}),
        Ref(2, 1): Made((3,), "walkover", winner=3),
    }
    _first, final = knockout(4, made)
    assert names(final.meetings[0]) == ["", "p3"]
    assert final.meetings[0].lines[0] == Line()
    assert final.meetings[0].lines[1].is_winner


def test_the_viewer_finds_his_own_match() -> None:
    made = {
        Ref(1, 1): Made((1, 2), "live", match_id="m1"),
        Ref(1, 2): Made((3, 4), "live", match_id="m2"),
    }
    first, _final = knockout(4, made, viewer="p3")
    assert [meeting.is_mine for meeting in first.meetings] == [False, True]


def test_a_loser_goes_on_where_the_format_says_so() -> None:
    place = Place(Ref(2, 1), (Source(Ref(1, 1), is_loser=True), Source(Ref(1, 2))))
    lower = Section(Part.LAST_CHANCE, SectionKind.ROUND, 1, (place,))
    made = {Ref(1, 1): Made((1, 2), "played", winner=2), Ref(1, 2): Made((3, 4), "live")}
    (each,) = rounds((lower,), people(4), made)
    assert names(each.meetings[0]) == ["p1", ""]
    assert [line.is_open for line in each.meetings[0].lines] == [False, True]


def test_a_place_with_one_source_gives_a_free_pass() -> None:
    place = Place(Ref(2, 1), (Source(Ref(1, 1)),))
    section = Section(Part.BRACKET, SectionKind.ROUND, 2, (place,))
    made = {
        Ref(1, 1): Made((1, 2), "played", winner=2),
        Ref(2, 1): Made((2,), "bye", winner=2),
    }
    (each,) = rounds((section,), people(2), made)
    assert each.meetings[0].lines == (Line(people(2)[2], is_winner=True), Line())


def test_parts_are_drawn_by_themselves_and_of_rounds_the_latest_stands_first() -> None:
    places = [(Place(Ref(number, 1)),) for number in (1, 2, 3)]
    sections = (
        Section(Part.GROUPS, SectionKind.GROUP, 1, places[0], entrants=(1, 2)),
        Section(Part.ROUNDS, SectionKind.ROUND, 1, places[1]),
        Section(Part.ROUNDS, SectionKind.ROUND, 2, places[2]),
    )
    made = {Ref(number, 1): Made((1, 2), "live") for number in (1, 2, 3)}
    all_rounds = rounds(sections, people(2), made)
    groups, table = drawings(all_rounds)
    assert (groups.part, [each.index for each in groups.listed]) == (Part.GROUPS, [1])
    assert [player.username for player in groups.rounds[0].players] == ["p1", "p2"]
    assert [each.index for each in table.listed] == [3, 2]
    assert not table.is_tree


def test_a_round_that_is_not_drawn_is_not_listed() -> None:
    section = Section(Part.ROUNDS, SectionKind.ROUND, 1, (Place(Ref(1, 1)),))
    assert Drawing(Part.ROUNDS, rounds((section,), {}, {})).listed == ()
