"""What passes as English, what does not, and what is said of it."""

import pytest

from chat.filters.draft import Context, Draft, Said, Stopped
from chat.filters.english import SPREAD_MS, english_stage

NOW_MS = 1_700_000_000_000


def language_of(line: str, *before: str | Said, names: frozenset[str] = frozenset()) -> str | None:
    """The language a line is stopped for, said after the others; None where it passes."""
    history = tuple(said if isinstance(said, Said) else Said(said) for said in before)
    context = Context(now_ms=NOW_MS, history=history, names=names)
    answer = english_stage(Draft(line, line), context)
    return answer.evidence if isinstance(answer, Stopped) else None


@pytest.mark.parametrize(
    "line",
    [
        "gg", "ok", "I love you", "Hello China", "nice roll", "6-5 again!!", "lol", "thx",
        "double?", "How to launch a career", "Juhan", "Katrin_77", "🎲", "👨‍👩‍👧‍👦",
    ],
)  # fmt: skip
def test_d_cht_03_a_short_english_line_passes_each_of_fifty_times(line: str) -> None:
    assert {language_of(line) for _ in range(50)} == {None}


@pytest.mark.parametrize("line", ["tere hommikust kõigile", "spasibo za igru", "thanks, mate"])
def test_d_cht_03_the_answer_is_the_same_each_of_fifty_times(line: str) -> None:
    assert len({language_of(line) for _ in range(50)}) == 1


def test_d_cht_02_persian_with_its_joiner_is_refused_as_another_language() -> None:
    assert language_of("سلام بچه\u200cها") == "fa"
    assert language_of("می\u200cخواهم بازی کنم") == "fa"


@pytest.mark.parametrize(
    "line",
    [
        "13/7 8/7", "bar/21*", "31: 8/5 6/5", "7-5", "PR 4.2", "21:30 CET", "5a 3a", "11/36 = 30%",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10", "4HPwATDgc/ABMA", "@Katrin_77",
        "???", ":-(", "\\o/", "<3", "xD", "¯\\_(ツ)_/¯", "(╯°□°)╯︵ ┻━┻", "ಠ_ಠ", "6 6 6 6",
        "match K9dF3q7T",
    ],
)  # fmt: skip
def test_notation_numbers_faces_and_ids_are_in_no_language(line: str) -> None:
    assert language_of(line) is None


@pytest.mark.parametrize(
    "line",
    [
        "sry my english is not so good", "thats not posible, again 6-6", "i cant beleive this",
        "senk you for game", "opponenet has disconected", "loooool", "yesssss", "hahahaaaa", "brrr",
        "tyvm", "ggwp m8", "touché", "c'est la vie", "pure schadenfreude lol", "naïve double",
        "slotted the bar point and got away with it", "chouette on friday, 5 players max",
    ],
)  # fmt: skip
def test_english_of_all_sorts_passes(line: str) -> None:
    assert language_of(line) is None


@pytest.mark.parametrize(
    "line",
    [
        "greetings from a snowy Tartu", "nice one Liis", "gj pekka", "gl Łukasz", "Great, Õnne!",
        "Jyväskylä is where I grew up", "is žanete playing", "see you next week Janis",
    ],
)  # fmt: skip
def test_people_and_places_are_no_language(line: str) -> None:
    assert language_of(line) is None


def test_nobody_is_judged_by_what_he_is_called() -> None:
    assert language_of("Дима", names=frozenset({"Дима"})) is None
    assert language_of("hyvaa_peli", names=frozenset({"hyvaa_peli"})) is None
    assert language_of("Дима") == "ru"


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("palju õnne", "et"), ("hästi mängitud", "et"), ("hyvin pelattu", "fi"),
        ("odota hetki", "fi"), ("labi nospēlēts", "lv"), ("ačiū už žaidimą", "lt"),
        ("jeg skjønner ikke", "nb"),
        ("tack för matchen", "sv"), ("held og lykke", "da"), ("die würfel spielen verrückt", "de"),
        ("qué suerte tienes", "es"), ("je ne comprends pas", "fr"), ("j'abandonne", "fr"),
        ("ci vediamo domani", "it"), ("nie rozumiem", "pl"), ("çok şanslısın", "tr"),
        ("спасибо за игру", "ru"), ("добрий вечір", "uk"), ("η σειρά σου", "el"),
        ("حظا سعيدا", "ar"),
        ("ערב טוב", "he"), ("ありがとう", "ja"), ("谢谢大家", "zh"), ("안녕하세요", "ko"),
        ("horosho sygrano", "ru-Latn"), ("kalispera se olous", "el-Latn"),
    ],
)  # fmt: skip
def test_other_languages_are_stopped_and_named_for_staff(line: str, language: str) -> None:
    assert language_of(line) == language


