"""New matches, one or thousands in the same few statements: rows, seats, summonses, news.

A round of a large event is made at once, so nothing here asks the database match by match.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import Any

from django.contrib.auth.models import AbstractUser
from django.db import transaction

from accounts.notices import PLAYER, NewNotice
from accounts.services import notices_give
from backgammon import OpenGame, Rules, Side, initial_state
from backgammon.notation.codec import rules_to_dict
from matches.acting import requests_do
from matches.judge import Request
from matches.models import Match, Seat, new_match_id
from matches.news import MatchNews, say_news
from matches.notices import MATCH_READY
from matches.projection import snapshot_text
from matches.ratings import may_be_rated
from matches.selectors import board_path, summons_message
from matches.store import live_of
from wire.errors import Conflict
from wire.publish import publish_all_on_commit, user_stream
from wire.secrets import commitment_of, new_secret, seal
from wire.time import now_ms

SUMMONS_MS = 3_000
#: Rows in one statement. Those of matches hold sealed bytes, which the driver fills in one by one,
#: at a cost that grows with the length of the statement.
MATCHES_AT_ONCE, SEATS_AT_ONCE = 100, 5_000


@dataclass(frozen=True, slots=True, kw_only=True)
class MatchSpec:
    """A match as its maker wants it.

    `owner` is the key of a registered `MatchOwner`; `step_ms` is the pace of the no-show ladder.
    `is_rated`: both players chose so, which counts only where such a match can be rated.
    `is_public`: anybody may watch it.
    """

    rules: Rules
    white: AbstractUser
    black: AbstractUser
    owner: str
    owner_ref: str
    title: str
    step_ms: int = 60_000
    is_rated: bool = False
    is_public: bool = True


@transaction.atomic
def matches_create(specs: Sequence[MatchSpec]) -> list[Match]:
    """The new matches in the order of their specs, each player summoned to his own.

    The dice are committed to here, before anyone sits. Between two house bots the first game
    begins at once. Raises Conflict `match.same_player`; then there is none of them.
    """
    matches = Match.objects.bulk_create(_rows(specs), batch_size=MATCHES_AT_ONCE)
    seated = [
        (_seat(match, Side.WHITE, spec.white), _seat(match, Side.BLACK, spec.black))
        for match, spec in zip(matches, specs, strict=True)
    ]
    Seat.objects.bulk_create(chain.from_iterable(seated), batch_size=SEATS_AT_ONCE)
    notices_give(
        notice
        for match, seats, spec in zip(matches, seated, specs, strict=True)
        for notice in _notices(match, seats, spec)
    )
    publish_all_on_commit(
        summons
        for match, seats in zip(matches, seated, strict=True)
        for summons in _summonses(match, seats)
    )
    say_news([_news(match, seats) for match, seats in zip(matches, seated, strict=True)])
    lives = [
        live_of(match, seats)
        for match, seats in zip(matches, seated, strict=True)
        if all(seat.has_come for seat in seats)
    ]
    if lives:
        requests_do([(live, Request(None, OpenGame())) for live in lives])
    return matches


def _rows(specs: Sequence[MatchSpec]) -> list[Match]:
    """The matches, not stored yet. Rules that many share are written out once."""
    texts = {id(rules): _written(rules) for rules in {id(s.rules): s.rules for s in specs}.values()}
    moment_ms = now_ms()
    rows = []
    for spec in specs:
        if spec.white.pk == spec.black.pk:
            raise Conflict("match.same_player", _("A match needs two different players."))
        rules, snapshot = texts[id(spec.rules)]
        secret = new_secret()
        rows.append(
            Match(
                public_id=new_match_id(),
                title=spec.title,
                owner=spec.owner,
                owner_ref=spec.owner_ref,
                rules=rules,
                snapshot=snapshot,
                created_ms=moment_ms,
                deadline_ms=moment_ms + spec.step_ms,
                ladder_step_ms=spec.step_ms,
                is_rated=spec.is_rated and may_be_rated(spec.rules, (spec.white, spec.black)),
                is_public=spec.is_public,
                commitment=commitment_of(secret),
                sealed_secret=seal(secret),
            )
        )
    return rows


def _written(rules: Rules) -> tuple[dict[str, object], str]:
    return rules_to_dict(rules), snapshot_text(initial_state(rules))


def _seat(match: Match, side: Side, user: AbstractUser) -> Seat:
    is_bot = bool(getattr(user, "is_bot", False))
    return Seat(match=match, side=side.value, user_id=user.pk, is_bot=is_bot, has_come=is_bot)


def _summonses(match: Match, seats: Iterable[Seat]) -> Iterator[tuple[str, dict[str, Any]]]:
    """What calls each person to his board, by stream."""
    message = summons_message(match, starts_in_ms=SUMMONS_MS)
    for seat in seats:
        if not seat.is_bot:
            yield user_stream(seat.user_id), message


def _notices(match: Match, seats: Iterable[Seat], spec: MatchSpec) -> Iterator[NewNotice]:
    """What each person finds written, who has no page open at the moment."""
    others = {spec.white.pk: spec.black.pk, spec.black.pk: spec.white.pk}
    for seat in seats:
        if not seat.is_bot:
            yield NewNotice(
                user_pk=seat.user_id,
                kind=MATCH_READY,
                key=f"match:{match.public_id}",
                url=board_path(match.public_id),
                facts={PLAYER: others[seat.user_id]},
            )


def _news(match: Match, seats: Iterable[Seat]) -> MatchNews:
    players = tuple(seat.user_id for seat in seats)
    return MatchNews(match.public_id, match.owner, match.is_public, players)


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text
