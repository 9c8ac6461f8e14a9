"""Reading matches for somebody."""

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from django.contrib.auth.models import AbstractUser, AnonymousUser
from django.db.models import Prefetch
from django.urls import reverse

from backgammon import MatchState
from backgammon.notation.codec import rules_from_dict, state_from_dict
from matches.deadlines import UNTIMED_MS
from matches.dice import DiceSeed
from matches.models import NEVER_MS, Match, MatchEvent, MatchStatus, PastMatch, Seat
from matches.owners import owner_of
from matches.places import board_place, gallery_place
from wire.errors import NotFound
from wire.headcount import heads_at
from wire.secrets import unseal


def match_by_id(match_id: str) -> Match:
    """The match. Raises NotFound `match.not_found`."""
    match = Match.objects.filter(public_id=match_id).first()
    if match is None:
        raise NotFound("match.not_found", _("There is no such match."))
    return match


def state_of_match(match: Match) -> MatchState:
    """What the rules know of a match now."""
    return state_from_dict(msgspec.json.decode(match.snapshot), rules_from_dict(match.rules))


def is_player(*, match: Match, user: AbstractUser | AnonymousUser) -> bool:
    """Whether this person holds a seat in the match."""
    return user.pk is not None and match.seats.filter(user_id=user.pk).exists()


def came_to(match: Match) -> set[int]:
    """The keys of those of its players who have been at the board."""
    return set(match.seats.filter(has_come=True).values_list("user_id", flat=True))


def running_matches_of(user: AbstractUser) -> Sequence[Match]:
    """The matches this person is needed in now, the oldest first."""
    return list(
        Match.objects.filter(status=MatchStatus.PLAYING, seats__user_id=user.pk).order_by(
            "created_ms"
        )
    )


def clocked_matches_of(user: AbstractUser) -> Sequence[Match]:
    """Those of them whose clock waits for nobody: a person has one at a time."""
    return [match for match in running_matches_of(user) if match.rules["clock"] is not None]


def players_in_clocked_matches(user_pks: Iterable[int]) -> set[int]:
    """Those of the given users who sit in a running match with a clock."""
    seats = Seat.objects.filter(user_id__in=list(user_pks), match__status=MatchStatus.PLAYING)
    return set(seats.exclude(match__rules__clock=None).values_list("user_id", flat=True))


def matches_played_by(user: AbstractUser) -> int:
    """How many matches the user has finished in which dice were thrown."""
    past = PastMatch.objects.filter(user_id=user.pk, has_rolled=True)
    return past.exclude(result=PastMatch.Result.ANNULLED).count()


def public_about(match_id: str) -> dict[str, Any]:
    """What anybody may see around the position: who plays, the title, the promise of fair dice.

    This list is the whole of it: whatever else is known of a match or of its players is not for
    watchers. The secret of the dice and the players' parts in them are here only once the match
    is over.
    """
    return _about(match_by_id(match_id))


def match_about(match_id: str) -> dict[str, Any]:
    """What its two players see around the position: the public part, and their way back.

    `due_ms` is when the house moves the match on by itself; in an untimed match every action
    puts that off to `untimed_ms` later.
    """
    match = match_by_id(match_id)
    return {
        **_about(match),
        "back_url": owner_of(match.owner).back_path(match.owner_ref),
        "untimed_ms": UNTIMED_MS if match.rules["clock"] is None else None,
        "due_ms": None if match.deadline_ms == NEVER_MS else match.deadline_ms,
    }


def _about(match: Match) -> dict[str, Any]:
    seats = list(match.seats.select_related("user"))
    sitting = heads_at(board_place(match.public_id, seat.side) for seat in seats)
    secret = revealed_secret(match)
    about: dict[str, Any] = {
        "id": match.public_id,
        "title": match.title,
        "commitment": match.commitment,
        "secret": secret,
    }
    for seat in seats:
        # Our failure makes nobody look absent.
        is_here = sitting is None or sitting[board_place(match.public_id, seat.side)] > 0
        about[seat.side] = {
            "name": seat.user.username,
            "bot": seat.is_bot,
            "guest": seat.user.is_guest,
            "online": seat.is_bot or is_here,
            "contribution": None if secret is None else seat.contribution,
        }
    return about


