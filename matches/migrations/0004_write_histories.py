"""Histories for matches that ended before there were any."""

import json

from django.db import migrations

PAGE = 500
LADDERS = ("backgammon", "long_nardy")


def write_histories(apps, _editor):
    """Give every match that ended before this table stood its two lines, in order."""
    Match = apps.get_model("matches", "Match")
    PastMatch = apps.get_model("matches", "PastMatch")
    ended = Match.objects.exclude(status="playing").order_by("finished_ms", "pk")
    lines = []
    for match in ended.prefetch_related("seats").iterator(chunk_size=PAGE):
        lines += lines_of(match, PastMatch)
        if len(lines) >= PAGE:
            PastMatch.objects.bulk_create(lines)
            lines = []
    PastMatch.objects.bulk_create(lines)


def lines_of(match, past_match):
    """The line of White and the line of Black."""
    state = json.loads(match.snapshot)
    outcome = state["outcome"]
    seats = {seat.side: seat for seat in match.seats.all()}
    game = match.rules["variant"]
    lines = []
    for side, other in (("white", "black"), ("black", "white")):
        result = {None: "level", side: "won", other: "lost"}[outcome["winner"]]
        lines.append(
            past_match(
                match=match,
                user_id=seats[side].user_id,
                opponent_id=seats[other].user_id,
                ladder=game if game in LADDERS else "variants",
                result="annulled" if match.status == "annulled" else result,
                score=state["score"][side],
                opponent_score=state["score"][other],
                ending=outcome["reason"],
                has_rolled=state["game_number"] > 0,
            )
        )
    return lines


class Migration(migrations.Migration):
    dependencies = [
        ("matches", "0003_past_matches"),
    ]

    operations = [
        migrations.RunPython(write_histories, migrations.RunPython.noop),
    ]
