"""What holds for every format a card can name."""

from collections.abc import Sequence
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.formats.simulation import (
    LOTS,
    at_random,
    by_seat,
    chances,
    field_of,
    large,
    now_and_then_nobody,
    play_out,
    steps,
)
from tournaments.formats import FORMATS, format_of
from tournaments.formats.base import Format, History, Part
from tournaments.formats.knockout import Knockout
from tournaments.formats.swing import Swing
from tournaments.formats.trees import loser_of
from tournaments.wording import BYE_WORDS, FORMAT_WORDS, LEAVING_WORDS

SIZES: dict[str, int] = {"round_robin": 16}


def rule_of(key: str, **settings: Any) -> Format:
    """The format of a card with this key."""
    card = {"format": key, "rounds": 0, "tie_breaks": (), "swing": None, **settings}
    return format_of(SimpleNamespace(**card))  # type: ignore[arg-type]


#: Those in which a result is a winner; a swing has tests of its own.
BY_RESULT = [rule_of(key) for key in FORMATS if key != Swing.key] + [Knockout(survivors=3)]

rules = st.sampled_from(BY_RESULT)


def fields(rule: Format, most: int = 512) -> st.SearchStrategy[int]:
    return st.integers(2, min(most, SIZES.get(rule.key, most)))


def refs_of(sections: Sequence[Any]) -> list[Any]:
    return [place.ref for section in sections for place in section.places]


def test_a_card_names_the_format_and_its_settings() -> None:
    assert rule_of("knockout") == Knockout()
    assert rule_of("swing", swing=SimpleNamespace(stack=40)) == Swing(stack=40)
    assert rule_of("swiss", rounds=7).round_total(field_of(8)) == 7
    with pytest.raises(KeyError):
        rule_of("ladder")


def test_a_satellite_of_three_tickets_looks_for_three_survivors() -> None:
    card = SimpleNamespace(format="knockout")
    assert format_of(card, tickets=3) == Knockout(survivors=3)  # type: ignore[arg-type]


def test_every_format_has_words_for_the_card() -> None:
    assert set(FORMATS) == set(FORMAT_WORDS) == set(BYE_WORDS) == set(LEAVING_WORDS)


@large
@given(rule=rules, data=st.data(), chance=chances())
def test_everybody_is_placed_and_ties_share_the_best_place(rule, data, chance) -> None:
    over = play_out(rule, field_of(data.draw(fields(rule))), at_random(chance))
    standings = rule.standings(over, LOTS)
    places = [each.place for each in standings]
    assert rule.is_over(over)
    assert rule.pairings_due(over, LOTS) == ()
    assert sorted(each.entrant for each in standings) == list(over.entrants)
    assert places == sorted(places)
    assert all(places.index(place) == place - 1 for place in places)
    assert {each.entrant for each in standings if each.place == 1} <= rule.alive(over)


@settings(deadline=None)
@given(rule=rules, data=st.data(), chance=chances())
def test_nobody_has_two_places_of_a_round_and_nobody_out_is_paired(rule, data, chance) -> None:
    before = field_of(data.draw(fields(rule, 64)))
    for history in steps(rule, before, now_and_then_nobody(chance), chance=chance):
        due = [each for ref, each in history.pairings.items() if ref not in before.pairings]
        seated = [entrant for pairing in due for entrant in pairing.entrants]
        assert len(set(seated)) == len(seated)
        if not rule.has_knockout:
            assert set(seated) <= rule.alive(before) or not due
        before = history


@settings(deadline=None)
@given(rule=rules, data=st.data(), chance=chances())
def test_pairings_follow_from_the_published_facts_alone(rule, data, chance) -> None:
    """From the same results in another order, each pairing comes out once more."""
    over = play_out(rule, field_of(data.draw(fields(rule, 64))), at_random(chance))
    again = field_of(len(over.entrants))
    while due := rule.pairings_due(again, LOTS):
        assert all(over.pairings[pairing.ref] == pairing for pairing in due)
        again = again.with_pairings(reversed(due))
        again = again.with_results(over.results[pairing.ref] for pairing in reversed(due))
    assert again.pairings == over.pairings
    assert rule.standings(again, LOTS) == rule.standings(over, LOTS)


@settings(deadline=None)
@given(rule=rules, data=st.data(), chance=chances())
def test_the_sections_hold_every_pairing_once(rule, data, chance) -> None:
    def leaves(history: History) -> frozenset[int]:
        return frozenset(each for each in history.entrants if chance.random() < 0.05)

    before = field_of(data.draw(fields(rule, 64)))
    for history in steps(rule, before, now_and_then_nobody(chance), leaves=leaves):
        refs = refs_of(rule.sections(history))
        assert len(set(refs)) == len(refs)
        assert set(history.pairings) <= set(refs)
        assert rule.round_total(history) >= history.last_round
    if rule.round_total(history) == history.last_round and rule.key != "double_elimination":
        assert set(refs) == set(history.pairings)


@large
@given(rule=rules, data=st.data(), chance=chances())
def test_whoever_stands_at_a_place_came_from_one_of_its_sources(rule, data, chance) -> None:
    over = play_out(rule, field_of(data.draw(fields(rule))), at_random(chance))
    places = [place for section in rule.sections(over) for place in section.places]
    for place in places:
        if place.sources:
            comers = [
                loser_of(source.ref, over) if source.is_loser else over.results[source.ref].winner
                for source in place.sources
            ]
            assert list(over.pairings[place.ref].entrants) == comers


@settings(deadline=None)
@given(rule=rules, data=st.data())
def test_sections_of_one_part_come_one_after_the_other_and_are_numbered_from_one(
    rule, data
) -> None:
    over = play_out(rule, field_of(data.draw(fields(rule, 64))), by_seat)
    numbers: dict[Part, list[int]] = {}
    for section in rule.sections(over):
        numbers.setdefault(section.part, []).append(section.number)
    parts = [section.part for section in rule.sections(over)]
    assert parts == sorted(parts, key=list(numbers).index)
    for part, counted in numbers.items():
        if part is not Part.PLAY_OFF:
            assert counted == list(range(1, len(counted) + 1))


@pytest.mark.parametrize("rule", BY_RESULT, ids=lambda rule: rule.key)
@pytest.mark.parametrize("entrants", range(2, 17))
def test_everybody_leaves_before_the_first_round_and_the_event_ends(rule, entrants) -> None:
    nobody = replace(field_of(entrants), present=frozenset())
    over = play_out(rule, nobody, by_seat)
    assert rule.is_over(over)
    assert not any(pairing.entrants for pairing in over.pairings.values())
    assert len(rule.standings(over, LOTS)) == entrants
