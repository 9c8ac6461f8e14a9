"""The rules card: made from every column of a template, stored, read again, and undone."""

from datetime import UTC, date, datetime, time

import pytest

from backgammon import InvalidRules, NotationError, PointMatch, TableStakes
from tests.tournaments.builders import a_series, fresh, open_event, players, seated
from tests.tournaments.schedules import a_daily, first_event, set_clock
from tournaments.card import card_from_dict, card_to_dict
from tournaments.card_texts import Unreadable, breaks_of, lengths_of, words_of
from tournaments.expected import expected_s, rounds_of
from tournaments.models import Series
from tournaments.prizes import SharesError, default_shares
from tournaments.services import card_of, columns_of, series_store

pytestmark = pytest.mark.django_db

STARTS_AT = datetime(2026, 3, 29, 17, tzinfo=UTC)

#: A template in which every column says something.
EVERYTHING = {
    "name": "Everything",
    "kind": "scheduled",
    "format": "swiss",
    "seats": 48,
    "min_entrants": 12,
    "round_count": 5,
    "tie_breaks": "buchholz, lots",
    "apart": "carol:dora eve:frank",
    "variant": "nackgammon",
    "length_points": 3,
    "round_lengths": "3-3-5-7",
    "reserve_s": 90,
    "delay_s": 8,
    "pause_s": 30,
    "breaks": "3:10 5:20",
    "is_rated": True,
    "has_house_bots": False,
    "buy_in_chips": 100,
    "fee_chips": 10,
    "guarantee_chips": 5000,
    "prize_shares": "50 25 12.5 12.5",
    "rating_min": 1400,
    "rating_max": 1800,
    "min_matches": 5,
    "min_account_days": 7,
    "invitation_code": "sesame",
    "allowed_names": "alice\nbob",
    "needs_ticket": True,
    "has_late_entry": True,
    "buy_back_min": 30,  # no Swiss is stored with it
    "first_date": date(2026, 3, 29),
    "start_time": time(20),
    "time_zone": "Europe/Tallinn",
    "recurrence": "",
    "opens_before_h": 48,
}


class TestCard:
    @pytest.mark.parametrize(
        ("format_key", "pause_s"),
        [
            ("knockout", 60),
            ("double_elimination", 60),
            ("swing", 60),
            ("swiss", 120),
            ("round_robin", 120),
            ("groups", 120),
        ],
    )
    def test_the_house_rests_longer_where_a_round_begins_together(
        self, format_key, pause_s
    ) -> None:
        assert card_of(Series(format=format_key)).pause_s == pause_s
        assert card_of(Series(format=format_key, pause_s=0)).pause_s == 0

    def test_every_column_is_on_the_card(self) -> None:
        card = card_of(Series(**EVERYTHING), starts_at=STARTS_AT)
        assert (card.version, card.name) == (1, "Everything")
        assert (card.kind, card.format) == ("scheduled", "swiss")
        assert (card.seats, card.min_entrants, card.rounds) == (48, 12, 5)
        assert card.tie_breaks == ("buchholz", "lots")
        assert card.apart == (("carol", "dora"), ("eve", "frank"))
        assert [rules.length for rules in card.rules] == [PointMatch(n) for n in (3, 3, 5, 7)]
        assert {rules.variant.key for rules in card.rules} == {"nackgammon"}
        assert card.breaks == ((3, 600), (5, 1200))
        assert (card.rest_s(1), card.rest_s(2), card.rest_s(4), card.rest_s(6)) == (
            0,
            30,
            600,
            1200,
        )
        assert (card.is_rated, card.has_house_bots, card.guarantee_chips) == (True, False, 5000)
        assert card.times is not None
        assert (card.times.starts_at, card.times.zone) == (STARTS_AT, "Europe/Tallinn")
        terms = card.entry
        assert (terms.rating_min, terms.rating_max, terms.min_matches) == (1400, 1800, 5)
        assert (terms.min_account_days, terms.needs_ticket) == (7, True)
        assert terms.needs_invitation
        assert terms.is_for_invited
        assert (card.late.has_late_entry, card.late.buy_back_s) == (True, 1800)

    def test_codes_and_names_are_not_on_the_card(self) -> None:
        text = str(card_to_dict(card_of(Series(**EVERYTHING), starts_at=STARTS_AT)))
        assert "sesame" not in text
        assert "alice" not in text

    def test_a_stored_card_comes_back_as_it_was(self) -> None:
        for card in (
            card_of(a_series(seats=16, prize_shares="50 25 12.5 12.5")),
            card_of(Series(**EVERYTHING), starts_at=STARTS_AT),
            card_of(Series(format="swing", swing_stack=40)),
        ):
            assert card_from_dict(card_to_dict(card)) == card

    def test_from_the_columns_of_an_event_its_card_comes_out_again(self, clock) -> None:
        set_clock(clock, "2026-03-27 12:00")
        satellite = a_daily(
            target_series=a_daily(buy_in_chips=200),
            start_time=time(12, 30),
            guaranteed_tickets=2,
            remainder="chips",
        )
        swing = a_daily(format="swing", swing_stack=40, swing_rate=2)
        everything = a_daily(**{**EVERYTHING, "buy_back_min": 0})
        for series in (everything, satellite, swing):
            event = first_event(series)
            columns = Series(**columns_of(event))
            again = card_of(columns, starts_at=event.starts_at, target=event.target)
            assert again == event.rules_card
            assert columns.opens_before_h == series.opens_before_h

    def test_an_event_keeps_the_card_it_opened_with(self) -> None:
        series = a_series(length_points=3, buy_in_chips=50)
        event = open_event(series)
        series.length_points, series.buy_in_chips = 7, 500
        series_store(series=series)
        card = fresh(event).rules_card
        assert (card.version, card.buy_in_chips) == (1, 50)
        assert card.rules_of(1).length == PointMatch(3)

    def test_the_next_event_has_the_new_card_with_a_new_version(self) -> None:
        series = a_series(seats=2)
        event = open_event(series)
        series.buy_in_chips = 20
        series_store(series=series)
        seated(event, *players(2))
        assert open_event(series).rules_card.buy_in_chips == 20
        assert open_event(series).rules_card.version == 2

    def test_the_last_rules_hold_for_all_later_rounds(self) -> None:
        card = card_of(a_series(length_points=5, round_lengths="3 5"))
        assert card.rules_of(4) == card.rules_of(2)

    def test_the_reserve_grows_with_the_length_of_the_match(self) -> None:
        card = card_of(a_series(round_lengths="3 7", reserve_s=120))
        clocks = [rules.clock for rules in card.rules]
        assert [clock.reserve_ms for clock in clocks if clock] == [360_000, 840_000]

    @pytest.mark.parametrize(
        ("kind", "steps"), [("sit_and_go", [60, 60]), ("scheduled", [60, 300])]
    )
    def test_long_matches_of_scheduled_events_have_a_slower_no_show_ladder(
        self, kind, steps
    ) -> None:
        card = card_of(Series(kind=kind, round_lengths="5 7"), starts_at=STARTS_AT)
        assert [card.no_show_s(number) for number in (1, 2)] == steps

    def test_a_swing_is_played_in_single_games_for_its_stacks(self) -> None:
        card = card_of(Series(format="swing", swing_stack=40, swing_rate=2))
        length = card.rules_of(1).length
        assert isinstance(length, TableStakes)
        assert (length.stake, length.white, length.black, length.games) == (2, 40, 40, 1)

    def test_without_shares_of_its_own_a_sit_and_go_pays_the_houses_for_its_seats(self) -> None:
        assert card_of(a_series(seats=12, prize_shares=" ")).shares == default_shares(12)

    def test_without_shares_of_its_own_a_scheduled_event_pays_for_who_plays(self) -> None:
        card = card_of(Series(kind="scheduled", seats=64), starts_at=STARTS_AT)
        assert card.shares is None
        assert card.shares_for(11) == default_shares(11)

    @pytest.mark.parametrize(
        ("columns", "error"),
        [
            ({"prize_shares": "33 33 33"}, SharesError),
            ({"prize_shares": "50 20 10 10 10"}, SharesError),
            ({"prize_shares": "all"}, SharesError),
            ({"variant": "chess"}, NotationError),
            ({"reserve_s": 0}, InvalidRules),
            ({"round_lengths": "x"}, Unreadable),
            ({"breaks": "x"}, Unreadable),
        ],
    )
    def test_what_cannot_be_played_or_paid_makes_no_card(self, columns, error) -> None:
        with pytest.raises(error):
            card_of(Series(seats=4, **columns))


