"""What the house publishes of a draw, when, and how the command checks it."""

import hashlib
import json
import re
import subprocess
import sys
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import IntegrityError, transaction
from django.urls import reverse

from config.environment import ROOT
from tests.tournaments.builders import (
    a_sit_and_go,
    a_started_event,
    called_off,
    fresh,
    play_through,
    players,
)
from tests.tournaments.builders import seated as with_players
from tests.tournaments.draws.documents import a_draw
from tests.tournaments.draws.forgeries import two_seats_swapped
from tournaments.formats.seating import draw_seats, draw_white
from tournaments.models import Tournament
from tournaments.proof import verify
from tournaments.selectors import secret_of


def published(client: Any, event: Tournament) -> dict[str, Any]:
    """The document as anybody gets it."""
    answer = client.get(reverse("tournaments:draw_json", args=[event.public_id]))
    assert answer["Content-Type"] == "application/json"
    document: dict[str, Any] = json.loads(answer.content)
    return document


def verified(*arguments: str) -> str:
    """What the command prints."""
    printed = StringIO()
    call_command("verify", *arguments, stdout=printed)
    return printed.getvalue()


@pytest.mark.django_db
def test_a_finished_event_proves_its_draw_to_a_stranger(client) -> None:
    event = a_started_event(seats=6)
    play_through(event)
    report = verify(published(client, event))
    assert report.is_true, list(report.sentences())
    assert "seats 6, byes 2, pairings 7" in next(iter(report.sentences()))


@pytest.mark.django_db
def test_the_secret_is_opened_at_the_end_and_not_before(client) -> None:
    event = a_sit_and_go(seats=2)
    secret = secret_of(event).hex()
    page = reverse("tournaments:detail", args=[event.public_id])
    seen = []
    for step in (lambda: None, lambda: with_players(event, *players(2))):
        step()
        seen.append(published(client, event))
        assert secret not in client.get(page).content.decode()
        assert secret not in json.dumps(seen[-1])
    assert [(each["state"], each["secret"]) for each in seen] == [
        ("registering", None),
        ("playing", None),
    ]
    play_through(event)
    assert published(client, event)["secret"] == secret
    assert secret in client.get(page).content.decode()


@pytest.mark.django_db
def test_the_promise_is_the_same_from_the_first_moment_on(client) -> None:
    event = a_sit_and_go(seats=2)
    before = published(client, event)
    with_players(event, *players(2))
    play_through(event)
    after = published(client, event)
    assert before["commitment"] == after["commitment"]
    assert before["committed_ms"] == after["committed_ms"]
    assert before["committed_ms"] <= after["rounds"][0]["drawn_ms"] if after["rounds"] else True


@pytest.mark.django_db
def test_an_event_that_was_called_off_opens_its_secret_too(client) -> None:
    event = a_sit_and_go()
    called_off(event)
    assert verify(published(client, event)).is_true


@pytest.mark.django_db
def test_a_player_who_takes_another_name_keeps_the_drawn_one(client) -> None:
    event = a_started_event(seats=2)
    play_through(event)
    winner = event.entries.earliest("place").user
    winner.username = "somebody_else"
    winner.save()
    assert verify(published(client, event)).is_true


@pytest.mark.django_db
def test_there_is_no_draw_of_an_event_that_is_not_there(client) -> None:
    assert client.get("/event/none/draw.json").status_code == 404


# --- by command --------------------------------------------------------------------------------


@pytest.mark.django_db
def test_an_event_of_this_house_is_verified_by_its_id() -> None:
    event = a_started_event(seats=4)
    with pytest.raises(CommandError, match="opened when the event is over"):
        verified("--tournament", event.public_id)
    play_through(event)
    assert f"Event {event.public_id} is verified." in verified("--tournament", event.public_id)


@pytest.mark.django_db
def test_an_unknown_event_is_not_verified() -> None:
    with pytest.raises(CommandError, match="no such event"):
        verified("--tournament", "none")


def test_a_downloaded_draw_is_verified_without_a_database(tmp_path) -> None:
    file = tmp_path / "draw.json"
    file.write_text(json.dumps(a_draw(11)))
    assert verified("--draw-file", str(file)).startswith("Event 0a1b2c3d4e5f is verified. ")


