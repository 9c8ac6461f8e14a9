"""The sentences of all kinds of notices, for scripts that draw one the moment it comes."""

from django import template
from django.utils.translation import gettext

from accounts.notices import notice_sentences as sentences_by_kind

register = template.Library()


@register.simple_tag
def notice_sentences() -> list[tuple[str, str]]:
    """Each kind with its sentence in the reader's language, its places unfilled."""
    return [(kind, gettext(text)) for kind, text in sentences_by_kind().items()]
