"""A rules card in sentences. All of it comes from the stored document that runs the event."""

from django.conf import settings
from django.utils.translation import gettext as _

from backgammon import PointMatch, Rules, ladder_points_to_win
from matches.wording import Fact, clock_text, cube_text, seconds_text, title_of
from tournaments.card import RulesCard


def card_facts(card: RulesCard) -> tuple[Fact, ...]:
    """The rules card in sentences; all of it comes from the stored document."""
    rules = card.rules_of(1)
    facts = [
        Fact(_("Format"), _("Single elimination")),
        Fact(
            _("Start"),
            _("When all %(seats)d seats are taken. Seats are drawn at random.")
            % {"seats": card.seats},
        ),
        Fact(_("Match"), title_of(rules)),
        Fact(_("Cube"), cube_text(rules)),
        Fact(_("Clock"), clock_text(rules)),
        Fact(_("Entry"), _entry_text(card)),
        Fact(_("Between matches"), seconds_text(card.pause_s)),
        Fact(_("No-show"), _no_show_text(card, rules)),
        Fact(
            _("Lost connection"),
            _("Before the start your seat is kept for %(grace)s; after it your clock runs on.")
            % {"grace": seconds_text(settings.HOUSE_SEAT_GRACE_S)},
        ),
    ]
    if card.has_house_bots:
        waited = _("When a seat stays free for %(wait)s, house bots sit down.")
        facts.append(
            Fact(_("House bots"), waited % {"wait": seconds_text(settings.HOUSE_BOT_WAIT_S)})
        )
    return tuple(facts)


def _entry_text(card: RulesCard) -> str:
    if not card.cost_chips:
        return _("Free")
    if not card.fee_chips:
        return _("%(buy_in)d chips, all of it for the prizes") % {"buy_in": card.buy_in_chips}
    text = _("%(buy_in)d chips for the prizes and %(fee)d for the house")
    return text % {"buy_in": card.buy_in_chips, "fee": card.fee_chips}


def _no_show_text(card: RulesCard, rules: Rules) -> str:
    step = seconds_text(card.no_show_step_s)
    if not isinstance(rules.length, PointMatch):
        return _("Every %(step)s of absence gives the opponent a point.") % {"step": step}
    text = _("Every %(step)s of absence gives the opponent a point; after %(limit)d it is lost.")
    return text % {"step": step, "limit": ladder_points_to_win(rules.length)}
