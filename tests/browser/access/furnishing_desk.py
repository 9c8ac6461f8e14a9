"""What lies on the desks of the furnished house: reports, cases, sanctions, appeals, refusals."""

from datetime import timedelta

from accounts.models import User
from chat.models import Message, RefusedLine, RoomState
from moderation.director import sanction_carry_out
from moderation.kinds import NoticeKind
from moderation.models import Sanction
from moderation.sanctions import Offence, SanctionKind
from moderation.services import (
    appeal_make,
    case_decide,
    case_hold,
    note_write,
    notice_open,
    report_open,
    sanction_impose,
)
from wire.time import now_ms

ROOM = "lobby:main"


def desk_furnish(people: dict[str, User]) -> dict[str, str]:
    """Where cases and sanctions are."""
    alice, bob, mara, rex = (people[name] for name in ("alice", "bob", "mara", "rex"))
    _said(alice, "gg, that was a wild back game")
    _said(people["long"], "anybody for a five pointer? " + "W" * 60)
    insult = _said(rex, "go home loser, nobody wants you here")
    report = report_open(
        reporter=bob, subject=f"line:{insult.pk}", reason="offensive", note="All evening."
    )
    answered = report_open(reporter=alice, subject="user:Rex", reason="name", note="His name.")
    case_decide(
        actor=mara,
        case_id=answered.case.public_id,
        outcome="acted",
        answer="Thank you.",
        reason="Looked at it.",
    )
    _held(rex)
    note_write(actor=mara, user=rex, text="Talked to him.")
    notice_open(
        kind=NoticeKind.SHARED_DEVICE,
        key="shared:eve:rex",
        subject="user:Eve user:Rex",
        facts={"name": "Eve", "other": "Rex", "kind": "mute"},
    )
    mute = _imposed(mara, people["nora"], SanctionKind.MUTE)
    appeal_make(user=people["nora"], sanction_id=mute.public_id, text="My phone sent it six times.")
    ban = _imposed(mara, people["eve"], SanctionKind.BAN)
    sanction_carry_out(sanction_pk=ban.pk)
    RoomState.objects.get_or_create(room=ROOM)
    return {
        "line": str(insult.pk),
        "case": report.case.public_id,
        "appealed_sanction": mute.public_id,
        "sanction": ban.public_id,
    }


def _said(user: User, text: str) -> Message:
    """A line as it stands in the lobby."""
    return Message.objects.create(room=ROOM, user=user, text=text, at_ms=now_ms())


def _imposed(actor: User, user: User, kind: SanctionKind) -> Sanction:
    return sanction_impose(
        actor=actor,
        user=user,
        kind=kind,
        offence=Offence.SPAM,
        text="You flooded the chat. Please leave room for others.",
        reason="Read the lines of the evening.",
        lasts=timedelta(days=7),
        key=f"walk:{user.pk}",
    )


def _held(user: User) -> None:
    """Lines that nobody has seen, and the case that the house made of them."""
    line = {
        "text": "best chips at chips-4-you . example",
        "code": "chat.advert",
        "evidence": "link",
        "room": ROOM,
        "at_ms": now_ms(),
    }
    RefusedLine.objects.create(user=user, **line)
    case_hold(user=user, room=ROOM, lines=[line])