def may_watch(*, match: Match, user: AbstractUser | AnonymousUser) -> bool:
    """Whether this person may look on, now and later: at a private match only its players may."""
    return match.is_public or is_player(match=match, user=user)


def watchable_matches(
    match_ids: Iterable[str] | None = None, *, not_of: str = ""
) -> Sequence[Match]:
    """Running matches that anybody may watch, with their players, the youngest first.

    All of them, or of those asked for; without those that the owner `not_of` has made.
    """
    running = Match.objects.filter(status=MatchStatus.PLAYING, is_public=True)
    if match_ids is not None:
        running = running.filter(public_id__in=list(match_ids))
    seats = Prefetch("seats", Seat.objects.select_related("user").order_by("-side"))
    found = running.exclude(owner=not_of).defer("snapshot", "sealed_secret")
    return list(found.prefetch_related(seats).order_by("-pk"))


def public_matches(*, older_than: str = "", most: int) -> Sequence[Match]:
    """At most so many running matches that anybody may watch, with their players, the youngest
    first; those that are older than the match of this id, whether it still runs or not."""
    running = Match.objects.filter(status=MatchStatus.PLAYING, is_public=True)
    if older_than:
        running = running.filter(pk__lt=match_by_id(older_than).pk)
    seats = Prefetch("seats", Seat.objects.select_related("user"))
    return list(running.prefetch_related(seats).order_by("-pk")[:most])


def watchers_of(match_ids: Iterable[str]) -> dict[str, int]:
    """How many watch each of the matches, in all processes; 0 while Redis is out of reach."""
    places = {gallery_place(match_id): match_id for match_id in match_ids}
    heads = heads_at(places) or {}
    return {match_id: heads.get(place, 0) for place, match_id in places.items()}


def revealed_secret(match: Match) -> str | None:
    """The secret of the dice in hex once no roll can follow from it, else None."""
    if match.status == MatchStatus.PLAYING:
        return None
    return unseal(match.sealed_secret).hex()


def revealed_seed(match: Match) -> DiceSeed:
    """Everything the rolls of a finished match follow from. Raises NotFound while it runs."""
    secret = revealed_secret(match)
    if secret is None:
        raise NotFound("match.running", _("The dice are opened when the match is over."))
    contributions = {seat.side: seat.contribution for seat in match.seats.all()}
    return DiceSeed(
        match.public_id, bytes.fromhex(secret), contributions["white"], contributions["black"]
    )


def event_bodies_since(match_pk: int, since: int, until: int) -> list[str]:
    """The stored events numbered since+1 to until, as they were sent."""
    events = MatchEvent.objects.filter(match_id=match_pk, seq__gt=since, seq__lte=until)
    return list(events.order_by("seq").values_list("body", flat=True))


def summonses_waiting_for(user: AbstractUser) -> list[dict[str, Any]]:
    """A summons to each running match at which this person has not been yet.

    A summons is published once; who had no socket open at that moment gets it here.
    """
    waiting = Match.objects.filter(
        status=MatchStatus.PLAYING, seats__user_id=user.pk, seats__has_come=False
    )
    return [summons_message(match) for match in waiting.order_by("created_ms")]


def summons_message(match: Match, *, starts_in_ms: int = 0) -> dict[str, Any]:
    """The message that calls a player to his board."""
    return {
        "type": "summons",
        "match": match.public_id,
        "title": match.title,
        "url": board_path(match.public_id),
        "starts_in_ms": starts_in_ms,
    }


def board_path(match_id: str) -> str:
    """The page of a match's board."""
    return reverse("matches:board", args=[match_id])


def _(text: str) -> str:
    """Marks a sentence for translation; `wire.texts` translates it when it leaves."""
    return text
