"""Checking the dice from what is published alone: what is true passes, what is forged does not."""

import json
import re
import subprocess
import sys
from collections.abc import Callable
from copy import deepcopy
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from backgammon import LONG_NARDY, ClockRules, Rules
from config.environment import ROOT
from matches.downloads import finished_match
from matches.services import match_annul
from matches.verify import Unreadable, verify
from tests.matches.documents import a_document, places
from tests.matches.finished import a_finished_match

CLOCK = ClockRules(delay_ms=2_000, reserve_ms=400_000)

RULES = {
    "a point": Rules.match(1),
    "five points": Rules.match(5, clock=CLOCK),
    "long nardy": Rules.match(3, variant=LONG_NARDY),
    "three games": Rules.fixed(3),
    "table stakes": Rules.table(2, 40, 30),
}

Forgery = Callable[[dict[str, Any]], None]


@pytest.fixture(scope="module")
def _a_match() -> dict[str, Any]:
    return a_document(Rules.match(5, clock=CLOCK), seed=4)


@pytest.fixture
def document(_a_match: dict[str, Any]) -> dict[str, Any]:
    """A true document of a match of several games."""
    return deepcopy(_a_match)


@pytest.mark.parametrize("kind", RULES)
def test_every_roll_of_a_true_match_is_verified(kind: str) -> None:
    for seed in range(4):
        document = a_document(RULES[kind], seed)
        report = verify(document)
        rolls = places(document, "rolled") + places(document, "opening_rolled")
        assert (report.is_true, len(report.rolls)) == (True, len(rolls)), list(report.sentences())
        assert list(report.sentences()) == [
            f"The secret is the promised one, and all {len(rolls)} rolls follow from it."
        ]


# --- forgeries --------------------------------------------------------------------------------


def another_hex(text: str) -> str:
    """The same length, the first digit another."""
    return ("0" if text[0] != "0" else "1") + text[1:]


def forged_die(document: dict[str, Any]) -> None:
    dice = document["events"][places(document, "rolled")[3]]["dice"]
    dice[0] = dice[0] % 6 + 1


def forged_opening(document: dict[str, Any]) -> None:
    events = [document["events"][at] for at in places(document, "opening_rolled")]
    event = next(event for event in events if event["white"] != event["black"])
    event["white"], event["black"] = event["black"], event["white"]


def forged_secret(document: dict[str, Any]) -> None:
    document["dice"]["secret"] = another_hex(document["dice"]["secret"])


def forged_commitment(document: dict[str, Any]) -> None:
    document["dice"]["commitment"] = another_hex(document["dice"]["commitment"])


def forged_white_part(document: dict[str, Any]) -> None:
    document["dice"]["white"] = another_hex(document["dice"]["white"])


def lost_black_part(document: dict[str, Any]) -> None:
    document["dice"]["black"] = ""


def swapped_parts(document: dict[str, Any]) -> None:
    dice = document["dice"]
    dice["white"], dice["black"] = dice["black"], dice["white"]


def forged_id(document: dict[str, Any]) -> None:
    document["id"] = "zzzzzzzzzz"


def forged_game_number(document: dict[str, Any]) -> None:
    document["events"][places(document, "game_started")[1]]["number"] = 7


def turn_taken_out(document: dict[str, Any]) -> None:
    at = places(document, "rolled")[0]
    del document["events"][at : at + 2]


def turn_put_in(document: dict[str, Any]) -> None:
    at = places(document, "rolled")[0]
    document["events"][at:at] = document["events"][at : at + 2]


def two_rolls_swapped(document: dict[str, Any]) -> None:
    events = document["events"]
    one = places(document, "rolled")[0]
    other = next(
        index
        for index in places(document, "rolled")
        if events[index]["dice"] != events[one]["dice"]
    )
    events[one]["dice"], events[other]["dice"] = events[other]["dice"], events[one]["dice"]


def last_roll_taken_out(document: dict[str, Any]) -> None:
    """The one after which nothing is numbered any more: only its play betrays it."""
    events = document["events"]
    last = places(document, "rolled")[-1]
    started = max(at for at in places(document, "game_started") if at < last)
    assert not any(started < at for at in places(document, "rolled") if at > last)
    del events[last]


def roll_never_played(document: dict[str, Any]) -> None:
    events = document["events"]
    at = next(at for at in places(document, "played") if events[at + 1]["type"] == "rolled")
    del events[at]


def another_play(document: dict[str, Any]) -> None:
    moves = next(
        event["moves"]
        for event in document["events"]
        if event["type"] == "played" and event["moves"]
    )
    moves[0][1] = moves[0][1] % 6 + 1


def another_player_rolls(document: dict[str, Any]) -> None:
    event = document["events"][places(document, "rolled")[2]]
    event["side"] = "white" if event["side"] == "black" else "black"


def torn_off(document: dict[str, Any]) -> None:
    del document["events"][-1]


FORGERIES: tuple[Forgery, ...] = (
    *(forged_die, forged_opening, forged_secret, forged_commitment, forged_white_part),
    *(lost_black_part, swapped_parts, forged_id, forged_game_number, turn_taken_out, turn_put_in),
    *(two_rolls_swapped, last_roll_taken_out, roll_never_played, another_play),
    *(another_player_rolls, torn_off),
)


@pytest.mark.parametrize("forge", FORGERIES, ids=lambda forge: forge.__name__)
def test_no_forgery_passes(document: dict[str, Any], forge: Forgery) -> None:
    forge(document)
    report = verify(document)
    assert not report.is_true
    assert "follow from it" not in " ".join(report.sentences())


