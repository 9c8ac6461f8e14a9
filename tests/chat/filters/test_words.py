"""Offensive words are found in any disguise, and innocent ones are left alone."""

from functools import partial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chat.filters.draft import Context, Draft, Said, Stopped
from chat.filters.english_lexicon import DATA
from chat.filters.words import offence_in, words_stage
from tests.chat.filters.measuring import evidence_of, rows_of, told

find = partial(evidence_of, words_stage)

INNOCENT = [
    "have a nice night",
    "don't I think so",
    "button",
    "survived",
    "glasses",
    "skill",
    "do you play bass?",
    "classic assessment",
    "that was a good hit",
    "beaver?",
    "I was on the bar",
]
HIDDEN = ["\u200b", "\u200d", "\u00ad", "\u2060", "\ufeff", "\u034f", "\u200e"]


@pytest.mark.parametrize("line", INNOCENT)
def test_d_cht_01_innocent_lines_are_delivered_unchanged(line: str) -> None:
    assert words_stage(Draft(line, line), Context()) == Draft(line, line)


@pytest.mark.parametrize("hidden", HIDDEN, ids=[f"U+{ord(sign):04X}" for sign in HIDDEN])
@pytest.mark.parametrize("word", ["fuck", "kurwa", "сука", "scheisse"])
def test_d_cht_02_a_word_with_hidden_characters_is_found(word: str, hidden: str) -> None:
    raw = hidden.join(word)
    assert find(raw) == find(word) != ""
    assert offence_in(raw)  # also where nobody has cleaned it


@pytest.mark.parametrize(
    "line",
    ["👨\u200d👩\u200d👧 well played 🇪🇪", "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645"],
)
def test_d_cht_02_emoji_and_persian_are_not_offensive(line: str) -> None:
    assert find(line) == ""


@pytest.mark.parametrize(
    "line",
    [
        *("fuck you", "FUCK you", "fuuuuck", "fucckk", "f u c k you", "f.u.c.k off", "f-u-c-k"),
        *("f*ck", "f**k", "f***", "sh!t", "$hit", "5h1t", "@sshole", "b!tch", "b1tch", "c*nt"),
        *("fսck", "fυck", "ｆｕｃｋ", "𝐟𝐮𝐜𝐤", "ⓕⓤⓒⓚ", "f̶u̶c̶k̶", "🅵🆄🅲🅺 you", "fu¢k", "ϲunt"),
        *("fu ck you", "mother fucker", "motherf ucker", "d i c k head", "n i g g e r", "f 4 g"),
        *("phuck", "fvck", "fck off", "mf'er", "stfu", "you-idiot", "dick-head", "shit.player"),
    ],
)
def test_disguises_are_seen_through(line: str) -> None:
    assert find(line)


@pytest.mark.parametrize(
    "line",
    [
        *("you are trash", "ur trash", "u suck", "what a loser", "shut up idiot", "shut up"),
        *(
            "go kill urself",
            "hope you die",
            "i will find you and hurt you",
            "your mother is a whore",
        ),
        *("worst player ever you dog", "loser trash player", "you play like a monkey", "dirty jew"),
        *("show me your tits", "suck my dick", "go back to your country", "are you stupid"),
    ],
)
def test_insults_threats_and_sexual_remarks_are_found_as_phrases(line: str) -> None:
    assert find(line)


@pytest.mark.parametrize(
    "line",
    [
        *("crap roll", "damn", "bloody dice", "ffs this dice", "sucks to be me", "what the heck"),
        *("these dice suck", "that sucks", "trash dice", "stupid dice", "wtf was that roll"),
        *("I am an idiot", "what an idiot I am", "I played like a donkey", "I'm such a noob"),
        *(
            "kill that blot",
            "I will hit you again",
            "blitz him",
            "naked ace point",
            "you lucky dog",
        ),
        *("you are so lucky", "you are killing me", "your board is dead", "shut out again"),
        *("loser buys the beer", "Dick is my real name", "Dick's turn", "Scunthorpe", "pussycat"),
        *("hoes in the garden", "it's hit", "as soon as it hits", "who re-rolled?", "kung fu"),
        *("per se", "gay Paris", "Rio Negro", "24/22 6/5*", "bar/21*", "b4", "gr8", "X22 vs Y22"),
    ],
)
def test_mild_words_and_the_talk_of_the_game_pass(line: str) -> None:
    assert find(line) == ""


