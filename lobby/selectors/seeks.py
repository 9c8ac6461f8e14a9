"""Seeks: who looks for an opponent, for what, and what must be known to pair him."""

from collections.abc import Collection
from typing import TYPE_CHECKING

from accounts.ladders import ladder_of
from accounts.selectors import blocks_among, rating_of
from backgammon import Side
from lobby.asks import Ask
from lobby.eligibility import PersonFacts
from lobby.models import Seek, SeekState
from lobby.seeks import Blocks, Waiting
from lobby.selectors.tables import person_facts
from wire.time import now

if TYPE_CHECKING:
    from accounts.models import User


def open_seek_of(user: "User") -> Seek | None:
    """What this person is looking for, if he is."""
    return Seek.objects.filter(user_id=user.pk, state=SeekState.OPEN).first()


def ask_of(seek: Seek) -> Ask:
    """What a seek asks for."""
    return Ask(seek.game, seek.points, seek.clock, seek.is_rated)


def last_ask_of(user: "User") -> Ask | None:
    """What this person looked for last, so that he need not choose it again."""
    last = Seek.objects.filter(user_id=user.pk).order_by("-pk").first()
    return None if last is None else ask_of(last)


def rating_for(user: "User", ask: Ask) -> int:
    """The rating by which opponents at this game are found."""
    return round(rating_of(user, ladder_of(ask.game)).rating)


def seek_facts(user: "User", ask: Ask) -> PersonFacts:
    """What is to be known of somebody who looks for an opponent."""
    return person_facts(
        user, ask.rules, side=Side.WHITE, is_rated=ask.is_rated, is_against_bot=False
    )


def seeks_waiting() -> tuple[list[Waiting], Blocks]:
    """Everybody who looks for an opponent, and who of them has blocked whom. Locks nothing."""
    seeks = Seek.objects.filter(state=SeekState.OPEN).order_by("pk")
    waiting = [
        Waiting(
            seek=seek.pk,
            person=seek.user_id,
            asks_for=ask_of(seek),
            rating=seek.rating,
            waited_s=(now() - seek.posted_at).total_seconds(),
        )
        for seek in seeks
    ]
    return waiting, blocks_among([each.person for each in waiting])


def seeks_locked(seek_pks: Collection[int]) -> list[Seek] | None:
    """These seeks, locked in the order of their rows; None unless all of them are still open."""
    found = Seek.objects.filter(pk__in=seek_pks, state=SeekState.OPEN).select_related("user")
    seeks = list(found.order_by("pk").select_for_update(of=("self",)))
    return seeks if len(seeks) == len(seek_pks) else None
