"""House bots at the board: by the same road as people, at their pace, and never asleep."""

import pytest

from backgammon import Phase, Resign, Roll, Side, WinKind
from matches.judge import Request
from matches.models import NEVER_MS, Match, MatchEvent
from matches.services import match_act, match_present
from matches.tasks import sweep_bots
from tests.factories import a_bot
from tests.matches.builders import a_match, put, state_of, to_roll

pytestmark = pytest.mark.django_db


def kinds(match: Match) -> list[str]:
    return list(MatchEvent.objects.filter(match=match).values_list("kind", flat=True))


def due_ms(match: Match) -> int:
    return Match.objects.get(pk=match.pk).bot_due_ms


def test_two_bots_play_a_match_to_its_end_without_anybody_looking(clock, owner) -> None:
    match = a_match(a_bot("Bot-A"), a_bot("Bot-B"))
    assert state_of(match).game_number == 1
    while state_of(match).phase is not Phase.OVER:
        clock.pass_s(1.5)
        before = Match.objects.get(pk=match.pk).seq
        sweep_bots()
        assert Match.objects.get(pk=match.pk).seq > before or due_ms(match) > clock.now_ms
    assert len(owner.results) == 1
    assert due_ms(match) == NEVER_MS


def test_a_bot_waits_as_long_as_a_person_would(clock, alice, owner) -> None:
    match = a_match(alice, a_bot())
    put(match, to_roll(match, Side.WHITE))
    match_act(match_id=match.public_id, request=Request(Side.WHITE, Roll(), "r1", seen=1))
    assert due_ms(match) == NEVER_MS
    put(match, to_roll(match, Side.BLACK), seq=2)
    Match.objects.filter(pk=match.pk).update(bot_due_ms=clock.now_ms + 600)
    sweep_bots()
    assert "rolled" not in kinds(match)[1:]
    clock.pass_s(0.6)
    sweep_bots()
    assert kinds(match)[-1] == "rolled"
    assert due_ms(match) == clock.now_ms + 1200


def test_a_bot_is_there_from_the_start_and_ready_for_the_next_game(clock, alice, owner) -> None:
    match = a_match(alice, a_bot())
    match_present(match_id=match.public_id, user_pk=alice.pk, contribution="")
    assert state_of(match).game_number == 1
    seq = Match.objects.get(pk=match.pk).seq
    resign = Request(Side.WHITE, Resign(WinKind.SINGLE), "r2", seen=seq)
    match_act(match_id=match.public_id, request=resign)
    clock.pass_s(2)
    sweep_bots()
    assert kinds(match)[-2:] == ["resigned", "game_won"]
    assert [game.winner_id for game in owner.games] != [alice.pk]
    clock.pass_s(2)
    sweep_bots()
    assert kinds(match)[-1] == "side_ready"
    assert state_of(match).ready == {Side.BLACK}