def test_the_first_roll_that_differs_is_named(document: dict[str, Any]) -> None:
    at = places(document, "rolled")[3]
    before = tuple(document["events"][at]["dice"])
    forged_die(document)
    report = verify(document)
    assert report.is_committed
    assert report.first_false is not None
    assert (report.first_false.number, report.first_false.given) == (at + 1, before)
    shown = "-".join(map(str, document["events"][at]["dice"]))
    sentence = next(iter(report.sentences()))
    assert (
        f"(event {at + 1}) shows {shown}, but the secret gives {before[0]}-{before[1]}." in sentence
    )


def test_another_secret_breaks_the_promise_even_where_its_rolls_would_follow(
    document: dict[str, Any],
) -> None:
    """Whoever changes secret and rolls alike still cannot change what was shown before."""
    promised = document["dice"]["commitment"]
    other = a_document(Rules.match(5, clock=CLOCK), seed=5)
    other["dice"]["commitment"] = promised
    report = verify(other)
    assert (report.is_committed, report.first_false) == (False, None)
    assert list(report.sentences()) == [
        "The secret is not the one that was promised: its SHA-256 is another."
    ]


NO_DOCUMENTS: dict[str, Any] = {
    "nothing": {},
    "a list": [],
    "a text": "match",
    "null": None,
    "another format": {"format": 2},
    "no dice": {"format": 1, "id": "x", "events": []},
}


@pytest.mark.parametrize("kind", NO_DOCUMENTS)
def test_what_is_no_document_is_unreadable(kind: str) -> None:
    with pytest.raises(Unreadable):
        verify(NO_DOCUMENTS[kind])


@pytest.mark.parametrize(
    ("place", "value"),
    [
        (("id",), 7),
        (("dice", "secret"), "no hex"),
        (("dice", "secret"), None),
        (("dice", "white"), 5),
        (("dice", "commitment"), None),
        (("events",), None),
        (("events", 0), {"type": "confetti"}),
        (("events", 0), {"type": "rolled", "side": "green", "dice": [1, 2], "at_ms": 1}),
        (("events", 0), 1),
        (("events", 1), {"type": "rolled", "side": "white", "dice": [7, 2], "at_ms": 1}),
    ],
)
def test_nonsense_inside_a_document_is_unreadable(
    document: dict[str, Any], place: tuple[Any, ...], value: Any
) -> None:
    *way, last = place
    inner: Any = document
    for key in way:
        inner = inner[key]
    inner[last] = value
    with pytest.raises(Unreadable):
        verify(document)


def test_rules_that_cannot_be_read_are_told(document: dict[str, Any]) -> None:
    document["rules"]["variant"] = "chess"
    assert not verify(document).is_true


def test_checking_needs_no_django() -> None:
    """On any machine: Python and this folder."""
    code = "import sys, matches.verify; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert loaded.isdisjoint({"django", "msgspec", "redis", "cryptography"})


# --- by command --------------------------------------------------------------------------------


def verified(*arguments: str) -> str:
    """What the command prints."""
    printed = StringIO()
    call_command("verify", *arguments, stdout=printed)
    return printed.getvalue()


def test_a_downloaded_file_is_verified_without_a_database(tmp_path, document) -> None:
    file = tmp_path / "match.json"
    file.write_text(json.dumps(document))
    assert verified("--file", str(file)).startswith("Match 8kq2m9xwzr is verified. ")


def test_a_forged_file_fails_and_names_the_first_roll_that_differs(tmp_path, document) -> None:
    forged_die(document)
    file = tmp_path / "match.json"
    file.write_text(json.dumps(document))
    with pytest.raises(
        CommandError, match=r"not verified\. Roll \d+ of game \d+ \(event \d+\)"
    ) as no:
        verified("--file", str(file))
    assert no.value.returncode == 1


@pytest.mark.parametrize("text", ["", "{", "[]", "7", '{"format": 1}', "[" * 100_000, "\udcff"])
def test_a_file_that_is_no_match_fails_kindly(tmp_path, text) -> None:
    file = tmp_path / "match.json"
    file.write_text(text, errors="surrogateescape")
    with pytest.raises(CommandError, match="no document of a match"):
        verified("--file", str(file))


def test_a_file_that_is_not_there_fails_kindly(tmp_path) -> None:
    with pytest.raises(CommandError, match="cannot be read"):
        verified("--file", str(tmp_path / "none.json"))


@pytest.mark.django_db
def test_a_match_of_this_house_is_verified_by_its_id(alice, bob, owner) -> None:
    match = a_finished_match(alice, bob)
    assert f"Match {match.public_id} is verified." in verified("--match", match.public_id)
    assert verify(json.loads(finished_match(match).document())).is_true


@pytest.mark.django_db
def test_an_annulled_match_does_not_hide_its_dice(match) -> None:
    match_annul(match_id=match.public_id, reason="staff")
    assert "all 0 rolls" in verified("--match", match.public_id)


@pytest.mark.django_db
def test_a_running_or_an_unknown_match_is_not_verified(match) -> None:
    with pytest.raises(CommandError, match="opened when the match is over"):
        verified("--match", match.public_id)
    with pytest.raises(CommandError, match="no such match"):
        verified("--match", "2222222222")


# --- in the documents -------------------------------------------------------------------------


def test_the_script_of_the_page_on_fairness_needs_nothing_of_ours(tmp_path, document) -> None:
    page = (ROOT / "docs" / "fairness.md").read_text()
    script = tmp_path / "check.py"
    script.write_text(re.findall(r"```python\n(.*?)```", page, re.DOTALL)[0])
    file = tmp_path / "match.json"
    for forge, code in ((None, 0), (forged_die, 1), (forged_secret, 1)):
        told = deepcopy(document)
        if forge is not None:
            forge(told)
        file.write_text(json.dumps(told))
        command = [sys.executable, "-I", str(script), str(file)]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False)
        assert done.returncode == code, done.stderr
