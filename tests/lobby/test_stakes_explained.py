"""The wallet knows tables by name, filters by them, and explains every chip that came home."""

import re

import pytest

from backgammon import Cube, Side, WinKind
from bankroll.explain import steps_of
from bankroll.places import places_named
from bankroll.selectors import StatementFilter, statement
from lobby.services import table_leave, table_top_up
from lobby.streams import table_ref
from tests.factories import a_user
from tests.lobby.builders import a_table
from tests.lobby.sittings import Sitting, a_sitting, stakes
from tests.lobby.test_stakes_pages import words
from tests.lobby.test_table_pages import address, page_of, signed_in
from tests.matches.test_tables import TOP_UP

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("books")]


def explained(sitting: Sitting, side: str) -> list[tuple[str, int | None]]:
    """The steps to what a player took home, as his wallet tells them."""
    user = sitting.people[side]
    place = StatementFilter(place=table_ref(sitting.table.public_id))
    home = statement(user, asked=place).lines[0]
    return [(step.text, step.chips) for step in steps_of(user, home)]


def test_what_was_taken_home_is_explained_game_by_game() -> None:
    sitting = a_sitting(stakes(3, 60, length=TOP_UP)).on_roll().lose(Side.WHITE)
    table_id, alice = sitting.table.public_id, sitting.people["white"]
    table_top_up(table_id=table_id, user=alice, chips=3, key="a")
    sitting.on_roll(cube=Cube(4, Side.WHITE)).lose(Side.BLACK, WinKind.GAMMON)
    table_leave(table_id=table_id, user=alice)
    assert explained(sitting, "white") == [
        ("Brought to the table", 60),
        ("Added between games", 3),
        ("Game 1, lost (single): 1 × 3 = 3", -3),
        ("Game 2, won (gammon): 8 × 3 = 24", 24),
        ("What lay before you, taken home", 84),
    ]


def test_the_limit_of_a_game_is_part_of_its_explanation() -> None:
    sitting = a_sitting(stakes(10, 500), has_different_sums=True, chips=75)
    sitting.on_roll(cube=Cube(4, Side.WHITE)).lose(Side.BLACK, WinKind.GAMMON)
    text, chips = explained(sitting, "white")[1]
    assert text == "Game 1, won (gammon): 8 × 10 = 80; no more than the smaller stack, 75"
    assert chips == 75


def test_who_lost_everything_reads_at_which_game() -> None:
    sitting = a_sitting(stakes(10, 20)).on_roll(cube=Cube(2, Side.WHITE)).lose(Side.BLACK)
    assert [chips for _, chips in explained(sitting, "black")] == [20, -20, 0]


def test_what_is_held_is_explained_while_it_is_held() -> None:
    alice = a_user(chips=100)
    a_table(alice, rules=stakes(1, 60))
    (step,) = steps_of(alice, statement(alice).lines[0])
    assert step.text.startswith("Held while you sit at the table")


def test_a_table_that_does_not_exist_is_no_place() -> None:
    table = a_table(rules=stakes(1, 60))
    known, unknown = table_ref(table.public_id), table_ref("nothing")
    places = places_named([known, unknown])
    assert places.keys() == {known}
    assert (places[known].title, places[known].path) == (table.title, address(table))


def test_the_page_of_a_table_leads_to_its_lines_of_the_statement() -> None:
    sitting = a_sitting(stakes(3, 60)).on_roll().lose(Side.WHITE)
    alice = sitting.people["white"]
    table_leave(table_id=sitting.table.public_id, user=alice)
    client = signed_in(alice)
    link = re.search(r'href="(/wallet/\?place=[^"]+)"', page_of(client, address(sitting.table)))
    assert link is not None
    text = words(page_of(client, link[1]))
    assert "-60" in text
    assert "+57" in text
    assert "+1000" not in text