@pytest.mark.parametrize(
    "word",
    [
        *("kurat", "perse", "vittu", "perkele", "faen", "jævla", "fitta", "scheiße", "Arschloch"),
        *("hijo de puta", "coño", "merde", "ta gueule", "vaffanculo", "kurwa", "spierdalaj"),
        *("orospu çocuğu", "piç", "сука", "ПИЗДЕЦ", "иди нахуй", "suka blyat", "pizdec", "sūds"),
        *("šūdas", "kuce", "klootzak", "caralho", "malaka", "μαλάκας", "操你妈", "씨발", "死ね"),
    ],
)
def test_the_languages_of_our_players_are_known(word: str) -> None:
    assert find(word)


@pytest.mark.parametrize(
    "lines",
    [
        ("fu", "ck you"),
        ("f", "u", "c", "k"),
        ("kill", "yourself"),
        ("you are", "trash"),
        ("you", "are a", "moron"),
    ],
)
def test_what_is_cut_in_two_over_lines_is_found(lines: tuple[str, ...]) -> None:
    assert find(*lines)


@pytest.mark.parametrize(
    "lines",
    [
        ("good luck to you", "dogs are barking here"),
        ("as", "hole in my board"),
        ("nice hit", "that was a good hit"),
        ("you play well, I must say, and I lose", "trash dice again"),
    ],
)
def test_two_innocent_lines_make_no_offensive_one(lines: tuple[str, ...]) -> None:
    assert find(*lines) == ""


def test_what_was_refused_is_no_first_half() -> None:
    unsaid = (Said("fu", was_said=False),)
    assert offence_in("ck", unsaid) == ""
    assert offence_in("ck", (Said("fu"),)) == "fuck"


INSULTS = {
    "arse", "ass", "bastard", "bastards", "cheat", "cheats", "creep", "cumming", "degenerate",
    "fool", "fools", "fraud", "freak", "freaks", "hypocrite", "idiot", "idiotic", "idiots",
    "jerk", "moron", "morons", "pathetic", "pig", "pornography", "prostitute", "prostitutes",
    "rat", "scum", "slag", "thief", "thieves",
}  # fmt: skip


def test_of_the_most_common_words_of_english_only_insults_offend() -> None:
    common = (DATA / "english" / "common.txt").read_text(encoding="utf-8").split()
    assert {word for word in [*common, "woops"] if offence_in(word)} <= INSULTS


def test_who_is_called_so_may_be_called_so() -> None:
    assert offence_in("gg Munn", names=frozenset({"Munn"})) == ""
    assert offence_in("gg Munn")
    assert offence_in("fuck Munn", names=frozenset({"Munn"})) == "fuck"


def test_the_sender_is_not_told_what_was_found() -> None:
    answer = words_stage(Draft("you moron", "you moron"), Context())
    assert isinstance(answer, Stopped)
    assert (answer.refusal.code, answer.evidence) == ("chat.offensive", "moron")
    assert "moron" not in answer.refusal.text
    assert answer.refusal.facts == {}


@pytest.mark.parametrize(
    "name", ["offensive_dev", "offensive_more", "offensive_kept", "offensive_third"]
)
def test_ninety_five_in_a_hundred_are_found_and_one_innocent_line_at_most_is_not(name: str) -> None:
    share = told(find, rows_of(name))
    assert share.found >= 0.95, share.missed
    assert share.false <= 0.01, share.wrong


@given(st.text(max_size=300) | st.text("aæ*@!1. fuckÄй", max_size=300))
def test_any_text_has_an_answer(text: str) -> None:
    assert isinstance(offence_in(text, (Said(text),)), str)


@pytest.mark.parametrize(
    "line",
    [
        "hope your whole family gets wiped out",
        "may you rot",
        "drink some bleach",
        "unalive yourself",
        "all jews must die",
        "wait till i find you",
        "i have your ip",
        "go back to where you came from",
        "dumbest player alive",
        "you have the iq of a potato",
        "tu es con",
        "du bist so hässlich",
        "es tevi nogalināšu",
        "toivottavasti kuolet",
        "ты тупой",
        "zabij się",
    ],
)
def test_a_wish_a_threat_or_an_insult_is_known_by_its_pattern(line: str) -> None:
    assert find(line)


@pytest.mark.parametrize("line", ["reetard", "azshole", "bitsch", "phaggott"])
def test_a_word_that_only_sounds_like_an_offensive_one_is_one(line: str) -> None:
    assert find(line)


@pytest.mark.parametrize(
    "line",
    [
        "my ass hurts from sitting lol",
        "bastard dice",
        "i hope you miss",
        "you are dead lucky",
        "kill his anchor",
        "stupid mistake",
        "you kicked my ass",
        "your mother taught you well",
        "go to hell dice",
        "wait till you see my next roll",
    ],
)
def test_what_only_looks_like_a_pattern_passes(line: str) -> None:
    assert find(line) == ""