def test_a_forged_draw_fails_and_names_what_is_wrong(tmp_path) -> None:
    document = a_draw(11)
    two_seats_swapped(document)
    file = tmp_path / "draw.json"
    file.write_text(json.dumps(document))
    with pytest.raises(CommandError, match=r"not verified\. Seat 1 is shown as ") as no:
        verified("--draw-file", str(file))
    assert no.value.returncode == 1


@pytest.mark.parametrize("text", ["", "[]", "7", '{"format": 1}', "[" * 100_000])
def test_a_file_that_is_no_draw_fails_kindly(tmp_path, text: str) -> None:
    file = tmp_path / "draw.json"
    file.write_text(text)
    with pytest.raises(CommandError, match="no document of a draw"):
        verified("--draw-file", str(file))


def test_checking_needs_no_django() -> None:
    """On any machine: Python and these folders."""
    code = "import sys, tournaments.proof; print(*sys.modules)"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert loaded.isdisjoint({"django", "msgspec", "redis", "cryptography"})


# --- in the documents --------------------------------------------------------------------------

FAIRNESS = (ROOT / "docs" / "fairness.md").read_text()


def test_the_draw_by_hand_is_the_one_the_house_makes() -> None:
    secret, event_id = bytes([0x13]) * 32, "0a1b2c3d4e5f"
    assert hashlib.sha256(secret).hexdigest() in FAIRNESS
    drawn = draw_seats(["alice", "Bob", "carol", "dora"], secret=secret, event_id=event_id)
    assert f"| 1 | 3535440952 | 2 | 0 | {', '.join(drawn)} |" in FAIRNESS
    for low, high in ((1, 2), (3, 4)):
        white = draw_white((low, high), secret=secret, event_id=event_id, round_number=1)
        assert re.search(rf"`white:1:{low}-{high}` .* \| {drawn[white - 1]} \|", FAIRNESS)


def test_the_script_on_draws_needs_nothing_of_ours(tmp_path) -> None:
    script, file = tmp_path / "check.py", tmp_path / "draw.json"
    script.write_text(re.findall(r"```python\n(.*?)```", FAIRNESS, re.DOTALL)[1])
    for forge, says in ((None, "follow from the promised"), (two_seats_swapped, "do not follow")):
        document = a_draw(11)
        if forge:
            forge(document)
        file.write_text(json.dumps(document))
        command = [sys.executable, "-I", str(script), str(file)]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert says in done.stdout + done.stderr


def test_every_field_of_the_document_is_listed() -> None:
    document = a_draw(6)
    fields = {*document, *document["entrants"][0], *document["rounds"][0], *document["prizes"][0]}
    fields |= {*document["pairings"][0], *document["pairings"][0]["result"]}
    assert {field for field in fields if f"`{field}`" not in FAIRNESS} == set()


@pytest.mark.django_db
def test_the_house_publishes_the_fields_that_are_listed(client) -> None:
    event = a_started_event(seats=6)
    play_through(event)
    ours, listed = published(client, event), a_draw(6)
    assert set(ours) == set(listed)
    for part in ("entrants", "rounds", "pairings", "prizes"):
        assert set(ours[part][0]) == set(listed[part][0]), part


# --- never before the end ----------------------------------------------------------------------


@pytest.mark.django_db
def test_the_promise_cannot_be_changed_whoever_asks_the_database() -> None:
    event = a_sit_and_go()
    with pytest.raises(IntegrityError), transaction.atomic():
        Tournament.objects.filter(pk=event.pk).update(commitment="0" * 64)
    Tournament.objects.filter(pk=event.pk).update(name="Another name")
    assert fresh(event).commitment == event.commitment


@pytest.mark.django_db
def test_staff_see_the_secret_no_sooner_than_anybody(admin_client) -> None:
    event = a_started_event(seats=2)
    secret = secret_of(event)
    for page in ("changelist", "change"):
        arguments = [event.pk] if page == "change" else []
        address = reverse(f"admin:tournaments_tournament_{page}", args=arguments)
        answer = admin_client.get(address, follow=True)
        assert answer.status_code == 200
        shown = answer.content.decode()
        assert secret.hex() not in shown
        assert bytes(event.sealed_secret).decode() not in shown


@pytest.mark.django_db
def test_no_log_tells_the_secret(caplog) -> None:
    with caplog.at_level(0):
        event = a_started_event(seats=2)
        play_through(event)
    assert secret_of(event).hex() not in caplog.text
