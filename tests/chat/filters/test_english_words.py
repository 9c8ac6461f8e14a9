"""Which words of a line say something of its language."""

import pytest

from chat.filters.english_words import Word, without_quotations, words_of


def judged(line: str, *names: str) -> list[str]:
    """The words that are judged."""
    return [word.text for word in words_of(line, frozenset(names))]


def test_words_are_read_in_small_letters_without_signs() -> None:
    assert judged("Well PLAYED, my friend!!") == ["well", "played", "my", "friend"]


@pytest.mark.parametrize(
    "line", ["24/18*", "@mari.k @jaan", "xgid=-b--:0:0", "Ab3dEf5gHi7jKl9m", ":D xD =) o_O", "a b"]
)
def test_what_is_in_no_language_is_not_judged(line: str) -> None:
    assert judged(line) == []


@pytest.mark.parametrize("line", ["haha", "hehehe", "jajaja", "lololol", "kkkk", "hahahahahaha"])
def test_laughter_is_not_judged(line: str) -> None:
    assert judged(line) == []


def test_names_are_taken_out_whole_and_in_parts() -> None:
    assert judged("gl Old_Fox and fox", "Old_Fox") == ["gl", "and"]


def test_a_large_first_letter_makes_a_name_inside_a_line_and_not_at_its_beginning() -> None:
    assert words_of("Well played Pekka")[-1] == Word("pekka", is_named=True)
    assert words_of("Pekka played well")[0] == Word("pekka")


def test_nobody_is_named_where_all_is_large() -> None:
    assert not any(word.is_named for word in words_of("PALJU ÕNNE SULLE"))


def test_letters_apart_are_put_together() -> None:
    assert judged("t e r e all") == ["tere", "all"]
    assert judged("u r a good player") == ["ura", "good", "player"]


@pytest.mark.parametrize("word", ["k6ik", "t2na", "po4emu", "4to"])
def test_digits_that_stand_for_letters_are_kept(word: str) -> None:
    assert judged(word) == [word]


@pytest.mark.parametrize("word", ["m8", "gr8", "l8r"])
def test_english_digits_are_judged_and_known(word: str) -> None:
    assert judged(word) == [word]


def test_unseen_characters_do_not_part_words() -> None:
    assert judged("pal\u200bd\u00adies") == ["paldies"]


def test_wide_and_mixed_letters_are_read_as_latin_ones() -> None:
    assert judged("ｎｉｃｅ rоll") == ["nice", "roll"]
    assert judged("привет") == ["привет"]


@pytest.mark.parametrize(
    ("line", "rest"),
    [
        ('"kiitos" is thanks', "is thanks"),
        ("what does „sinu kord“ mean", "what does mean"),
        ("«labdien» he said", "he said"),
    ],
)
def test_a_quotation_is_left_out_where_enough_is_said_around_it(line: str, rest: str) -> None:
    assert without_quotations(line).split() == rest.split()


def test_a_long_quotation_with_little_around_it_stays() -> None:
    line = 'so "ma ei saa aru miks"'
    assert without_quotations(line) == line
