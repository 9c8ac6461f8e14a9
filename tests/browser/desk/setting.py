"""An evening at the house, told by a script that runs in it: talk, reports, sanctions, staff."""

PASSWORD = "a-password-of-mara"

#: Mara moderates, Bruno directs. Rex insults people and has been reported; Spammy advertises and
#: has been refused; Nora appeals; Zoe came on a browser that Max, who is muted, has used.
EVENING = f"""
from datetime import timedelta
from time import time_ns
import wire.time
from django.contrib.auth.models import Group
from accounts.models import User
from chat.models import Message, RefusedLine
from moderation.models import DeviceUse
from moderation.kinds import NoticeKind
from moderation.sanctions import Offence, SanctionKind
from moderation.services import (
    appeal_make, case_hold, note_write, notice_open, report_open, sanction_impose,
)
from wire.time import now_ms

def ago(**span):
    past_ms = timedelta(**span) // timedelta(milliseconds=1)
    wire.time.source_ms = lambda: time_ns() // 1_000_000 - past_ms

def person(name, group=""):
    user = User.objects.create_user(
        name, password={PASSWORD!r}, is_staff=bool(group), rules_version=1
    )
    user.groups.set(Group.objects.filter(name=group))
    return user

ago(days=200)
mara, bruno = person("Mara", "moderator"), person("Bruno", "director")
names = ("Anna", "Ben", "Clara", "David", "Rex", "Spammy", "Nora", "Max", "Ida", "Karl")
anna, ben, clara, david, rex, spammy, nora, maxi, ida, karl = map(person, names)
User.objects.filter(pk=karl.pk).update(about="Cheap lessons, ask me")
ago(hours=3)
zoe = person("Zoe")

def said(user, text):
    return Message.objects.create(room="lobby:main", user=user, text=text, at_ms=now_ms())

def imposed(actor, user, kind, offence, text, lasts, key):
    return sanction_impose(
        actor=actor, user=user, kind=kind, offence=offence, text=text,
        reason="Read the lines of the evening.", lasts=lasts, key=key,
    )

OFFENSIVE = "You insulted another player. We want everybody to feel welcome here."
ago(days=20)
imposed(mara, rex, SanctionKind.MUTE, Offence.OFFENSIVE, OFFENSIVE, timedelta(minutes=15), "rex-1")
note_write(actor=mara, user=rex, text="Talked to him after the mute; said he will calm down.")

ago(days=1)
mute = imposed(
    mara, nora, SanctionKind.MUTE, Offence.SPAM,
    "You flooded the chat. Please leave room for others.", timedelta(days=7), "nora-1",
)
imposed(mara, maxi, SanctionKind.MUTE, Offence.OFFENSIVE, OFFENSIVE, timedelta(days=7), "max-1")
ago(hours=5)
appeal_make(user=nora, sanction_id=mute.public_id,
            text="My phone sent the same line six times when the train left the tunnel.")
ago(hours=2, minutes=50)
for user in (maxi, zoe):
    DeviceUse.objects.create(user=user, device="d" * 32)
notice_open(
    kind=NoticeKind.SHARED_DEVICE, key="shared:zoe:max", subject="user:Zoe user:Max",
    facts={{"name": "Zoe", "other": "Max", "kind": "mute"}},
)

ago(minutes=41)
foreign = said(karl, "no buenas noches para ti")
ago(minutes=40)
report_open(reporter=ben, subject=f"line:{{foreign.pk}}", reason="not_english")
ago(minutes=35)
report_open(reporter=anna, subject="user:Karl", reason="name", note="His profile sells lessons.")

lines = []
for minutes, text in (
    (33, "best chips at chips-4-you . example"),
    (32, "chips 4 you dot example, 50 percent off"),
    (31, "write me at spammy (at) mail.example"),
):
    ago(minutes=minutes)
    lines.append({{"text": text, "code": "chat.advert", "evidence": "link",
                  "room": "lobby:main", "at_ms": now_ms()}})
    RefusedLine.objects.create(user=spammy, **lines[-1])
case_hold(user=spammy, room="lobby:main", lines=lines)

ago(minutes=20)
said(anna, "gg, that was a wild back game")
ago(minutes=19)
said(ben, "thanks! you rolled 5-5 at the right time")
ago(minutes=16)
said(clara, "anybody for a five pointer?")
ago(minutes=15, seconds=40)
said(rex, "not with you, you play like a broken bot")
ago(minutes=15)
insult = said(rex, "go home loser, nobody wants you here")
ago(minutes=14, seconds=30)
said(clara, "please be nice")
ago(minutes=14)
said(david, "I will play you, Clara")
for minutes, reporter, note in (
    (13, clara, "He has been at it all evening."), (12, anna, ""), (11, ben, ""), (9, david, ""),
):
    ago(minutes=minutes)
    report_open(
        reporter=reporter, subject=f"line:{{insult.pk}}", reason="offensive", note=note
    )
ago(minutes=6)
threat = said(ida, "I know where you live")
ago(minutes=4)
report_open(reporter=david, subject=f"line:{{threat.pk}}", reason="threat")
"""
