"""Whatever is asked of the ledger, in whatever order, the books balance and nothing is lost."""

from collections import Counter
from dataclasses import dataclass, field

import pytest
from django.db import transaction
from hypothesis import HealthCheck, given, settings
from hypothesis.strategies import composite, integers, lists, sampled_from

from accounts.models import User
from bankroll.audit import books_check, books_proof
from bankroll.selectors import Holdings, balance_of, escrow_balance, holdings_of
from bankroll.services import fee_take, grant, hold, pay, release
from tests.factories import a_user
from wire.errors import Conflict, PlatformError, Refused

EVENTS = ("tournament:one", "tournament:two")
ACTS = ("grant", "hold", "release", "pay", "fee")


@dataclass(frozen=True, slots=True)
class Request:
    """Something asked of the ledger. Few keys, so that some come twice."""

    act: str
    player: int
    event: str
    chips: int
    key: str


@composite
def requests(draw) -> Request:
    return Request(
        act=draw(sampled_from(ACTS)),
        player=draw(integers(0, 2)),
        event=draw(sampled_from(EVENTS)),
        chips=draw(integers(1, 120)),
        key=f"key-{draw(integers(0, 40))}",
    )


@dataclass
class Model:
    """The ledger as a few dictionaries: what each request should have come to."""

    wallets: Counter[int] = field(default_factory=Counter)
    events: Counter[str] = field(default_factory=Counter)
    stakes: Counter[tuple[int, str]] = field(default_factory=Counter)
    paid: set[tuple[int, str]] = field(default_factory=set)
    done: dict[str, tuple[object, ...]] = field(default_factory=dict)
    issued: int = 0
    house: int = 0

    def expected(self, request: Request) -> type[PlatformError] | None:
        """The error this request must meet, or None; then the model has followed it."""
        content = _content(request)
        if request.key in self.done:
            return None if self.done[request.key] == content else Conflict
        refused = self._follow(request)
        if refused is None:
            self.done[request.key] = content
        return refused

    def stake(self, player: int, event: str) -> int:
        """What the event could still give back to the player."""
        if not self.events[event] or (player, event) in self.paid:
            return 0
        return self.stakes[player, event]

    def _follow(self, request: Request) -> type[PlatformError] | None:
        player, event, chips = request.player, request.event, request.chips
        if request.act == "grant":
            self.issued += chips
            self.wallets[player] += chips
        elif request.act == "hold":
            if self.wallets[player] < chips:
                return Refused
            self.wallets[player] -= chips
            self.events[event] += chips
            self.stakes[player, event] += chips
        elif self.events[event] < chips:
            return Refused
        elif request.act == "fee":
            self.events[event] -= chips
            self.house += chips
        elif request.act == "release" and self.stake(player, event) < chips:
            return Refused
        else:
            self.events[event] -= chips
            self.wallets[player] += chips
            if request.act == "release":
                self.stakes[player, event] -= chips
            else:
                self.paid.add((player, event))
        return None


def _content(request: Request) -> tuple[object, ...]:
    if request.act == "grant":
        return (request.act, request.player, request.chips)
    if request.act == "fee":
        return (request.act, request.event, request.chips)
    return (request.act, request.player, request.event, request.chips)


def ask(request: Request, players: list[User]) -> None:
    player = players[request.player]
    if request.act == "grant":
        grant(user=player, chips=request.chips, key=request.key)
    elif request.act == "hold":
        hold(user=player, escrow_ref=request.event, chips=request.chips, key=request.key)
    elif request.act == "release":
        release(user=player, escrow_ref=request.event, chips=request.chips, key=request.key)
    elif request.act == "pay":
        pay(user=player, escrow_ref=request.event, chips=request.chips, key=request.key)
    else:
        fee_take(escrow_ref=request.event, chips=request.chips, key=request.key)


@pytest.mark.django_db
@settings(
    max_examples=40,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
@given(asked=lists(requests(), max_size=25))
def test_any_requests_leave_the_books_balanced_and_as_a_plain_model_says(
    asked: list[Request],
) -> None:
    with transaction.atomic():
        model, players = Model(), [a_user(), a_user(), a_user()]
        for request in asked:
            expected = model.expected(request)
            if expected is None:
                ask(request, players)
            else:
                with pytest.raises(expected):
                    ask(request, players)
        for number, player in enumerate(players):
            in_play = sum(model.stake(number, event) for event in EVENTS)
            assert balance_of(player) == model.wallets[number]
            assert holdings_of(player) == Holdings(model.wallets[number], in_play)
        assert [escrow_balance(event) for event in EVENTS] == [model.events[e] for e in EVENTS]
        proof = books_proof()
        assert (proof.issued_chips, proof.house_chips) == (model.issued, model.house)
        assert books_check() == ()
        transaction.set_rollback(True)
