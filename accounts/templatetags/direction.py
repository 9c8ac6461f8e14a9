"""Names within sentences and titles of pages, where no `<bdi>` can stand."""

from django import template
from django.template.defaultfilters import stringfilter

from wire.direction import isolated

register = template.Library()
register.filter("isolated", stringfilter(isolated))
