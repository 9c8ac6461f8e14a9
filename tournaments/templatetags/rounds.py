"""What the headings of rounds say, for templates."""

from django import template

from tournaments.bracket import Round
from tournaments.pages.rounds import title_of

register = template.Library()


@register.filter
def round_name(each: Round) -> str:
    """The heading of a round or group."""
    return title_of(each)
