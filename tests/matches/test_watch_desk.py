"""Staff who play read nowhere what those who look on say of their match: not at the desk either."""

import pytest

from accounts.models import User
from chat.models import Message, RefusedLine
from matches.models import Match
from tests.factories import a_user
from tests.lobby.builders import a_table, finished, taken
from tests.moderation.desk import Desk, a_line, place, reported, staff

pytestmark = pytest.mark.django_db

ADVICE = "white should double now"
NOT_SAID = "valge peaks kohe kahekordistama"


@pytest.fixture
def mara(db: None) -> User:
    """A moderator, who plays against Bob."""
    return staff("mara")


@pytest.fixture
def carol(db: None) -> User:
    """Whoever looks on."""
    return a_user("carol")


def pages_with(desk: Desk, text: str, addresses: list[str]) -> list[str]:
    """On which pages of the desk this stands."""
    found = []
    for address in addresses:
        answer = desk.client.get(f"/admin/{address}")
        assert answer.status_code in {200, 302, 403}
        if text in answer.content.decode():
            found.append(address)
    return found


def test_the_talk_of_those_who_look_on_is_nowhere_at_the_desk_of_who_plays(
    mara: User, carol: User
) -> None:
    table = taken(a_table(mara), a_user("bob"))
    room = f"watch:{Match.objects.get().public_id}"
    line: Message = a_line(carol, ADVICE, room=room)
    RefusedLine.objects.create(
        room=room, user=carol, text=NOT_SAID, code="chat.not_english", evidence="et", at_ms=1
    )
    case = reported(line, a_user("dave")).case
    addresses = [
        f"chat/message/room/{room}/",
        "chat/message/",
        f"chat/message/{line.pk}/change/",
        f"chat/message/hide/?line={line.pk}",
        "chat/message/search/?words=double",
        "moderation/case/player/carol/",
        "moderation/case/queue/",
        f"moderation/{place(case)}",
        f"moderation/{place(case, 'no_breach')}",
    ]
    refused = ["chat/refusedline/", "moderation/case/player/carol/", f"chat/message/room/{room}/"]
    playing, other = Desk(mara), Desk(staff("nora"))
    assert pages_with(other, ADVICE, addresses) == addresses
    assert pages_with(other, NOT_SAID, refused) == refused
    assert pages_with(playing, ADVICE, addresses) == []
    assert pages_with(playing, NOT_SAID, refused) == []
    finished(table)
    assert pages_with(playing, ADVICE, addresses) == addresses
    assert pages_with(playing, NOT_SAID, refused) == refused
