"""Offers are known by the kinds of words that meet in a line, whatever the language."""

import pytest

from chat.filters.adverts import advert_in
from chat.filters.adverts_offers import offer_in


@pytest.mark.parametrize(
    "line",
    [
        *("chips cheap, pm", "who sells an account?", "10k chips = 1 eur", "kaufe chips"),
        *("müün odavaid žetoone", "sprzedam żetony tanio", "продам фишки дешево"),
        *("join our club on facebook", "følg meg på instagram", "наш канал в телеграме"),
        *("free bitcoin giveaway", "cas1no bonus", "easy money online", "make $500 a day"),
        *("backgammon bot for sale", "come to the other site, join", "visit my blog"),
    ],
)
def test_words_of_two_kinds_make_an_offer(line: str) -> None:
    assert offer_in(line)


@pytest.mark.parametrize(
    "line",
    [
        *("buy in is 50 chips", "join the Sunday event", "i have 12500 chips", "cheap shot"),
        *("are you on facebook?", "bitcoin crashed", "casino royale", "house for sale next door"),
        *("do chips cost money?", "sign up in the lobby", "poker tonight", "deal"),
    ],
)
def test_words_of_one_kind_make_none(line: str) -> None:
    assert offer_in(line) == ""


@pytest.mark.parametrize(
    "line",
    [
        *("tele gram bgking", "watsap bgking", "t-e-l-e-g-r-a-m bgking", "te1egram bgking"),
        *("instgram bgking22", "kik me bgboy", "line id: bgking", "signal me at 5557788"),
        *("google bgking", "bit ly/freechips", "vk ru/bgclub", "bgking proton me"),
    ],
)
def test_the_name_of_a_service_is_known_however_it_is_written(line: str) -> None:
    assert advert_in(line)
