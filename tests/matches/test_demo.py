"""The page of the board by itself: whatever its address asks for, there is a board."""

import pytest
from django.test import Client

pytestmark = pytest.mark.django_db

PAGE = "/board/"


def asked(client: Client, **wishes: str) -> tuple[int, int]:
    """The dice on the board of a page that was asked for so."""
    answer = client.get(PAGE, wishes)
    assert answer.status_code == 200
    dice: tuple[int, int] = answer.context["asked"].dice
    return dice


def test_dice_and_game_are_those_of_the_address(client: Client) -> None:
    assert asked(client, first="6", second="2", game="long_nardy") == (6, 2)
    page = client.get(PAGE, {"game": "long_nardy"})
    assert page.context["asked"].variant.key == "long_nardy"


@pytest.mark.parametrize("face", ["", "0", "7", "-1", "six", "\u00b2", "\u0663", "9" * 5000])
def test_what_is_no_face_of_a_die_reads_as_the_first_throw(client: Client, face: str) -> None:
    assert asked(client, first=face, second="2") == (3, 1)


@pytest.mark.parametrize("position", ["nonsense", "white off:15; black off:15; white to roll"])
def test_a_text_that_is_no_position_says_why_and_shows_the_start(
    client: Client, position: str
) -> None:
    answer = client.get(PAGE, {"position": position})
    assert answer.status_code == 200
    assert answer.context["trouble"]
    assert 'aria-invalid="true"' in answer.content.decode()
