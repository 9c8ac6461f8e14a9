"""A rules card in sentences. All of it comes from the stored document that runs the event."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from django.conf import settings
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from backgammon import BACKGAMMON, PointMatch, TableStakes, ladder_points_to_win
from matches.deadlines import MONEY_LADDER_STEPS
from matches.wording import (
    Fact,
    clock_text,
    cube_fact,
    game_name,
    length_topic,
    seconds_text,
    title_of,
)
from tournaments.card import SIT_AND_GO, EntryTerms, RulesCard
from tournaments.formats.tiebreaks import tie_breaks_of
from tournaments.pages.satellites import satellite_facts
from tournaments.wording import BYE_WORDS, FORMAT_WORDS, LEAVING_WORDS, TIE_BREAK_WORDS
from wire.numbers import number_text

#: Formats whose places go by points, so that ties must be broken.
WITH_TIE_BREAKS = ("swiss", "round_robin", "groups")

#: Formats that look for the next power of two.
WITH_BRACKET = ("knockout", "double_elimination", "groups")


def card_facts(card: RulesCard) -> tuple[Fact, ...]:
    """The rules card in sentences."""
    return tuple(
        fact
        for facts in (_play, _start, _field, _money, _staying, _presence)
        for fact in facts(card)
    )


Lines = Iterator[Fact]


def _play(card: RulesCard) -> Lines:
    """What is played."""
    words = FORMAT_WORDS[card.format]
    yield Fact(_("Format"), f"{words.name}. {words.about}", "formats")
    yield Fact(_("Match"), _matches_text(card), _match_topic(card))
    yield cube_fact(card.rules_of(1))
    yield Fact(_("Clock"), _clocks_text(card), "clock")
    if card.swing is not None:
        text = _(
            "Everybody begins with %(stack)s; they count in this event alone. A point is worth"
            " %(rate)d at the start and twice as much after every %(doubles)s. A game costs no more"
            " than the loser's stack."
        )
        doubles = seconds_text(card.swing.doubles_s)
        numbers = {
            "stack": number_text(card.swing.stack),
            "rate": card.swing.rate,
            "doubles": doubles,
        }
        yield Fact(_("Stacks"), text % numbers, "swing")
    if card.format == "swiss" and card.rounds:
        rounds = ngettext("%(n)d round", "%(n)d rounds", card.rounds) % {"n": card.rounds}
        yield Fact(_("Rounds"), rounds, "formats")
    if card.format == "swiss" and not card.rounds:
        yield Fact(_("Rounds"), _("As many as find one winner: 5 for 17 to 32 entrants"), "formats")
    if card.format in WITH_TIE_BREAKS:
        rules = [str(TIE_BREAK_WORDS[rule.code].name) for rule in tie_breaks_of(card.tie_breaks)]
        yield Fact(
            _("Tie-breaks"),
            _("In this order: %(rules)s") % {"rules": ", ".join(rules)},
            "tie_breaks",
        )
    if card.apart:
        yield Fact(
            _("Never paired"), ", ".join(" – ".join(pair) for pair in card.apart), "never_paired"
        )
    yield Fact(_("Byes"), str(BYE_WORDS[card.format]), "byes")
    yield Fact(
        _("Rating"),
        _("Rated: matches count for both") if card.is_rated else _("Not rated"),
        "is_rated",
    )


def _start(card: RulesCard) -> Lines:
    """How it begins."""
    if card.kind == SIT_AND_GO or card.times is None:
        text = _("When all %(seats)d seats are taken. Seats are drawn at random.")
        yield Fact(_("Start"), text % {"seats": card.seats}, "sit_and_go")
        return
    times = card.times
    start = _(
        "At its set time, with %(fewest)d entrants or more. Fewer are waited for %(wait)s; then it"
        " is cancelled and everything goes back as it was paid. Seats are drawn at random."
    )
    yield Fact(
        _("Start"),
        start % {"fewest": card.min_entrants, "wait": seconds_text(times.wait_s)},
        "start",
    )
    check_in = _(
        "From %(early)s before the start. Whoever has checked in or has a page of this site open is"
        " drawn; the seat of an absent player goes to standby and he gets everything back. If"
        " nobody takes it, his entry stays in the pool."
    )
    yield Fact(_("Check-in"), check_in % {"early": seconds_text(times.check_in_s)}, "check_in")
    leaving = _("Free until %(leave)s before the start; what was paid comes back as it was paid.")
    yield Fact(_("Leaving"), leaving % {"leave": seconds_text(times.leave_s)}, "entry")


def _field(card: RulesCard) -> Lines:
    """Who may come, and how many."""
    if card.kind != SIT_AND_GO:
        text = _(
            "%(seats)d. Whoever comes later stands by: he pays, plays if a seat comes free, and"
            " else gets everything back."
        )
        yield Fact(_("Seats"), text % {"seats": card.seats}, "standby")
    yield Fact(_("Who may enter"), _who_text(card.entry), "who_may_enter")
    if card.has_house_bots and card.kind == SIT_AND_GO:
        waited = _("When a seat stays free for %(wait)s, house bots sit down.")
        yield Fact(
            _("House bots"),
            waited % {"wait": seconds_text(settings.HOUSE_BOT_WAIT_S)},
            "house_bots",
        )
    elif card.has_house_bots:
        filled = _("They fill the field up to %(fewest)d at the start.")
        yield Fact(_("House bots"), filled % {"fewest": card.min_entrants}, "house_bots")
    if card.late.has_late_entry:
        yield Fact(_("Late entry"), _late_text(card), "late_entry")
    if card.late.buy_back_s:
        text = ngettext(
            "Until %(until)s after the start, whoever has lost his first match may come back once"
            " for %(chips)s chip, half the buy-in.",
            "Until %(until)s after the start, whoever has lost his first match may come back once"
            " for %(chips)s chips, half the buy-in.",
            card.buy_back_chips,
        )
        until, chips = seconds_text(card.late.buy_back_s), number_text(card.buy_back_chips)
        yield Fact(_("Buy-back"), text % {"until": until, "chips": chips}, "buy_back")


def _money(card: RulesCard) -> Lines:
    """What it costs and brings."""
    yield Fact(pgettext("its price", "Entry"), _entry_text(card), "entry")
    if card.guarantee_chips:
        text = ngettext(
            "%(chips)s chip is guaranteed: the house adds what the entries fall short of.",
            "%(chips)s chips are guaranteed: the house adds what the entries fall short of.",
            card.guarantee_chips,
        )
        chips = number_text(card.guarantee_chips)
        yield Fact(_("Guarantee"), text % {"chips": chips}, "guarantee")
    if card.satellite is not None:
        yield from satellite_facts(card, card.satellite)
        return
    if card.shares is None:
        text = _("By the house's shares for the number that plays. Tied places share their prizes.")
        yield Fact(_("Prizes"), text, "prizes")
    else:
        yield Fact(_("Prizes"), _("By fixed shares. Tied places share their prizes."), "prizes")


def _staying(card: RulesCard) -> Lines:
    """What is between two matches."""
    yield Fact(_("Between matches"), seconds_text(card.pause_s), "pauses")
    if card.breaks:
        each = _("%(rest)s after round %(round)d")
        breaks = [
            each % {"rest": seconds_text(rest_s), "round": number} for number, rest_s in card.breaks
        ]
        yield Fact(_("Breaks"), ", ".join(breaks), "pauses")
    if card.kind != SIT_AND_GO:
        text = _("%(matches)s Nothing is paid back.") % {"matches": LEAVING_WORDS[card.format]}
        yield Fact(_("Leaving mid-event"), text, "leaving")


def _presence(card: RulesCard) -> Lines:
    """What becomes of whoever is not there."""
    yield Fact(_("No-show"), _no_show_text(card), "no_show")
    if card.kind == SIT_AND_GO:
        text = _("Before the start your seat is kept for %(grace)s; after it your clock runs on.")
        grace = seconds_text(settings.HOUSE_SEAT_GRACE_S)
        yield Fact(_("Lost connection"), text % {"grace": grace}, "connection")
    else:
        yield Fact(
            _("Lost connection"), _("Your clock runs on; your seat stays yours."), "connection"
        )
        text = _(
            "Who stays away from two events in a row cannot enter scheduled ones for 24 hours, and"
            " for twice as long each further time, up to 30 days."
        )
        yield Fact(_("Staying away"), text, "staying_away")


def _match_topic(card: RulesCard) -> str:
    """What a newcomer would ask about: another game than backgammon, else the points."""
    rules = card.rules_of(1)
    if card.swing is not None:
        return "swing"
    return length_topic(rules) if rules.variant == BACKGAMMON else rules.variant.key.split("+")[0]


def _matches_text(card: RulesCard) -> str:
    """What is played in which round."""
    if card.swing is not None:
        return _("Single games of %(game)s") % {"game": game_name(card.rules_of(1).variant)}
    titles = [title_of(rules) for rules in card.rules]
    if len(set(titles)) == 1:
        return titles[0]
    lines, first = [], 1
    for title, same in groupby(titles):
        last = first + len(list(same)) - 1
        lines.append(_rounds_text(first, last, len(titles)) % {"title": title})
        first = last + 1
    return "; ".join(lines)


def _rounds_text(first: int, last: int, total: int) -> str:
    """A place for a title behind the rounds it holds for; the last one holds for all later ones."""
    if last == total:
        return _("from round %(n)d on: %%(title)s") % {"n": first}
    if first == last:
        return _("round %(n)d: %%(title)s") % {"n": first}
    return _("rounds %(first)d to %(last)d: %%(title)s") % {"first": first, "last": last}


def _clocks_text(card: RulesCard) -> str:
    """The clock of every length that is played."""
    by_title = {title_of(rules): clock_text(rules) for rules in card.rules}
    if len(set(by_title.values())) == 1:
        return next(iter(by_title.values()))
    return "; ".join(f"{title}: {text}" for title, text in by_title.items())


def _late_text(card: RulesCard) -> str:
    if card.format == "swiss":
        return _("Until half of the rounds have begun, with half a point for those missed.")
    return _("Into free passes of the first round that have not been used yet.")


def _who_text(terms: EntryTerms) -> str:
    """What is asked of entrants, all of it."""
    asked: Sequence[tuple[bool, str]] = (
        (bool(terms.rating_min), _("a rating of %(n)d or more") % {"n": terms.rating_min}),
        (bool(terms.rating_max), _("a rating of %(n)d or less") % {"n": terms.rating_max}),
        (bool(terms.min_matches), _matches_played_text(terms.min_matches)),
        (bool(terms.min_account_days), _days_text(terms.min_account_days)),
        (terms.needs_invitation, _("the invitation code")),
        (terms.is_for_invited, _("a place on the list of those invited")),
        (terms.needs_ticket, _("a ticket")),
    )
    wanted = [text for holds, text in asked if holds]
    if not wanted:
        return _("Anybody")
    return _("Whoever has %(all)s") % {"all": ", ".join(wanted)}


def _matches_played_text(number: int) -> str:
    text = ngettext("%(n)s match played", "%(n)s matches played", number)
    return text % {"n": number_text(number)}


def _days_text(days: int) -> str:
    text = ngettext("%(n)s day as a member", "%(n)s days as a member", days)
    return text % {"n": number_text(days)}


def _entry_text(card: RulesCard) -> str:
    if not card.cost_chips:
        return _("Free")
    if card.fee_chips:
        text = ngettext(
            "%(buy_in)s chip for the prizes and %(fee)s for the house",
            "%(buy_in)s chips for the prizes and %(fee)s for the house",
            card.buy_in_chips,
        )
    else:
        text = ngettext(
            "%(buy_in)s chip, all of it for the prizes",
            "%(buy_in)s chips, all of it for the prizes",
            card.buy_in_chips,
        )
    return text % {"buy_in": number_text(card.buy_in_chips), "fee": number_text(card.fee_chips)}


def _no_show_text(card: RulesCard) -> str:
    """The ladder of every length that is played."""
    if card.swing is not None or isinstance(card.rules_of(1).length, TableStakes):
        patience = seconds_text(card.no_show_s(1) * MONEY_LADDER_STEPS)
        text = _("Who is absent for %(patience)s loses the game; no chips change hands for it.")
        return text % {"patience": patience}
    limits: dict[str, dict[int, int]] = {}
    for number, rules in enumerate(card.rules, start=1):
        by_length = limits.setdefault(seconds_text(card.no_show_s(number)), {})
        if isinstance(rules.length, PointMatch):
            by_length[rules.length.points] = ladder_points_to_win(rules.length)
    return " ".join(_ladder_text(step, by_length) for step, by_length in limits.items())


def _ladder_text(step: str, limits: Mapping[int, int]) -> str:
    """One step of absence, and after how many points a match of which length is lost."""
    if not limits:
        return _("Every %(step)s of absence gives the opponent a point.") % {"step": step}
    if len(limits) == 1:
        text = _(
            "Every %(step)s of absence gives the opponent a point; after %(limit)d it is lost."
        )
        return text % {"step": step, "limit": next(iter(limits.values()))}
    each = _("after %(limit)d to %(points)d")
    lost = ", ".join(each % {"limit": limit, "points": points} for points, limit in limits.items())
    text = _("Every %(step)s of absence gives the opponent a point. A match is lost %(lost)s.")
    return text % {"step": step, "lost": lost}
