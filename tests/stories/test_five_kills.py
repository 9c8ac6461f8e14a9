"""An evening of four people in a house that is killed again and again, whatever it is doing."""

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack

import pytest

from tests.stories.conftest import OpenStoryHouse
from tests.stories.houses import StoryHouse
from tests.stories.players import Player, one_action, sit_down
from tests.stories.visits import chips_of, summoned, take_seat, wait_until_over
from tests.support.visitor import Visitor

pytestmark = pytest.mark.story

SERIES = "Four in a Storm"
CHIPS, ENTRY, PRIZES = 200, 50, (120, 80)

#: Three games are longer than this, however they go: every kill finds somebody playing.
ACTIONS_OF_AN_EVENING = 120


@pytest.fixture
def house(open_story_house: OpenStoryHouse) -> StoryHouse:
    """A house with a Sit&Go of four people."""
    house = open_story_house(HOUSE_GUEST_CHIPS=CHIPS)
    house.open_series(
        SERIES,
        seats=4,
        length_points=1,
        buy_in_chips=ENTRY,
        prize_shares="60 40",
        pause_s=0,
        has_house_bots=False,
    )
    return house


@pytest.fixture
def guests(house: StoryHouse) -> Iterator[list[Visitor]]:
    with ExitStack() as closing:
        yield [closing.enter_context(house.guest()) for _ in range(4)]


class Evening:
    """What is played now, and when the house will die of it."""

    def __init__(self, house: StoryHouse, kills: Sequence[int]) -> None:
        self._house = house
        self._kills = set(kills)
        self._actions = 0

    def play(self, *tables: Sequence[Player]) -> None:
        """Plays these matches to the end, a turn here and a turn there."""
        going = list(tables)
        while going:
            table = going.pop(0)
            if not any(player.wish for player in table):
                continue
            self._actions += 1
            if self._actions in self._kills:
                self._kills.discard(self._actions)
                self._die_over(table, tables)
            else:
                one_action(table)
            going.append(table)

    @property
    def has_seen_every_kill(self) -> bool:
        return not self._kills

    def _die_over(self, table: Sequence[Player], tables: Sequence[Sequence[Player]]) -> None:
        """Somebody acts; the house dies before it can answer, and everybody comes back."""
        actor, (kind, fields) = next((each, wish) for each in table if (wish := each.wish))
        request = actor.ask(kind, **fields)
        self._house.kill9()
        self._house.rise_again()
        for player in (player for each in tables for player in each):
            player.come()
        seq = actor.insist(request)
        for player in table:
            player.hear_up_to(seq)


Board = Sequence[Player]


def boards_of(visitors: Iterable[Visitor]) -> list[Board]:
    """Everybody answers his summons and sits down."""
    called: dict[str, list[Visitor]] = {}
    for visitor in visitors:
        called.setdefault(summoned(visitor), []).append(visitor)
    return [sit_down(match_id, players) for match_id, players in called.items()]


def winner_of(board: Board) -> Visitor:
    """Who goes on."""
    outcome = board[0].state.outcome
    assert outcome is not None
    return next(player.visitor for player in board if player.side is outcome.winner)


@pytest.mark.parametrize("kills", [5, pytest.param(25, marks=pytest.mark.slow)])
def test_an_evening_comes_to_its_end_through_kills_at_any_moment(
    house: StoryHouse, guests: list[Visitor], kills: int
) -> None:
    evening = Evening(house, random.sample(range(1, ACTIONS_OF_AN_EVENING), kills))
    event_id = house.open_event(SERIES)
    for guest in guests:
        take_seat(guest, event_id)

    semi_finals = boards_of(guests)
    evening.play(*semi_finals)
    (final,) = boards_of(winner_of(board) for board in semi_finals)
    evening.play(final)

    assert evening.has_seen_every_kill
    wait_until_over(guests[0], event_id)
    won = sorted(chips_of(guest) - CHIPS + ENTRY for guest in guests)
    assert won == [0, 0, *sorted(PRIZES)]
    house.manage("audit_books")
