"""What the tables of a volume hold, app by app: one statement a table."""

import json
from typing import Final

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator

from accounts.models import RatingChange, StaffAction, User
from bankroll.models import Account, Posting, Transfer
from chat.models import Message, RefusedLine, RoomState
from lobby.models import Seek, Table, TableSeat
from matches.models import Match, MatchEvent, Seat
from moderation.models import Appeal as SanctionAppeal
from moderation.models import Case, DeviceUse, Notice, Report, Sanction, StaffNote
from tests.config.volume import FIRST, Volume, rows
from tournaments.models import Appeal, Entry, Pairing, Ruling, Series, Ticket, Tournament
from wire.time import now_ms

#: A word in a line of chat in ten thousand.
RARE: Final = "zugzwang"

#: The biggest event has so many entries, the longest match so many events.
FIELD: Final = 256
LONG_MATCH: Final = 400


def fill(volume: Volume, *, card: object, above: Volume | None = None) -> None:
    """Write the rows of a volume, those beyond `above` where that is there already.

    card: the rules card of every event, as it is stored.
    """
    was = above or Volume(0, 0, 0, 0)
    _people(was, volume)
    _books(was, volume)
    _games(was, volume)
    _events(was, volume, json.dumps(card))
    _talk(was, volume)
    _moderation(was, volume)


def _some(count: int, stride: int = 1) -> str:
    """The key of a row of a table with so many, another for each n."""
    return f"{FIRST} + 1 + (n::bigint * {stride}) % {count}"


def _ago(count: int) -> str:
    """A moment of the last year, later with each n."""
    return f"now() - interval '365 days' * (1 - n::float / {count})"


