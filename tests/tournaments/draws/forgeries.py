"""What a house that cheats might change in a published draw, one lie at a time."""

from collections.abc import Callable
from typing import Any

Document = dict[str, Any]
Forgery = Callable[[Document], None]


def another_hex(text: str) -> str:
    """The same length, the first digit another."""
    return ("0" if text[0] != "0" else "1") + text[1:]


def met(document: Document, round_number: int = 1) -> Document:
    """The first pairing of two in a round."""
    return next(
        each
        for each in document["pairings"]
        if each["round"] == round_number and each["black"] is not None
    )


def bye(document: Document) -> Document:
    """The first bye."""
    return next(each for each in document["pairings"] if each["result"]["outcome"] == "bye")


def forged_secret(document: Document) -> None:
    document["secret"] = another_hex(document["secret"])


def forged_commitment(document: Document) -> None:
    document["commitment"] = another_hex(document["commitment"])


def forged_id(document: Document) -> None:
    document["id"] = "ffffffffffff"


def two_seats_swapped(document: Document) -> None:
    seats, entrants = document["seats"], document["entrants"]
    seats[0], seats[1] = seats[1], seats[0]
    entrants[0]["name"], entrants[1]["name"] = entrants[1]["name"], entrants[0]["name"]


def a_name_added_afterwards(document: Document) -> None:
    document["names"] = sorted([*document["names"], "mallory"])


def a_name_that_stands_twice(document: Document) -> None:
    document["names"].insert(1, document["names"][0])


def names_in_another_order(document: Document) -> None:
    document["names"].reverse()


def somebody_else_on_a_seat(document: Document) -> None:
    document["entrants"][2]["name"] = "mallory"


def a_seat_left_out(document: Document) -> None:
    del document["entrants"][-1]


def a_bye_for_another(document: Document) -> None:
    """The free pass of one for somebody who had to play."""
    lucky, unlucky = bye(document), met(document)
    seat = unlucky["white"]
    unlucky["white"], lucky["white"] = lucky["white"], seat
    lucky["result"]["winner"] = seat


def opponents_exchanged(document: Document) -> None:
    one, other = [each for each in document["pairings"] if each["black"] is not None][:2]
    one["black"], other["black"] = other["black"], one["black"]


def colours_exchanged(document: Document) -> None:
    pairing = met(document)
    pairing["white"], pairing["black"] = pairing["black"], pairing["white"]
    pairing["result"]["points"].reverse()


def a_winner_from_outside(document: Document) -> None:
    pairing = met(document)
    pairing["result"]["winner"] = next(
        each["seat"]
        for each in document["entrants"]
        if each["seat"] not in (pairing["white"], pairing["black"])
    )


def a_result_that_changes_who_went_on(document: Document) -> None:
    """Nobody can tell that it is false; but the next round does not follow from it any more."""
    pairing = met(document)
    seats = {pairing["white"], pairing["black"]}
    pairing["result"]["winner"] = next(iter(seats - {pairing["result"]["winner"]}))


def a_pairing_left_out(document: Document) -> None:
    document["pairings"].remove(met(document, document["pairings"][-1]["round"]))


def a_pairing_put_in(document: Document) -> None:
    pairing = met(document)
    document["pairings"].append({**pairing, "slot": 99})


def places_exchanged(document: Document) -> None:
    first, *_, last = sorted(document["entrants"], key=lambda entrant: entrant["place"])
    first["place"], last["place"] = last["place"], first["place"]


def a_prize_for_another(document: Document) -> None:
    prizes = document["prizes"]
    prizes[0]["seat"], prizes[1]["seat"] = prizes[1]["seat"], prizes[0]["seat"]


def a_prize_cut(document: Document) -> None:
    document["prizes"][0]["chips"] -= 1


def a_prize_left_out(document: Document) -> None:
    del document["prizes"][-1]


def opened_too_early(document: Document) -> None:
    document["state"] = "playing"


def somebody_said_to_have_replaced_nobody(document: Document) -> None:
    document["entrants"][0] |= {"name": "mallory", "came": "by the back door"}


def a_drawn_seat_said_to_be_late(document: Document) -> None:
    document["entrants"][0]["came"] = "late"


def a_winner_without_a_match(document: Document) -> None:
    met(document)["result"]["outcome"] = "both_out"


def a_pairing_told_twice(document: Document) -> None:
    document["pairings"].append(dict(met(document)))


FORGERIES: tuple[Forgery, ...] = (
    *(forged_secret, forged_commitment, forged_id),
    *(two_seats_swapped, a_name_added_afterwards, a_name_that_stands_twice),
    *(names_in_another_order, somebody_else_on_a_seat, a_seat_left_out),
    *(a_bye_for_another, opponents_exchanged, colours_exchanged, a_winner_from_outside),
    *(a_result_that_changes_who_went_on, a_pairing_left_out, a_pairing_put_in),
    *(opened_too_early, somebody_said_to_have_replaced_nobody),
    *(a_drawn_seat_said_to_be_late, a_winner_without_a_match, a_pairing_told_twice),
    *(places_exchanged, a_prize_for_another, a_prize_cut, a_prize_left_out),
)
