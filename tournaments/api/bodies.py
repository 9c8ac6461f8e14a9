"""What programs are told of events, entries, pairings and tickets, as JSON."""

from typing import Any

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from tournaments.formats import FORMATS
from tournaments.formats.base import Outcome
from tournaments.models import (
    Arrival,
    Award,
    Entry,
    EntryState,
    Kind,
    Pairing,
    TicketKind,
    TicketState,
    Tournament,
)
from tournaments.selectors import pool_of
from tournaments.states import TournamentState
from wire.rest import PageBody

#: The closed sets of the interface; `SPECTACULAR_SETTINGS` gives them their names.
EVENT_STATES = TournamentState.values
EVENT_KINDS = Kind.values
EVENT_FORMATS = list(FORMATS)
ENTRY_STATES = EntryState.values
TICKET_STATES = TicketState.values
TICKET_KINDS = TicketKind.values


class PersonBody(serializers.Serializer[Any]):
    """A player as others see him."""

    name = serializers.CharField(source="username")
    is_bot = serializers.BooleanField()
    is_guest = serializers.BooleanField()


class EventLineBody(serializers.Serializer[Any]):
    """An event in a list. `starts_at`: of a Sit&Go, when it was opened."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=EVENT_KINDS)
    state = serializers.ChoiceField(choices=EVENT_STATES)
    format = serializers.ChoiceField(choices=EVENT_FORMATS, source="rules_card.format")
    opens_at = serializers.DateTimeField()
    starts_at = serializers.DateTimeField()
    seats = serializers.IntegerField()
    taken = serializers.IntegerField(source="taken_seats")
    buy_in_chips = serializers.IntegerField(source="rules_card.buy_in_chips")
    fee_chips = serializers.IntegerField(source="rules_card.fee_chips")
    target = serializers.SerializerMethodField(help_text="The event its tickets lead to.")

    def get_target(self, tournament: Tournament) -> str | None:
        """The id of the target of a satellite."""
        return tournament.target.public_id if tournament.target else None


class TournamentsBody(PageBody):
    """Some events."""

    results = EventLineBody(many=True)


class AwardBody(serializers.Serializer[Any]):
    """What was won. `ticket_chips`: what the ticket pays, 0 without one."""

    place = serializers.IntegerField()
    chips = serializers.IntegerField()
    ticket_chips = serializers.SerializerMethodField()

    def get_ticket_chips(self, award: Award) -> int:
        """The price the ticket pays."""
        return award.ticket.value_chips if award.ticket else 0


class EntryBody(serializers.Serializer[Any]):
    """An entry. `number`: counts the entries of the event; `seat`: 0 before the draw; `place`: 0
    before the end; `award`: null without a prize."""

    number = serializers.IntegerField()
    player = PersonBody(source="user")
    state = serializers.ChoiceField(choices=ENTRY_STATES)
    came = serializers.ChoiceField(choices=Arrival.values, source="arrival")
    is_checked_in = serializers.BooleanField()
    is_by_ticket = serializers.SerializerMethodField()
    seat = serializers.IntegerField()
    place = serializers.IntegerField()
    award = AwardBody(default=None, allow_null=True)
    joined_at = serializers.DateTimeField()

    def get_is_by_ticket(self, entry: Entry) -> bool:
        """Whether a ticket paid for it."""
        return entry.ticket_id is not None


class EntriesBody(PageBody):
    """Some entries, as they came."""

    results = EntryBody(many=True)


class MyEntryBody(EntryBody):
    """My entry, with the promise that nobody can draw to my cost."""

    event = serializers.CharField(source="tournament.public_id")
    paid_chips = serializers.IntegerField(source="cost_chips")
    commitment = serializers.CharField(source="tournament.commitment")


class ReasonBody(serializers.Serializer[Any]):
    """One reason against. `data`: what its sentence was made from."""

    code = serializers.CharField()
    message = serializers.CharField()
    data = serializers.DictField()  # type: ignore[assignment]


class EventBody(EventLineBody):
    """An event as it stands. `secret`: of the draw, null until the event is over.

    `my_entry` and `refusals`, why I cannot enter now, are null for strangers.
    """

    is_private = serializers.BooleanField()
    organiser = PersonBody(allow_null=True)
    is_paused = serializers.BooleanField()
    card_version = serializers.IntegerField(source="rules_card.version")
    pool_chips = serializers.SerializerMethodField()
    commitment = serializers.CharField()
    committed_at = serializers.DateTimeField(source="opened_at")
    my_entry = serializers.SerializerMethodField()
    refusals = serializers.SerializerMethodField()

    def get_pool_chips(self, tournament: Tournament) -> int:
        """What is played for so far."""
        return pool_of(tournament)

    @extend_schema_field(MyEntryBody(allow_null=True))
    def get_my_entry(self, tournament: Tournament) -> Any:
        """The entry of whoever asks."""
        entry = self.context["my_entry"]
        return MyEntryBody(entry).data if entry else None

    @extend_schema_field(ReasonBody(many=True, allow_null=True))
    def get_refusals(self, tournament: Tournament) -> Any:
        """Every reason why he cannot enter."""
        return self.context["refusals"]


class PairingBody(serializers.Serializer[Any]):
    """A pairing. A lone entrant stands as White. `outcome`: null while it is not decided.

    `points`: White's and Black's, of the match; in a swing the stacks after the game.
    """

    round = serializers.IntegerField()
    slot = serializers.IntegerField()
    white = serializers.CharField(source="white.user.username", default=None, allow_null=True)
    black = serializers.CharField(source="black.user.username", default=None, allow_null=True)
    starts_at = serializers.DateTimeField()
    match = serializers.CharField(source="match.public_id", default=None, allow_null=True)
    outcome = serializers.ChoiceField(
        choices=[each.value for each in Outcome],
        source="result.outcome",
        default=None,
        allow_null=True,
    )
    winner = serializers.CharField(
        source="result.winner.user.username", default=None, allow_null=True
    )
    points = serializers.SerializerMethodField()

    def get_points(self, pairing: Pairing) -> list[int] | None:
        """What was scored."""
        result = getattr(pairing, "result", None)
        return [result.white_points, result.black_points] if result else None


class PairingsBody(PageBody):
    """Some pairings, by round and slot."""

    results = PairingBody(many=True)


class StandingBody(serializers.Serializer[Any]):
    """Where an entrant stands. `points`, `tie_breaks`: exact, a half as "1/2"; see the card."""

    place = serializers.IntegerField()
    name = serializers.CharField()
    seat = serializers.IntegerField()
    is_in = serializers.BooleanField()
    points = serializers.CharField()
    tie_breaks = serializers.ListField(child=serializers.CharField())


class NamedBody(serializers.Serializer[Any]):
    """An event by its id and name."""

    id = serializers.CharField(source="public_id")
    name = serializers.CharField()


class TicketChangeBody(serializers.Serializer[Any]):
    """What happened to a ticket."""

    state = serializers.ChoiceField(choices=TICKET_STATES)
    event = NamedBody(allow_null=True)
    note = serializers.CharField()
    at = serializers.DateTimeField()


class TicketBody(serializers.Serializer[Any]):
    """A ticket of mine. `event`: where it leads, or where it is used; `series`: of that kind."""

    id = serializers.CharField(source="public_id")
    kind = serializers.ChoiceField(choices=TICKET_KINDS)
    state = serializers.ChoiceField(choices=TICKET_STATES)
    event = NamedBody(allow_null=True)
    series = serializers.CharField(source="series.name", default=None, allow_null=True)
    value_chips = serializers.IntegerField(help_text="The price of the entries it pays.")
    won_in = NamedBody(allow_null=True)
    issued_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()
    history = TicketChangeBody(many=True)


class TicketsBody(PageBody):
    """Some tickets, the latest first."""

    results = TicketBody(many=True)


class ComingBody(serializers.Serializer[Any]):
    """An event of a series that has not begun."""

    id = serializers.CharField(source="public_id")
    state = serializers.ChoiceField(choices=EVENT_STATES)
    opens_at = serializers.DateTimeField()
    starts_at = serializers.DateTimeField()


class SeriesBody(serializers.Serializer[Any]):
    """A template: `recurrence` as RFC 5545 has it, in the zone `time_zone`; "" for once."""

    name = serializers.CharField()
    kind = serializers.ChoiceField(choices=EVENT_KINDS)
    format = serializers.ChoiceField(choices=EVENT_FORMATS)
    seats = serializers.IntegerField()
    buy_in_chips = serializers.IntegerField()
    fee_chips = serializers.IntegerField()
    recurrence = serializers.CharField()
    time_zone = serializers.CharField()
    coming = ComingBody(many=True)
