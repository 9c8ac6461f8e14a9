"""An evening at the house, told by a script that runs in it: talk, reports, sanctions, staff."""

PASSWORD = "a-password-of-mara"

#: Mara moderates, Bruno directs. Rex insults people and has been reported; Spammy advertises and
#: has been refused; Nora appeals; Zoe came on a browser that Max, who is muted, has used.
EVENING = f"""
from datetime import timedelta
from django.contrib.auth.models import Group
from accounts.models import User
from chat.models import Message, RefusedLine
from moderation.models import DeviceUse
from moderation.kinds import NoticeKind
from moderation.sanctions import Offence, SanctionKind
from moderation.services import (
    appeal_make, case_hold, note_write, notice_open, report_open, sanction_impose,
)
from wire.time import now, now_ms

def person(name, group=""):
    user = User.objects.create_user(name, password={PASSWORD!r}, is_staff=bool(group))
    user.groups.set(Group.objects.filter(name=group))
    return user

mara, bruno = person("Mara", "moderator"), person("Bruno", "director")
names = ("Anna", "Ben", "Clara", "David", "Rex", "Spammy", "Nora", "Max", "Zoe", "Ida", "Karl")
anna, ben, clara, david, rex, spammy, nora, maxi, zoe, ida, karl = map(person, names)
User.objects.filter(pk=karl.pk).update(about="Cheap lessons, ask me")

def said(user, text, ago_s):
    return Message.objects.create(
        room="lobby:main", user=user, text=text, at_ms=now_ms() - ago_s * 1000
    )

def imposed(actor, user, kind, offence, text, lasts, key):
    return sanction_impose(
        actor=actor, user=user, kind=kind, offence=offence, text=text,
        reason="Read the lines of the evening.", lasts=lasts, key=key,
    )

OFFENSIVE = "You insulted another player. We want everybody to feel welcome here."
imposed(mara, rex, SanctionKind.MUTE, Offence.OFFENSIVE, OFFENSIVE, timedelta(minutes=15), "rex-1")
said(anna, "gg, that was a wild back game", 900)
said(ben, "thanks! you rolled 5-5 at the right time", 870)
said(clara, "anybody for a five pointer?", 600)
said(rex, "not with you, you play like a broken bot", 585)
line = said(rex, "go home loser, nobody wants you here", 560)
said(clara, "please be nice", 540)
said(david, "I will play you, Clara", 500)
report_open(reporter=clara, subject=f"line:{{line.pk}}", reason="offensive",
            note="He has been at it all evening.")
for reporter in (anna, ben, david):
    report_open(reporter=reporter, subject=f"line:{{line.pk}}", reason="offensive")
threat = said(ida, "I know where you live", 300)
report_open(reporter=david, subject=f"line:{{threat.pk}}", reason="threat")
report_open(reporter=anna, subject="user:Karl", reason="name", note="His profile sells lessons.")
foreign = said(karl, "no buenas noches para ti", 200)
report_open(reporter=ben, subject=f"line:{{foreign.pk}}", reason="not_english")

lines = [
    {{"text": text, "code": "chat.advert", "evidence": "link", "room": "lobby:main",
      "at_ms": now_ms() - ago_s * 1000}}
    for text, ago_s in (
        ("best chips at chips-4-you . example", 400),
        ("chips 4 you dot example, 50 percent off", 380),
        ("write me at spammy (at) mail.example", 350),
    )
]
for each in lines:
    RefusedLine.objects.create(user=spammy, **each)
case_hold(user=spammy, room="lobby:main", lines=lines)

sanction = imposed(
    mara, nora, SanctionKind.MUTE, Offence.SPAM,
    "You flooded the chat. Please leave room for others.", timedelta(days=7), "nora-1",
)
appeal_make(user=nora, sanction_id=sanction.public_id,
            text="My phone sent the same line six times when the train left the tunnel.")
imposed(mara, maxi, SanctionKind.MUTE, Offence.OFFENSIVE, OFFENSIVE, timedelta(days=7), "max-1")
for user in (maxi, zoe):
    DeviceUse.objects.create(user=user, device="d" * 32)
notice_open(
    kind=NoticeKind.SHARED_DEVICE, key="shared:zoe:max", subject="user:Zoe user:Max",
    facts={{"name": "Zoe", "other": "Max", "kind": "mute"}},
)
note_write(actor=mara, user=rex, text="Talked to him in private on Monday; said he will calm down.")
"""