class TestTexts:
    def test_lengths_may_stand_with_spaces_commas_or_dashes(self) -> None:
        assert lengths_of("3 3,5-7") == (3, 3, 5, 7)
        assert lengths_of(" ") == ()

    @pytest.mark.parametrize("text", ["0", "26", "3.5", "three", "٣", "9999999999"])
    def test_what_is_no_length_is_named(self, text: str) -> None:
        with pytest.raises(Unreadable) as error:
            lengths_of(f"3 {text}")
        assert error.value.word == text

    @pytest.mark.parametrize("text", ["3", "3:0", "0:5", "3:241", "3:10m", "3:10 3:20"])
    def test_what_is_no_break_is_named(self, text: str) -> None:
        with pytest.raises(Unreadable) as error:
            breaks_of(text)
        assert error.value.word == text.split()[-1]

    def test_each_name_counts_once_in_its_order(self) -> None:
        assert words_of("bob alice,\nbob") == ("bob", "alice")


class TestExpectedLength:
    @pytest.mark.parametrize(
        ("columns", "entrants", "rounds"),
        [
            ({"format": "knockout"}, 16, 4),
            ({"format": "knockout"}, 9, 4),
            ({"format": "double_elimination"}, 8, 7),
            ({"format": "swiss"}, 17, 5),
            ({"format": "swiss", "round_count": 7}, 17, 7),
            ({"format": "round_robin"}, 8, 7),
            ({"format": "round_robin"}, 7, 7),
            ({"format": "groups"}, 16, 6),
        ],
    )
    def test_a_format_takes_so_many_rounds(self, columns, entrants, rounds) -> None:
        card = card_of(Series(seats=64, kind="scheduled", **columns), starts_at=STARTS_AT)
        assert rounds_of(card, entrants) == rounds

    def test_breaks_pauses_and_lengths_add_up(self) -> None:
        series = Series(seats=8, round_lengths="1 3 5", pause_s=60, breaks="1:10")
        assert expected_s(card_of(series), 8) == 240 + 600 + 720 + 60 + 1200

    def test_a_swing_lasts_until_a_point_is_worth_a_stack(self) -> None:
        swing = Series(format="swing", swing_stack=64, swing_rate=1, swing_doubles_s=600)
        assert expected_s(card_of(swing), 8) == 6 * 600 + 2 * 480
