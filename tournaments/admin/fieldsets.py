"""The parts of a template as its form, and that of one event's card, show them."""

from typing import Any

from django.utils.translation import gettext_lazy as _

Fieldset = tuple[Any, Any]

PLAY: Fieldset = (
    _("How it is played"),
    {
        "fields": (
            "format",
            "variant",
            ("length_points", "round_lengths"),
            ("seats", "min_entrants"),
            "round_count",
            "tie_breaks",
            "apart",
            "is_rated",
            "has_house_bots",
        )
    },
)
CLOCK: Fieldset = (
    _("Clock and pauses"),
    {"fields": (("reserve_s", "delay_s"), ("pause_s", "breaks"))},
)
MONEY: Fieldset = (
    _("What it costs and pays"),
    {"fields": (("buy_in_chips", "fee_chips"), "prize_shares", "guarantee_chips")},
)
SATELLITE: Fieldset = (
    _("Satellite"),
    {
        "fields": ("target_series", "guaranteed_tickets", "remainder", "second_ticket"),
        "description": _(
            "Only if its prizes are tickets to a dearer event. Leave “tickets to” empty for prizes"
            " in chips."
        ),
    },
)
TICKETS: Fieldset = (
    _("Tickets"),
    {"fields": ("guaranteed_tickets", "remainder", "second_ticket")},
)
WHEN: Fieldset = (
    _("When it happens"),
    {
        "fields": (
            ("first_date", "start_time", "time_zone"),
            "repeats",
            "weekdays",
            "recurrence",
            "opens_before_h",
        ),
        "description": _("For scheduled events. A Sit&Go needs nothing of this."),
    },
)
START: Fieldset = (
    _("When it starts"),
    {"fields": (("first_date", "start_time", "time_zone"), "opens_before_h")},
)
LATE: Fieldset = (
    _("Who may still come"),
    {
        "fields": ("has_late_entry", "buy_back_min"),
        "description": _("For scheduled events that are no satellites."),
    },
)
WHO: Fieldset = (
    _("Who may enter"),
    {
        "fields": (
            ("rating_min", "rating_max"),
            ("min_matches", "min_account_days"),
            "invitation_code",
            "allowed_names",
            "needs_ticket",
        )
    },
)
SWING: Fieldset = (
    _("Swing"),
    {
        "fields": ("swing_stack", "swing_rate", "swing_doubles_s"),
        "description": _("For the format of that name alone."),
    },
)

#: The form of a template.
SERIES: list[Fieldset] = [
    (
        None,
        {
            "fields": ("name", "kind", "is_open", "is_private"),
            "description": _(
                "A Sit&Go starts as soon as its seats are taken, and the next one opens by itself."
                " A scheduled event starts at its time and is announced two weeks ahead."
            ),
        },
    ),
    PLAY,
    CLOCK,
    MONEY,
    SATELLITE,
    WHEN,
    LATE,
    WHO,
    SWING,
]


def of_card(*, is_scheduled: bool, is_satellite: bool) -> list[Fieldset]:
    """The form of one event's card."""
    head: Fieldset = (None, {"fields": ("name",)})
    why: Fieldset = (_("Why"), {"fields": ("reason",)})
    middle = [PLAY, CLOCK, MONEY, *([TICKETS] if is_satellite else [])]
    if is_scheduled:
        middle += [START, LATE]
    return [head, *middle, WHO, SWING, why]
