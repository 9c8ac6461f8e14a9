"""Ratings on pages: a decimal in the form of the language, its thousands not apart."""

from decimal import Decimal

from django import template
from django.utils.formats import get_format
from django.utils.numberformat import format as number_format

register = template.Library()


@register.filter
def rating(number: Decimal | int) -> str:
    """1512.5 in English and 1512,5 in Estonian: a rating is a mark, not an amount."""
    return number_format(number, get_format("DECIMAL_SEPARATOR"))
