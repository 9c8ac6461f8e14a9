"""What the words of a line say together, known ones and unknown ones."""

import threading

import pytest

from chat.filters import english_votes
from chat.filters.english import SURE_OF_ONE
from chat.filters.english_lexicon import DATA, read_lexicon
from chat.filters.english_slips import is_built, is_mistyped
from chat.filters.english_votes import UNDECIDED, Jury, jury
from chat.filters.english_words import words_of

LEXICON = read_lexicon()


def winner(line: str) -> tuple[str, float]:
    """The likeliest language but English, and how much speaks for it."""
    return jury().votes(words_of(line)).winner()


def test_english_words_speak_against_every_language() -> None:
    language, odds = winner("your turn")
    assert language == UNDECIDED
    assert odds < 0


def test_words_of_a_language_speak_for_it_and_less_for_others() -> None:
    votes = jury().votes(words_of("kiitos pelistä"))
    assert votes.words == 2
    assert votes.winner()[0] == "fi"


def test_a_word_that_two_languages_have_is_decided_by_its_neighbours() -> None:
    assert winner("on hea")[0] == "et"
    assert winner("on hyvä")[0] == "fi"


def test_a_phrase_counts_where_its_words_alone_would_be_english() -> None:
    assert winner("bra")[1] < 1
    assert winner("bra spilt") == ("nb", english_votes.EVERYDAY)


def test_phrases_that_english_has_borrowed_say_nothing() -> None:
    assert jury().votes(words_of("c'est la vie")).words == 0


def test_a_word_over_and_over_counts_once() -> None:
    assert jury().votes(words_of("paldies paldies paldies")).words == 1


def test_letters_drawn_long_are_as_many_as_the_word_has() -> None:
    assert winner("gooooood")[1] < 0
    assert winner("kiiiiitos")[0] == "fi"


@pytest.mark.parametrize(
    ("word", "language"),
    [
        ("mängukaaslane", "et"),
        ("pelikaverilta", "fi"),
        ("terningspillet", "da"),
        ("zwickmühle", "de"),
    ],
)
def test_an_unlisted_word_is_judged_by_its_beginning_and_its_letters(
    word: str, language: str
) -> None:
    assert word not in LEXICON.everyday
    found, odds = winner(word)
    assert found == language
    assert odds > 1.5


def test_a_dozen_unknown_words_tell_enough_of_a_line() -> None:
    votes = jury().votes(words_of(" ".join(f"zwo{letter}mikah" for letter in "abcdefghijklmnop")))
    assert votes.unknown == english_votes.MOST_UNKNOWN


def test_no_unlisted_word_in_plain_letters_is_sure_enough_alone() -> None:
    assert winner("wszystkowiedzacy")[1] < SURE_OF_ONE


@pytest.mark.parametrize("word", ["slowrollers", "replayable", "cubewise", "dicebox", "robbin"])
def test_words_built_of_english_ones_are_english(word: str) -> None:
    assert not LEXICON.is_english(word)
    assert is_built(word, LEXICON)


@pytest.mark.parametrize("word", ["plyaer", "oponnent", "tournamnt", "beginnning", "doubls"])
def test_one_slip_makes_no_other_language(word: str) -> None:
    assert is_mistyped(word, LEXICON) or is_built(word, LEXICON)


@pytest.mark.parametrize("word", ["abc", "mängija", "paldies"])
def test_short_and_foreign_words_are_no_slips(word: str) -> None:
    assert not is_mistyped(word, LEXICON)


@pytest.mark.parametrize("folder", ["english", "languages/everyday", "languages/written"])
def test_lists_are_in_small_letters_and_name_no_word_twice(folder: str) -> None:
    for path in (DATA / folder).glob("[a-z]*.txt"):
        lines = path.read_text("utf-8").splitlines()
        words = lines if path.stem == "phrases" else " ".join(lines).split()
        assert [word for word in words if word != word.lower()] == [], path
        assert len(words) == len(set(words)), path


def test_the_licences_travel_with_the_lists() -> None:
    assert "Kevin Atkinson" in (DATA / "english/SCOWL-COPYRIGHT.txt").read_text("utf-8")
    assert "Django Software" in (DATA / "languages/LICENCES.txt").read_text("utf-8")


def test_two_threads_that_come_first_get_the_same_jury(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(english_votes, "_sitting", [])
    barrier = threading.Barrier(4)
    called: list[Jury] = []

    def call() -> None:
        barrier.wait()
        called.append(jury())

    threads = [threading.Thread(target=call) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(map(id, called))) == 1
