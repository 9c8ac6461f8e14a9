"""Numbers in sentences, in the form of the reader's language."""

from django.utils.formats import number_format


def number_text(number: int) -> str:
    """A whole number with its thousands apart: 12,500 in English, 12 500 in Estonian.

    Templates write numbers so by themselves (`USE_THOUSAND_SEPARATOR`), and scripts in
    static/js/texts.js. What is no amount, as a rating or a key, is written by `stringformat:"d"`.
    """
    return str(number_format(number, use_l10n=True, force_grouping=True))
