"""Links from any template to what `/learn/` explains: `{% learn_url "jacoby" %}`."""

from django import template

from wire.learning import learn_url

register = template.Library()
register.simple_tag(learn_url)
