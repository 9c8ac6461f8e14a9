"""Numbers in sentences, in the form of the reader's language."""

from decimal import Decimal

from django.utils.formats import get_format, number_format
from django.utils.numberformat import format as plain_format


def number_text(number: int) -> str:
    """A whole number with its thousands apart: 12,500 in English, 12 500 in Estonian.

    Templates write numbers so by themselves (`USE_THOUSAND_SEPARATOR`), and scripts in
    static/js/texts.js. What is no amount, as a rating or a key, is written by `stringformat:"d"`.
    """
    return str(number_format(number, use_l10n=True, force_grouping=True))


def decimal_text(number: Decimal | int | str) -> str:
    """A number that is no amount, its thousands together: 1512.5 in English, 1512,5 in Estonian.

    A text is a number as programs write it, with the decimals that are to be shown.
    """
    return str(plain_format(number, get_format("DECIMAL_SEPARATOR")))


def signed_text(number: Decimal) -> str:
    """A change with its sign, as print wants it: +25.19 in English, and a real minus."""
    return f"{'−' if number < 0 else '+'}{decimal_text(abs(number))}"