def _people(was: Volume, volume: Volume) -> None:
    users = volume.users
    first, last = was.users, users
    rows(
        User,
        first,
        last,
        username="'Player-' || n",
        email="'p' || n || '@example.org'",
        is_active="true",
        password="'!'",
        is_guest="n % 10 = 0",
        created_at=_ago(users),
    )
    rows(
        EmailAddress,
        first,
        last,
        user=f"{FIRST} + n",
        email="'p' || n || '@example.org'",
        verified="true",
        primary="true",
    )
    rows(Authenticator, first // 10, last // 10, user=f"{FIRST} + n", type="'totp'")
    rows(
        RatingChange,
        first,
        last,
        match_id="'m' || n",
        user=f"{FIRST} + n",
        kind="'match'",
        opponent=_some(users),
        ladder="'short'",
        is_win="true",
    )
    rows(
        StaffAction,
        first,
        last,
        actor=f"{FIRST} + 1 + n % 5",
        act="'act.' || n % 12",
        subject="'user:Player-' || n",
        reason="'Because ' || n",
        details="""'{"before": {"a": 1}, "after": {"a": 2}}'::jsonb""",
        created_at=_ago(users),
    )


def _books(was: Volume, volume: Volume) -> None:
    first, last = was.users, volume.users
    rows(
        Account,
        first,
        last,
        kind="'wallet'",
        ref="'wallet:v' || n",
        owner=f"{FIRST} + n",
        balance_chips="n",
    )
    first, last = was.postings, volume.postings
    rows(
        Transfer,
        first,
        last,
        key="'key:' || n",
        kind="CASE n % 3 WHEN 0 THEN 'game' WHEN 1 THEN 'hold' ELSE 'grant' END",
        note="'note ' || n",
        created_at=_ago(last),
    )
    rows(
        Posting,
        first,
        last,
        transfer=f"{FIRST} + n",
        source=_some(volume.users, 7),
        target=f"{FIRST} + 1 + (n::bigint * 7 + 1) % {volume.users}",
        chips="1 + n % 90",
    )


def _games(was: Volume, volume: Volume) -> None:
    first, last, users = was.matches, volume.matches, volume.users
    rows(
        Match,
        first,
        last,
        public_id="'v' || n",
        title="'Player-' || n || ' - Player'",
        owner="CASE n % 2 WHEN 0 THEN 'table' ELSE 'tournament' END",
        owner_ref="'r' || n",
        rules="""'{"length": 5}'::jsonb""",
        status="'finished'",
        commitment="repeat('0', 64)",
        snapshot="'{}'",
        created_ms=f"{now_ms()} - ({last} - n) * 600000::bigint",
    )
    rows(Seat, first, last, match=f"{FIRST} + n", side="'white'", user=_some(users, 7))
    rows(
        Seat,
        first,
        last,
        offset=10_000_000,
        match=f"{FIRST} + n",
        side="'black'",
        user=f"{FIRST} + 1 + (n::bigint * 7 + 1) % {users}",
    )
    rows(
        MatchEvent,
        4 * first,
        4 * last,
        match=f"{FIRST} + 1 + (n - 1) / 4",
        seq="1000 + n % 4",
        kind="'rolled'",
        body="'{}'",
        actor="'white'",
    )
    rows(
        MatchEvent,
        0,
        LONG_MATCH,
        offset=50_000_000 + last,
        match=f"{FIRST + last}",
        seq="n",
        kind="'played'",
        body="'{}'",
        actor="'white'",
    )
    rows(
        Table,
        first,
        last,
        public_id="'t' || n",
        host=_some(users, 7),
        access="'lobby'",
        title="'Table ' || n",
        state="'closed'",
        clock="'none'",
        opened_at=_ago(last),
    )
    rows(
        TableSeat,
        first,
        last,
        table=f"{FIRST} + n",
        side="'white'",
        user=_some(users, 7),
        is_exclusive="false",
    )
    rows(
        Seek,
        first,
        last,
        user=_some(users, 7),
        state="'withdrawn'",
        game="'backgammon'",
        points="5",
        clock="'normal'",
        posted_at=_ago(last),
    )


def _events(was: Volume, volume: Volume, card: str) -> None:
    first, last, users = was.events, volume.events, volume.users
    rows(
        Series,
        first,
        last,
        name="'Private ' || n",
        is_private="true",
        seats="16",
        organiser=_some(users, 7),
        kind="'scheduled'",
        first_date="now()",
        start_time="now()",
    )
    rows(
        Tournament,
        first,
        last,
        public_id="'e' || n",
        series=f"{FIRST} + n",
        seats="512",
        name="'Evening ' || n",
        kind="'scheduled'",
        state="'finished'",
        taken_seats="16",
        commitment="repeat('0', 64)",
        card=f"'{card}'::jsonb",
        opened_at=_ago(last),
    )
    rows(
        Entry,
        16 * first,
        16 * last,
        tournament=f"{FIRST} + 1 + (n - 1) / 16",
        state="'out'",
        user=_some(users, 7),
        number="1 + (n - 1) % 16",
        place="1 + (n - 1) % 16",
        is_exclusive="false",
        joined_at=_ago(16 * last),
    )
    rows(
        Entry,
        0,
        FIELD,
        offset=60_000_000 + last * FIELD,
        tournament=f"{FIRST + last}",
        user=f"{FIRST} + 1 + n * 13 % {users}",
        number="1000 + n",
        state="'withdrawn'",
        is_exclusive="false",
    )
    rows(
        Pairing,
        8 * first,
        8 * last,
        tournament=f"{FIRST} + 1 + (n - 1) / 8",
        round="1",
        slot="1 + (n - 1) % 8",
        white=f"{FIRST} - 1 + 2 * n",
        black=f"{FIRST} + 2 * n",
    )
    rows(
        Appeal,
        first,
        last,
        pairing=f"{FIRST} + n * 8",
        entry=f"{FIRST} + n * 16",
        text="'It was late.'",
        state="'answered'",
    )
    rows(
        Ruling,
        first,
        last,
        tournament=f"{FIRST} + n",
        kind="'pause'",
        key="'k' || n",
        actor=f"{FIRST} + 1",
        reason="'Because ' || n",
        public_text="'Held.'",
        at=_ago(last),
    )
    rows(
        Ticket,
        was.users,
        users,
        public_id="'k' || n",
        holder=f"{FIRST} + n",
        kind="'any'",
        key="'ticket:' || n",
        state="'expired'",
        issued_at=_ago(users),
    )


def _talk(was: Volume, volume: Volume) -> None:
    first, last, users = was.lines, volume.lines, volume.users
    room = f"CASE WHEN n % 2 = 0 THEN 'lobby:main' ELSE 'match:v' || (n % {volume.matches}) END"
    at = f"{now_ms()} - (({last} - n) * 31536000000::bigint / {last})"
    rows(
        Message,
        first,
        last,
        room=room,
        user=_some(users, 7),
        at_ms=at,
        text=f"CASE WHEN n % 10000 = 0 THEN '{RARE}' ELSE 'nice roll number ' || n END",
        is_hidden="n % 5000 = 0",
    )
    rows(
        RefusedLine,
        first // 10,
        last // 10,
        room=room,
        user=_some(users, 7),
        at_ms=at.replace(str(last), str(last // 10)),
        text="'tere kuidas läheb ' || n",
        review="'new'",
        code="CASE n % 3 WHEN 0 THEN 'chat.offensive' ELSE 'chat.not_english' END",
        evidence="CASE n % 3 WHEN 1 THEN 'et' WHEN 2 THEN 'ru-Latn' ELSE 'word' END",
    )
    rows(RoomState, was.users // 10, users // 10, room="'match:v' || n", is_calm="n % 2 = 0")


def _moderation(was: Volume, volume: Volume) -> None:
    first, last, users = was.cases, volume.cases, volume.users
    rows(
        Case,
        first,
        last,
        public_id="'c' || n",
        kind="'player'",
        subject="'user:Player-' || n",
        about=f"{FIRST} + n",
        reports_count="1",
        opened_at=_ago(last),
        state="CASE WHEN n % 10 = 0 THEN 'open' ELSE 'decided' END",
        outcome="CASE WHEN n % 10 = 0 THEN '' ELSE 'acted' END",
        urgency="n % 100",
        decided_at=f"CASE WHEN n % 10 = 0 THEN NULL ELSE {_ago(last)} + interval '3 hours' END",
    )
    rows(
        Report,
        first,
        last,
        case=f"{FIRST} + n",
        reporter=_some(users, 7),
        reason="'offensive'",
        note="'He said it ' || n",
        created_at=_ago(last),
    )
    rows(
        Sanction,
        first,
        last,
        public_id="'s' || n",
        user=f"{FIRST} + 10 + n",
        kind="'mute'",
        offence="'offensive'",
        text="'That was rude.'",
        imposed_by=f"{FIRST} + 1",
        key="'sanction:' || n",
        starts_at=_ago(last),
        ends_at=_ago(last),
        ended_at=_ago(last),
    )
    rows(
        SanctionAppeal,
        first // 5,
        last // 5,
        sanction=f"{FIRST} + n",
        text="'I did not.'",
        state="CASE WHEN n % 3 = 0 THEN 'open' ELSE 'upheld' END",
        answer="CASE WHEN n % 3 = 0 THEN '' ELSE 'It stands.' END",
        decided_at="CASE WHEN n % 3 = 0 THEN NULL ELSE now() END",
    )
    rows(StaffNote, first, last, about=f"{FIRST} + n", author=f"{FIRST} + 1", text="'Note ' || n")
    rows(DeviceUse, first, last, user=f"{FIRST} + n", device="'d' || n / 2")
    rows(
        Notice,
        first,
        last,
        kind="'shared_device'",
        key="'notice:' || n",
        state="'closed'",
        subject="'user:Player-' || n",
        facts="""'{"name": "a", "other": "b", "kind": "mute"}'::jsonb""",
    )