@pytest.mark.parametrize(
    ("line", "language"),
    [
        ("palju onne", "et"), ("hyvaa iltaa", "fi"), ("labi speleji", "lv"),
        ("aciu uz zaidima", "lt"), ("cok sanslisin", "tr"), ("viel glueck", "de"),
        ("k6ik on h2sti", "et"), ("kyll on hea", "et"),
        ("po4emu ty", "ru-Latn"), ("VIEL GLÜCK", "de"), ("t e r e", "et"), ("p.a.l.d.i.e.s", "lv"),
        ("pal\u200bdies", "lv"), ("kiiiitos", "fi"), ("раldies", "lv"),
    ],
)  # fmt: skip
def test_words_without_their_letters_or_in_disguise_are_known_too(line: str, language: str) -> None:
    assert language_of(line) == language


@pytest.mark.parametrize("line", ["paldies", "kiitos", "labvakar", "nesuprantu", "kjempebra"])
def test_a_single_word_is_stopped_where_it_is_sure(line: str) -> None:
    assert language_of(line) is not None


@pytest.mark.parametrize("line", ["bra", "ei", "si", "tu", "helou", "finna", "zyxgroup", "hola"])
def test_a_single_word_that_could_be_anything_passes(line: str) -> None:
    assert language_of(line) is None


@pytest.mark.parametrize(
    "line",
    [
        "gg, aitäh mängu eest", "wp, kiitos pelistä", "lol ты везучий", "ok, din tur nå",
        "double? ei ole järkeä", "wow ne güzel zar", "gg wp, kas veel üks?",
    ],
)  # fmt: skip
def test_an_english_word_or_two_do_not_carry_another_language(line: str) -> None:
    assert language_of(line) is not None


@pytest.mark.parametrize(
    "line",
    [
        "paldies for the game my friend", "gracias, good game, see you tomorrow",
        '"aitäh" means thanks, right?', "how do you say gg in Latvian?", "sauna time, bye all",
        "in Estonia we say aitäh after every game", "what does „sinu kord“ mean?",
    ],
)  # fmt: skip
def test_a_foreign_word_or_two_do_not_make_an_english_line_foreign(line: str) -> None:
    assert language_of(line) is None


def test_a_quotation_with_little_around_it_is_judged_like_the_rest() -> None:
    assert language_of('hm: "ma ei saa aru miks sa nii kaua mõtled"') == "et"


def test_a_sentence_spread_over_lines_is_heard_as_one() -> None:
    assert language_of("sa") is None
    assert language_of("sa", "mis") == "et"
    assert language_of("tu", "ko") == "lv"


def test_english_lines_of_one_word_are_not_foreign_together() -> None:
    assert language_of("lol", "me", "too") is None
    assert language_of("no", "on", "man") is None


def test_only_what_was_said_just_before_belongs_to_the_sentence() -> None:
    long_ago = Said("mis", at_ms=NOW_MS - SPREAD_MS - 1)
    lately = Said("mis", at_ms=NOW_MS - SPREAD_MS)
    assert language_of("sa", long_ago) is None
    assert language_of("sa", lately) == "et"


def test_a_longer_line_in_between_ends_the_sentence() -> None:
    assert language_of("sa", "mis", "let us play one more game") is None


def test_the_sender_reads_what_would_help_and_not_what_was_found() -> None:
    answer = english_stage(Draft("palju õnne", "palju õnne"), Context())
    assert isinstance(answer, Stopped)
    assert answer.refusal.code == "chat.not_english"
    assert "quick phrase" in answer.refusal.text
    assert not answer.refusal.facts


def test_what_passes_is_said_as_it_was_written() -> None:
    draft = Draft("GG  wp", "GG wp")
    assert english_stage(draft, Context()) is draft


@pytest.mark.parametrize("bit", ["l", "lo", "a ", "'", '"', "hx", "1a", "@", "й", "ß"])
def test_a_line_of_one_thing_over_and_over_is_answered_all_the_same(bit: str) -> None:
    assert language_of((bit * 300)[:300]) in {None, "ru"}
