"""What the headings of rounds say, for templates."""

from django import template

from tournaments.bracket import Drawing, Round
from tournaments.pages.rounds import PART_NAMES, title_of

register = template.Library()


@register.filter
def round_name(each: Round) -> str:
    """ "Round 3", "Semi-finals", "Group B"."""
    return title_of(each)


@register.filter
def part_name(drawing: Drawing) -> str:
    """ "Lower bracket"."""
    return str(PART_NAMES[drawing.part])
