"""The statement: filtered by its address, explained line by line, exported whole."""

import csv
from datetime import date
from html import unescape
from io import StringIO
from urllib.parse import urlsplit

import pytest
from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from django.test import AsyncClient, Client

from accounts.models import User
from accounts.services import preferences_set
from bankroll.audit import books_check
from bankroll.csvfile import safe_cell
from bankroll.explain import Step, register_explainer, steps_of
from bankroll.kinds import TransferKind
from bankroll.places import Place, register_places
from bankroll.selectors import (
    StatementFilter,
    holdings_of,
    in_play_of,
    places_in_statement,
    statement,
    statement_line,
    statement_lines,
    wallet_record,
)
from bankroll.services import (
    correction_post,
    grant,
    hold,
    newcomer_welcome,
    pay,
    refill,
    release,
    stack_hold,
    stack_release,
    wallet_close,
)
from tests.factories import a_user
from tests.support.clock import StoppedClock
from wire.errors import NotFound

pytestmark = pytest.mark.django_db

DAY_S = 24 * 3600
EVENT, TABLE = "hall:evening", "hall:green"


@pytest.fixture
def evening(clock: StoppedClock, alice: User) -> User:
    """Alice, who on three days entered an event, sat at a table, and went home from it."""
    hold(user=alice, escrow_ref=EVENT, chips=60, key="entry", note="Evening")
    clock.pass_s(DAY_S)
    stack_hold(user=alice, table_ref=TABLE, chips=30, key="sit")
    clock.pass_s(DAY_S)
    stack_release(table_ref=TABLE, user=alice, key="rise")
    return alice


