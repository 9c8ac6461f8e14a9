"""What people and events may be called, and what may be written where everybody reads it."""

import pytest
from django.test import Client

from accounts.selectors import name_refusal as account_name_refusal
from chat.naming import is_of_house, name_refusal, text_refusal, words_refusal
from tests.factories import a_user


def code(refusal) -> str:
    return refusal.code if refusal is not None else ""


@pytest.mark.parametrize(
    "name",
    [
        *("fuck", "xX_f_u_c_k_Xx", "F-U-C-K-you", "fuckyou99", "Sh1tLord", "N1gg3r", "f4ggot"),
        *("BigCock", "DickHead99", "DieBitch", "KillYourself", "Nazi88", "hitler_1", "Hurensohn"),
        *("kurat", "perse_ehk", "vittu", "blyat", "xXkurwaXx", "stupid_idiot", "aSSh0le"),
    ],
)
def test_a_name_that_offends_is_refused_however_it_is_written(name: str) -> None:
    assert code(name_refusal(name)) == "words.offensive"


@pytest.mark.parametrize(
    "name",
    [
        "gammonking_com",
        "www_gammonking",
        "wwwgammonking",
        "gammon_dot_com",
        "Call_51234567",
        "add_my_insta",
    ],
)
def test_a_name_that_advertises_is_refused(name: str) -> None:
    assert code(name_refusal(name)) == "words.advert"


@pytest.mark.parametrize(
    "name",
    [
        *("alice", "Bob2000", "Gammon_King99", "Guest-4821", "Dick_42", "Dickens", "Peacock"),
        *("Sc-unthorpe", "Scunthorpe_Open", "Essex_girl", "Cockburn", "Hancock", "Matsushita"),
        *("Cassandra", "Assaf", "Hassan", "analyst", "assassin_1", "Arsenal_Fan", "Titan", "Nigel"),
        *("Anna_de_Vries", "Bob_19850312", "J0hn", "dice_queen", "night_rider", "tit_for_tat"),
        *("Wwwwwwwwwwwwwwwwwww1", "Wwwwho", "wwww"),
    ],
)
def test_innocent_names_may_be_had(name: str) -> None:
    assert name_refusal(name) is None


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ("Friday Night Cup", ""),
        ("Scunthorpe Open 2026", ""),
        ("Dick's birthday", ""),
        ("Võru karikas", ""),
        ("Bob has won 7-3; the result of round 2 stands.", ""),
        ("Fuck Open", "words.offensive"),
        ("the xX_f_u_c_k_Xx open", "words.offensive"),
        ("Kurat cup", "words.offensive"),
        ("Cup of gammonking.com", "words.advert"),
        ("join my discord", "words.advert"),
    ],
)
def test_titles_and_texts_are_judged_as_lines(text: str, refused: str) -> None:
    assert code(text_refusal(text)) == code(words_refusal(text)) == refused


def test_the_title_of_a_players_event_does_not_speak_for_the_house() -> None:
    for title in ("Official Open", "Moderators' cup", "Adm1n night", "Support table"):
        assert is_of_house(title)
    for title in ("Open house", "Guest night", "Full house cup", "Friday Night Cup"):
        assert not is_of_house(title)


@pytest.mark.django_db
def test_the_sign_up_gives_no_name_that_offends_or_passes_for_staff(client: Client) -> None:
    for name, expected in (
        ("fuckyou99", "words.offensive"),
        ("gammon_dot_com", "words.advert"),
        ("Support_Team", "account.name_reserved"),
        ("TheModerator", "account.name_reserved"),
        ("themoderator", "account.name_reserved"),
        ("supportteam", "account.name_reserved"),
        ("supporter", ""),
        ("gammonqueen", ""),
    ):
        assert code(account_name_refusal(name)) == expected
    page = client.post(
        "/accounts/signup/",
        {"username": "xX_f_u_c_k_Xx", "password1": "gammon-9-x", "password2": "gammon-9-x"},
    )
    assert "could offend somebody" in page.content.decode()


@pytest.mark.django_db
def test_staff_may_sound_like_the_house_and_offend_nobody() -> None:
    a_user("bob")
    assert account_name_refusal("admin_dora", is_staff=True) is None
    assert code(account_name_refusal("admin_fuck", is_staff=True)) == "words.offensive"
