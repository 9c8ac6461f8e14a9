"""Whatever happens to a match, its stream tells all of it: old state + events sent = new state."""

from collections.abc import Callable
from functools import partial

import msgspec
import pytest

from backgammon import (
    AcceptResignation,
    Action,
    Double,
    Drop,
    Leave,
    MakePlay,
    Resign,
    Roll,
    Rules,
    Side,
    StartGame,
    TableStakes,
    Take,
    WinKind,
    evolve,
)
from backgammon.notation.codec import event_from_dict, legal_to_lists, play_from_list
from matches.judge import Request
from matches.models import Match, MatchEvent
from matches.services import (
    match_act,
    match_annul,
    match_bot_turn,
    match_forfeit,
    match_present,
    match_shift,
    match_stream,
    match_tick,
    match_top_up,
)
from matches.store import load_live
from tests.factories import a_bot
from tests.matches.builders import a_match, put, to_move, to_roll
from tests.matches.elsewhere import withheld

pytestmark = pytest.mark.django_db

OPENING = MakePlay(play_from_list([[13, 6], [8, 1]]))
LAST_CHECKER = MakePlay(play_from_list([[1, 6]]))

Told = Callable[[Match, Callable[[], object]], list[str]]


@pytest.fixture
def told(django_capture_on_commit_callbacks) -> Told:
    """The kinds of events a happening told all who follow the match, after checking the stream."""

    def check(match: Match, happen: Callable[[], object]) -> list[str]:
        before = load_live(match.public_id)
        with withheld() as parcels, django_capture_on_commit_callbacks(execute=True):
            happen()
        after = load_live(match.public_id)
        state, seq, kinds = before.state, before.seq, []
        own = match_stream(match.public_id)
        for parcel in (parcel for parcel in parcels if parcel.stream == own):
            run = msgspec.json.decode(parcel.body)
            assert parcel.first == run["first"] == seq + 1
            for event in run["events"]:
                state = evolve(state, event_from_dict(event))
                kinds.append(event["type"])
            seq += len(run["events"])
            assert parcel.last == seq
            assert run["legal"] == legal_to_lists(state)
        assert (state, seq) == (after.state, after.seq)
        stored = MatchEvent.objects.filter(match=match, seq__gt=before.seq)
        assert list(stored.values_list("kind", flat=True)) == kinds
        return kinds

    return check


def test_what_players_do_is_told(long_match, alice, bob, told, throws) -> None:
    match = long_match
    throws((6, 1), (3, 2), (6, 1))

    def acts(side: Side, action: Action) -> list[str]:
        request = Request(side, action)
        return told(match, partial(match_act, match_id=match.public_id, request=request))

    come = partial(match_present, match_id=match.public_id, contribution="")
    assert told(match, partial(come, user_pk=alice.pk)) == []
    assert told(match, partial(come, user_pk=bob.pk)) == ["game_started", "opening_rolled"]
    assert acts(Side.WHITE, OPENING) == ["played"]
    assert acts(Side.BLACK, Double()) == ["doubled"]
    assert acts(Side.WHITE, Take()) == ["taken"]
    assert acts(Side.BLACK, Roll()) == ["rolled"]
    assert acts(Side.WHITE, Resign(WinKind.SINGLE)) == ["resignation_offered"]
    assert acts(Side.BLACK, AcceptResignation()) == ["resigned", "game_won"]
    assert acts(Side.WHITE, StartGame()) == ["side_ready"]
    assert acts(Side.BLACK, StartGame()) == ["game_started", "opening_rolled"]
    put(match, to_roll(match, Side.BLACK, score=(3, 4)), seq=50)
    assert acts(Side.BLACK, Double()) == ["doubled"]
    assert acts(Side.WHITE, Drop()) == ["dropped", "game_won"]
    end = to_move(match, Side.WHITE, (6, 5), white="1:1 off:14", black="6:5 5:5 4:5", score=(24, 0))
    put(match, end, seq=60)
    assert acts(Side.WHITE, LAST_CHECKER) == ["played", "game_won", "match_won"]


def test_what_time_does_is_told(clock, match, alice, told) -> None:
    tick = partial(match_tick, match_id=match.public_id)
    assert told(match, tick) == []
    match_present(match_id=match.public_id, user_pk=alice.pk, contribution="")
    clock.pass_s(60)
    assert told(match, tick) == ["penalty_scored"]
    put(match, to_roll(match, Side.BLACK), seq=50)
    beat_ms = clock.now_ms
    clock.pass_s(100)
    shift = partial(match_shift, match_id=match.public_id, beat_ms=beat_ms, gap_ms=100_000)
    assert told(match, shift) == ["clock_shifted"]
    assert told(match, shift) == []
    clock.pass_s(400)
    assert told(match, tick) == ["flag_fell", "match_won"]
    assert told(match, tick) == []


def test_what_staff_do_is_told(match, told) -> None:
    put(match, to_roll(match, Side.BLACK))
    annul = partial(match_annul, match_id=match.public_id, reason="staff")
    assert told(match, annul) == ["annulled"]
    assert told(match, annul) == []


def test_what_happens_at_a_table_of_chips_is_told(alice, bob, owner, told) -> None:
    length = TableStakes(3, 60, 60, top_up=True)
    match = a_match(alice, bob, Rules.table(3, 60, 60, length=length))
    put(match, to_roll(match, Side.BLACK))
    resign = Request(Side.BLACK, Resign(WinKind.SINGLE))
    act = partial(match_act, match_id=match.public_id)
    assert told(match, partial(act, request=resign)) == ["resigned", "game_won"]
    fill = partial(match_top_up, match_id=match.public_id, user_pk=bob.pk, chips=3)
    assert told(match, fill) == ["topped_up"]
    assert told(match, partial(act, request=Request(Side.WHITE, Leave()))) == ["left"]

    match = a_match(alice, bob, Rules.table(3, 60, 60))
    put(match, to_roll(match, Side.BLACK))
    forfeit = partial(match_forfeit, match_id=match.public_id, user_pk=bob.pk, reason="staff")
    assert told(match, forfeit) == ["forfeited", "game_won", "match_won"]
    assert told(match, forfeit) == []


def test_what_a_bot_does_is_told(alice, owner, told) -> None:
    match = a_match(alice, a_bot("Bot-Ada"))
    put(match, to_roll(match, Side.BLACK))
    turn = partial(match_bot_turn, match_id=match.public_id)
    assert told(match, turn)[0] in {"rolled", "doubled"}