@pytest.fixture
def hall(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody who keeps the places in the hall and can explain what was brought to them."""
    monkeypatch.setattr("bankroll.places._keepers", {})
    monkeypatch.setattr("bankroll.explain._explainers", {})
    titles = {"evening": "The evening", "green": '=HYPERLINK("x")'}
    register_places(
        "hall",
        lambda ids: {each: Place(titles[each], f"/hall/{each}/") for each in ids & titles.keys()},
    )
    register_explainer(
        "hall",
        lambda user, line: [Step("Brought", -line.chips)] if line.kind == TransferKind.SIT else [],
    )


def shown(user: User, asked: StatementFilter) -> list[tuple[int, int, int]]:
    """Number, chips and balance of each line that is asked for."""
    lines = statement(user, asked=asked).lines
    assert tuple(statement_lines(user, asked)) == lines
    return [(line.number, line.chips, line.balance_chips) for line in lines]


def test_a_line_keeps_its_number_and_balance_whatever_is_left_out(evening: User) -> None:
    assert shown(evening, StatementFilter()) == [
        (4, 30, 40),
        (3, -30, 10),
        (2, -60, 40),
        (1, 100, 100),
    ]
    assert shown(evening, StatementFilter(kind=TransferKind.SIT)) == [(3, -30, 10)]
    assert shown(evening, StatementFilter(place=TABLE)) == [(4, 30, 40), (3, -30, 10)]
    assert shown(evening, StatementFilter(place=EVENT)) == [(2, -60, 40)]
    assert shown(evening, StatementFilter(place="hall:other")) == []
    assert statement_line(evening, 3).key == "sit"
    assert books_check() == ()


def test_the_first_and_the_last_day_are_both_included(evening: User) -> None:
    second = date(2026, 5, 29)
    assert shown(evening, StatementFilter(since=second)) == [(4, 30, 40), (3, -30, 10)]
    assert shown(evening, StatementFilter(since=second, until=second)) == [(3, -30, 10)]
    assert shown(evening, StatementFilter(until=second))[0] == (3, -30, 10)
    assert len(shown(evening, StatementFilter(since=date.min, until=date.max))) == 4


@pytest.mark.parametrize("number", [0, 5, 10**30])
def test_a_line_nobody_wrote_is_not_found(evening: User, client: Client, number: int) -> None:
    with pytest.raises(NotFound, match=r"bankroll\.no_line"):
        statement_line(evening, number)
    client.force_login(evening)
    assert client.get(f"/wallet/{number}/").status_code == 404


def test_a_line_of_another_is_nobodys_business(evening: User, bob: User, client: Client) -> None:
    client.force_login(bob)
    assert client.get("/wallet/2/").status_code == 404


def test_what_is_in_play_is_told_place_by_place(evening: User) -> None:
    stack_hold(user=evening, table_ref=TABLE, chips=25, key="sit again")
    assert [(each.place, each.chips) for each in in_play_of(evening)] == [(TABLE, 25), (EVENT, 60)]
    assert holdings_of(evening).in_play_chips == 85
    assert places_in_statement(evening) == (TABLE, EVENT)
    assert books_check() == ()


# --- the page ---------------------------------------------------------------------


@pytest.fixture
def at_home(client: Client, hall: None, evening: User) -> Client:
    """Alice's browser."""
    client.force_login(evening)
    return client


def page_of(client: Client, address: str) -> str:
    answer = client.get(address)
    assert answer.status_code == 200
    return unescape(answer.content.decode())


def test_the_page_links_every_place_in_play(at_home: Client) -> None:
    assert (
        '<a href="/hall/evening/"><bdi>The evening</bdi></a> <span class="chips">60</span>'
        in page_of(at_home, "/wallet/")
    )


def test_chips_in_a_place_nobody_keeps_are_still_shown(at_home: Client, evening: User) -> None:
    hold(user=evening, escrow_ref="attic:1", chips=5, key="attic")
    assert '<span><bdi>elsewhere</bdi></span> <span class="chips">5</span>' in page_of(
        at_home, "/wallet/"
    )


def test_days_are_those_of_the_clock_that_the_page_shows(at_home: Client, evening: User) -> None:
    preferences_set(user=evening, changes={"time_zone": "Pacific/Kiritimati"})  # 14 hours ahead
    page = page_of(at_home, "/wallet/?since=2026-05-30&until=2026-05-30")
    assert ["/wallet/3/" in page, "/wallet/4/" in page] == [True, False]
    assert "30 May 2026, 10:26" in page


@pytest.mark.parametrize("zone", ["Pacific/Kiritimati", "Pacific/Pago_Pago"])
def test_the_first_and_the_last_day_there_are_can_be_asked_for(
    at_home: Client, evening: User, zone: str
) -> None:
    preferences_set(user=evening, changes={"time_zone": zone})
    page = page_of(at_home, "/wallet/?since=0001-01-01&until=9999-12-31")
    assert "/wallet/3/" in page


def test_filters_are_kept_in_the_address_of_every_page(at_home: Client, evening: User) -> None:
    for number in range(31):
        grant(user=evening, chips=1, key=f"gift:{number}")
    page = page_of(at_home, "/wallet/?kind=grant&since=2026-05-01&place=")
    assert 'href="?kind=grant&since=2026-05-01&page=2"' in page
    assert 'href="/wallet/statement.csv?kind=grant&since=2026-05-01"' in page
    assert '<option value="grant" selected>' in page
    assert 'href="?kind=grant&page=1"' in page_of(at_home, "/wallet/?kind=grant&page=2")


def test_a_filter_that_leaves_nothing_says_so(at_home: Client) -> None:
    page = page_of(at_home, "/wallet/?kind=refill")
    assert "No movement of your wallet is like that." in page
    assert "statement.csv" not in page


@pytest.mark.parametrize(
    "nonsense",
    [
        "kind=theft",
        "kind=game",
        "since=yesterday",
        "since=2026-13-01",
        "place=hall:other",
        "place=hall:%00",
        "place=tournament:%00",
        "place=wallet:1",
        "place=hall:green:1",
        "kind=%00",
        "until=",
    ],
)
def test_a_filter_that_makes_no_sense_leaves_nothing_out(at_home: Client, nonsense: str) -> None:
    assert 'href="/wallet/4/"' in page_of(at_home, f"/wallet/?{nonsense}")


def test_days_in_the_wrong_order_are_pointed_out(at_home: Client) -> None:
    page = page_of(at_home, "/wallet/?since=2026-06-01&until=2026-05-01")
    assert "The last day is before the first." in page


def test_an_empty_wallet_says_what_will_stand_there(client: Client, db: None) -> None:
    client.force_login(a_user("carol"))
    page = page_of(client, "/wallet/")
    assert "Nothing has moved in this wallet yet." in page
    assert "no chips of yours lie on a table" in page


# --- explaining ---------------------------------------------------------------------


def test_a_line_is_explained_by_the_keeper_of_its_place(at_home: Client) -> None:
    page = page_of(at_home, "/wallet/3/")
    assert '<span>Brought</span> <span class="num">+30</span>' in page
    assert '<span>Before</span> <span class="num">40</span>' in page
    assert '<span>After</span> <span class="num">10</span>' in page
    assert "How it comes about" not in page_of(at_home, "/wallet/4/")


def test_the_house_explains_what_it_gives_itself(clock: StoppedClock, hall: None) -> None:
    alice, dora = a_user("alice"), a_user("dora", is_staff=True)
    dora.is_superuser = True
    newcomer_welcome(user=alice)
    lost = 970
    hold(user=alice, escrow_ref=EVENT, chips=lost, key="entry")
    pay(escrow_ref=EVENT, user=dora, chips=lost, key="first")
    refill(user=alice)
    correction_post(staff=dora, user=alice, chips=5, reason="Booked twice.", key="form")
    wallet_close(user=alice)
    told = {
        line.kind: [step.text for step in steps_of(alice, line)] for line in statement(alice).lines
    }
    assert told == {
        TransferKind.GRANT: ["Given by the house."],
        TransferKind.HOLD: [],
        TransferKind.REFILL: [
            "Whoever has fewer than 50 chips, in play and not, may be brought up to 200."
        ],
        TransferKind.CORRECTION: ["Put right by staff, for the reason above."],
        TransferKind.CLOSE: ["The account was closed: what was left went back to the house."],
    }
    assert books_check() == ()


# --- the file -----------------------------------------------------------------------


async def rows_of(user: User, query: str = "", *, language: str = "en") -> list[dict[str, str]]:
    browser = AsyncClient()
    await browser.aforce_login(user)
    browser.cookies["django_language"] = language
    answer = await browser.get(f"/wallet/statement.csv{query}")
    assert isinstance(answer, StreamingHttpResponse)
    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    text = b"".join([piece async for piece in answer.streaming_content]).decode("utf-8-sig")
    return list(csv.DictReader(StringIO(text)))


@pytest.mark.django_db(transaction=True)
async def test_the_file_holds_every_line_that_is_asked_for(hall: None, evening: User) -> None:
    rows = await rows_of(evening)
    assert [(row["line"], row["chips"], row["balance_chips"]) for row in rows] == [
        ("4", "30", "40"),
        ("3", "-30", "10"),
        ("2", "-60", "40"),
        ("1", "100", "100"),
    ]
    assert rows[2] == {
        "line": "2",
        "time_utc": "2026-05-28 20:26:40",
        "kind": "hold",
        "what_for": "Buy-in",
        "place": "The evening",
        "note": "Evening",
        "chips": "-60",
        "balance_chips": "40",
    }
    assert [row["line"] for row in await rows_of(evening, "?kind=sit")] == ["3"]


@pytest.mark.django_db(transaction=True)
async def test_a_note_is_written_in_the_language_of_its_row(hall: None, evening: User) -> None:
    await sync_to_async(hold)(
        user=evening, escrow_ref=EVENT, chips=5, key="again", note="Backgammon, to 5 points"
    )
    rows = await rows_of(evening, language="et")
    assert [rows[0]["note"], rows[3]["note"]] == ["Backgammon, 5 punktini", "Evening"]


@pytest.mark.django_db(transaction=True)
async def test_a_title_that_is_a_formula_is_written_as_text(hall: None, evening: User) -> None:
    assert (await rows_of(evening))[0]["place"] == '\'=HYPERLINK("x")'


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", " =1", "\u00a0=1", "\ufeff=1"]
)
def test_no_cell_is_taken_for_a_formula(text: str) -> None:
    assert safe_cell(text) == f"'{text}"


