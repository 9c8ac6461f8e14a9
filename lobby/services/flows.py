"""Chips that keep going one way between two players: a line for staff, and nothing more."""

from datetime import timedelta

from django.conf import settings

from accounts.selectors import people_by_pk
from bankroll.selectors import OneWayTerms, one_way_pairs
from moderation.kinds import NoticeKind
from moderation.services import notice_open
from wire.time import now


def chip_flows_watch() -> int:
    """Tell staff of every pair between whom chips went one way lately; how many there are.

    May run as often as one likes: a pair has one line, which says how it stands. Nobody is
    punished by it, and the two never hear of it.
    """
    days = settings.HOUSE_ONE_WAY_DAYS
    pairs = one_way_pairs(
        since=now() - timedelta(days=days),
        terms=OneWayTerms(
            games=settings.HOUSE_ONE_WAY_GAMES,
            chips=settings.HOUSE_ONE_WAY_CHIPS,
            percent=settings.HOUSE_ONE_WAY_PERCENT,
        ),
    )
    people = people_by_pk(pk for pair in pairs for pk in (pair.giver_pk, pair.taker_pk))
    told = 0
    for pair in pairs:
        giver, taker = people.get(pair.giver_pk), people.get(pair.taker_pk)
        if giver is None or taker is None:
            continue  # an account that was closed since: nobody is left to look at
        notice_open(
            kind=NoticeKind.ONE_WAY_CHIPS,
            key=f"one_way_chips:{giver.pk}:{taker.pk}",
            subject=f"user:{giver.username} user:{taker.username}",
            facts={
                "giver": giver.username,
                "taker": taker.username,
                "games": pair.games,
                "chips": pair.chips,
                "back_chips": pair.back_chips,
                "days": days,
            },
            size=pair.net_chips,
        )
        told += 1
    return told
