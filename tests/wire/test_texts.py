"""Errors as people and machines read them."""

from wire.errors import Refused
from wire.refusals import Refusal, all_refusals, first_refusal, refuse_if_any
from wire.texts import error_body, sentence


def test_a_template_is_filled_from_the_facts() -> None:
    body = error_body(Refused("event.rating", "Your rating is {rating}.", rating=1480))
    assert body == {
        "code": "event.rating",
        "message": "Your rating is 1480.",
        "data": {"rating": 1480},
    }


def test_a_template_whose_facts_are_missing_is_shown_as_it_is() -> None:
    assert sentence("Point {target} is closed.", {}) == "Point {target} is closed."


def test_every_reason_is_told_at_once_and_the_first_decides_the_code() -> None:
    def is_short(age: int) -> Refusal | None:
        return Refusal("entry.young", "Wait {days} days.", {"days": 7 - age}) if age < 7 else None

    def is_odd(age: int) -> Refusal | None:
        return Refusal("entry.odd", "Only even ages.") if age % 2 else None

    assert first_refusal([is_odd, is_short], 8) is None
    try:
        refuse_if_any(all_refusals([is_short, is_odd], 5))
    except Refused as error:
        body = error_body(error)
    assert body["code"] == "entry.young"
    assert body["message"] == "Wait 2 days."
    assert [reason["message"] for reason in body["data"]["refusals"]] == [
        "Wait 2 days.",
        "Only even ages.",
    ]