@pytest.mark.parametrize("text", ["", "Evening", "1+1", "Alice = Bob", "'quoted'", "ünïcode"])
def test_an_ordinary_cell_is_left_alone(text: str) -> None:
    assert safe_cell(text) == text


def test_the_file_is_for_its_owner_alone(client: Client, db: None) -> None:
    address = urlsplit(client.get("/wallet/statement.csv")["Location"])
    assert address.path == "/accounts/login/"


def test_what_a_user_takes_with_him_holds_his_whole_statement(evening: User) -> None:
    record = wallet_record(evening)
    assert (record["available_chips"], record["in_play_chips"]) == (40, 60)
    assert [line["chips"] for line in record["statement"]] == [30, -30, -60, 100]


# --- the refill ---------------------------------------------------------------------


def test_the_refill_is_offered_to_whoever_may_have_it(client: Client, clock: StoppedClock) -> None:
    alice = a_user("alice", chips=49)
    client.force_login(alice)
    page = page_of(client, "/wallet/")
    assert "Take 151 chips" in page
    assert '<input type="hidden" name="number" value="1">' in page
    for _click in range(2):
        answer = client.post("/wallet/refill/", {"number": "1"}, follow=True)
        assert "Here are your chips." in answer.content.decode()
    assert holdings_of(alice).available_chips == 200
    assert books_check() == ()


def test_whoever_must_wait_reads_until_when(client: Client, clock: StoppedClock) -> None:
    alice = a_user("alice", chips=49)
    refill(user=alice)
    hold(user=alice, escrow_ref=EVENT, chips=200, key="entry")
    pay(escrow_ref=EVENT, user=a_user(), chips=200, key="first")
    client.force_login(alice)
    page = page_of(client, "/wallet/")
    assert "Your next refill is there on 29 May 2026, 00:26 UTC." in page
    assert "chips</button>" not in page


def test_whoever_has_enough_is_not_bothered_and_refused_if_he_asks(
    client: Client, alice: User
) -> None:
    client.force_login(alice)
    assert "Refill" not in page_of(client, "/wallet/").replace('value="refill">Refill<', "")
    answer = client.post("/wallet/refill/", {"number": "²"}, follow=True)
    assert "the refill is for whoever has fewer than 50." in answer.content.decode()
    assert holdings_of(alice).available_chips == 100


def test_a_stake_that_came_back_leaves_nothing_in_play(evening: User) -> None:
    release(escrow_ref=EVENT, user=evening, chips=60, key="left")
    assert in_play_of(evening) == ()
    assert books_check() == ()
