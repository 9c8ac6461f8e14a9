"""Ratings on pages: a decimal in the form of the language, its thousands not apart."""

from decimal import Decimal

from django import template

from wire.numbers import decimal_text, signed_text

register = template.Library()


@register.filter
def rating(number: Decimal | int) -> str:
    """1512.5 in English and 1512,5 in Estonian: a rating is a mark, not an amount."""
    return decimal_text(number)


@register.filter
def signed(change: Decimal) -> str:
    """A change of a rating with its sign: +25.19, and a real minus."""
    return signed_text(change)
