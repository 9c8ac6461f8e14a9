"""Checking a draw from what is published alone: what is true passes, what is forged does not."""

import hashlib
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.tournaments.draws.documents import a_card, a_draw, a_satellite_card
from tests.tournaments.draws.forgeries import (
    FORGERIES,
    Forgery,
    forged_commitment,
    met,
    opponents_exchanged,
    two_seats_swapped,
)
from tournaments.proof import Unreadable, verify


@pytest.fixture(scope="module")
def _an_event() -> dict[str, Any]:
    return a_draw(entrants=6, seed=4)


@pytest.fixture
def document(_an_event: dict[str, Any]) -> dict[str, Any]:
    """A true document: six entrants, two byes, three rounds."""
    return deepcopy(_an_event)


def assert_verified(document: dict[str, Any]) -> None:
    report = verify(document)
    assert report.is_true, list(report.sentences())


@settings(deadline=None)
@given(entrants=st.integers(2, 70), seed=st.integers(0, 1_000))
def test_a_true_knock_out_of_any_size_is_verified(entrants: int, seed: int) -> None:
    assert_verified(a_draw(entrants, seed))


@pytest.mark.parametrize(
    "form", ["knockout", "double_elimination", "swiss", "round_robin", "groups", "swing"]
)
@settings(max_examples=25, deadline=None)
@given(entrants=st.integers(4, 12), seed=st.integers(0, 10_000), leaving=st.sampled_from((0, 0.1)))
def test_a_true_event_of_every_format_is_verified_whoever_leaves(
    form: str, entrants: int, seed: int, leaving: float
) -> None:
    assert_verified(a_draw(entrants, seed, a_card(form), leaving=leaving))


@pytest.mark.parametrize("form", ["knockout", "swiss"])
@settings(max_examples=25, deadline=None)
@given(entrants=st.integers(4, 30), seed=st.integers(0, 10_000), late=st.integers(1, 4))
def test_latecomers_break_no_proof(form: str, entrants: int, seed: int, late: int) -> None:
    assert_verified(a_draw(entrants, seed, a_card(form), late=late, leaving=0.05))


@settings(max_examples=25, deadline=None)
@given(entrants=st.integers(4, 40), seed=st.integers(0, 10_000))
def test_the_tickets_of_a_satellite_are_verified(entrants: int, seed: int) -> None:
    document = a_draw(entrants, seed, a_satellite_card())
    assert sum(prize["ticket_chips"] == 200 for prize in document["prizes"]) == entrants // 4
    assert_verified(document)


def test_a_ticket_for_another_is_found_out() -> None:
    document = a_draw(14, 1, a_satellite_card())
    first, *_, last = document["prizes"]
    first["seat"], last["seat"] = last["seat"], first["seat"]
    assert next(iter(verify(document).sentences())).startswith("Prize 1 is not the one")


def test_a_swiss_pairing_that_nobody_could_have_made_is_found_out() -> None:
    document = a_draw(8, 2, a_card("swiss"))
    one, other = [each for each in document["pairings"] if each["round"] == 2][:2]
    one["black"], other["black"] = other["black"], one["black"]
    for each in (one, other):
        each["result"]["winner"] = each["white"]
    sentences = list(verify(document).sentences())
    assert sentences[0].startswith("Pairing 2.1 is seat ")


def test_one_sentence_tells_what_was_checked(document: dict[str, Any]) -> None:
    assert list(verify(document).sentences()) == [
        "The secret is the promised one, and all else follows from it: seats 6, byes 2,"
        " pairings 7, colours 5, places 6, prizes 2."
    ]


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_no_forgery_passes(document: dict[str, Any], forge: Forgery) -> None:
    forge(document)
    report = verify(document)
    assert not report.is_true
    assert "all else follows" not in " ".join(report.sentences())


def test_what_is_wrong_is_named(document: dict[str, Any]) -> None:
    first, second, *_ = document["seats"]
    two_seats_swapped(document)
    sentences = list(verify(document).sentences())
    assert sentences[0] == f"Seat 1 is shown as {second}'s, but the secret gives it to {first}."


def test_another_secret_breaks_the_promise_even_where_everything_follows_from_it(
    document: dict[str, Any],
) -> None:
    """Whoever draws again still cannot change what was shown before."""
    drawn_again = a_draw(entrants=6, seed=5)
    drawn_again["commitment"] = document["commitment"]
    assert list(verify(drawn_again).sentences()) == [
        "The secret is not the one that was promised: its SHA-256 is another."
    ]


def test_before_the_secret_is_open_nothing_is_verified(document: dict[str, Any]) -> None:
    document["secret"] = None
    report = verify(document)
    assert (report.is_true, report.findings) == (False, ())
    assert "opened when the event is over" in next(iter(report.sentences()))


def test_of_many_faults_of_a_kind_three_are_told(document: dict[str, Any]) -> None:
    document["seats"].reverse()
    sentences = list(verify(document).sentences())
    assert sentences[3].startswith("And ")
    assert sentences[3].endswith(" more of the seats.")


def test_an_event_that_was_called_off_has_only_its_promise_to_keep(
    document: dict[str, Any],
) -> None:
    document |= {"state": "cancelled", "names": [], "seats": [], "entrants": []}
    document |= {"rounds": [], "pairings": [], "prizes": []}
    assert list(verify(document).sentences()) == [
        "The secret is the promised one, and all else follows from it: there was no draw."
    ]
    forged_commitment(document)
    assert not verify(document).is_true


def test_an_event_that_was_stopped_keeps_the_pairings_it_had(document: dict[str, Any]) -> None:
    document["state"] = "stopped"
    document["pairings"] = [each for each in document["pairings"] if each["round"] < 3]
    document["pairings"][-1]["result"] = None
    report = verify(document)
    assert report.is_true, list(report.sentences())


def test_a_pairing_that_is_missing_hides_no_other_where_an_event_was_stopped(
    document: dict[str, Any],
) -> None:
    document["state"] = "stopped"
    document["pairings"].remove(met(document))
    opponents_exchanged(document)
    sentences = " ".join(verify(document).sentences())
    assert "was due" in sentences


def test_the_promise_is_the_fingerprint_of_the_secret(document: dict[str, Any]) -> None:
    secret = bytes.fromhex(document["secret"])
    assert document["commitment"] == hashlib.sha256(secret).hexdigest()


@pytest.mark.parametrize(
    "broken",
    [
        {"format": 2},
        {"secret": "no hex"},
        {"seats": [1, 2]},
        {"names": None},
        {"entrants": [{"seat": 1}]},
        {"pairings": [{"round": 1, "slot": 1, "white": None, "black": 2, "result": None}]},
        {"pairings": [{"round": 1, "slot": 1, "white": True, "black": 2, "result": None}]},
        {"rounds": [{"number": -1, "present": []}]},
        {"card": {}},
        {"pool_chips": "many"},
    ],
    ids=str,
)
def test_what_is_no_document_is_said_to_be_unreadable(
    document: dict[str, Any], broken: dict[str, Any]
) -> None:
    with pytest.raises(Unreadable):
        verify(document | broken)


def test_a_document_with_a_part_missing_is_unreadable(document: dict[str, Any]) -> None:
    read = set(document) - {"name", "committed_ms"}
    for part in sorted(read):
        with pytest.raises(Unreadable):
            verify({key: value for key, value in document.items() if key != part})
