"""REST: my wallet, every movement of it, and how each came about."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from accounts.access import UserRequest, once_by_key
from accounts.scopes import Scope
from bankroll.explain import steps_of
from bankroll.kinds import TransferKind
from bankroll.refills import REFILL_CHECKS
from bankroll.selectors import (
    StatementFilter,
    balance_of,
    in_play_of,
    refill_facts,
    statement,
    statement_line,
)
from bankroll.services import refill
from wire.refusals import all_refusals
from wire.rest import MOST, Nothing, PageAsked, PageBody, Resource, next_page

# --- what is answered ---------------------------------------------------------------------


class InPlayBody(serializers.Serializer[Any]):
    """Chips that are in play at one place."""

    place = serializers.CharField(help_text="As in `table:4k2m9x` or `tournament:4k2m9x`.")
    chips = serializers.IntegerField()


class RefillBody(serializers.Serializer[Any]):
    """Whether a free refill can be had now, and from when on."""

    is_available = serializers.BooleanField()
    below_chips = serializers.IntegerField(source="facts.terms.below_chips")
    upto_chips = serializers.IntegerField(source="facts.terms.upto_chips")
    due_at = serializers.DateTimeField(source="facts.due_at")


class WalletBody(serializers.Serializer[Any]):
    """What I have."""

    available_chips = serializers.IntegerField()
    in_play_chips = serializers.IntegerField()
    total_chips = serializers.IntegerField()
    in_play = InPlayBody(many=True)
    refill = RefillBody()


class TransferBody(serializers.Serializer[Any]):
    """One movement of the wallet: negative chips have left it. `number` is its address."""

    number = serializers.IntegerField()
    kind = serializers.ChoiceField(choices=TransferKind.values)
    reason = serializers.CharField()
    note = serializers.CharField()
    place = serializers.CharField()
    chips = serializers.IntegerField()
    balance_chips = serializers.IntegerField()
    posted_at = serializers.DateTimeField()


class TransfersBody(PageBody):
    """Some movements, the newest first."""

    results = TransferBody(many=True)


class StepBody(serializers.Serializer[Any]):
    """One step of an explanation; `chips` is null where it only says something."""

    text = serializers.CharField()
    chips = serializers.IntegerField(allow_null=True)
    is_sum = serializers.BooleanField()


class ExplainedBody(serializers.Serializer[Any]):
    """A movement and the steps that lead to its chips."""

    transfer = TransferBody()
    steps = StepBody(many=True)


# --- what is asked ------------------------------------------------------------------------


class TransfersAsked(PageAsked):
    """Which movements: the filters of the statement, and where to go on."""

    kind = serializers.ChoiceField(choices=TransferKind.values, required=False)
    place = serializers.CharField(
        max_length=80, required=False, help_text="A table or an event, as in `table:4k2m9x`."
    )
    since = serializers.DateField(required=False, help_text="The first day, UTC.")
    until = serializers.DateField(required=False, help_text="The last day, UTC.")
    before = serializers.IntegerField(
        min_value=1, max_value=MOST, required=False, help_text="Older than this number."
    )


# --- resources ----------------------------------------------------------------------------


class Wallet(Resource):
    """My wallet."""

    reads: ClassVar = Scope.WALLET

    @extend_schema(responses=WalletBody, tags=["chips"])
    def get(self, request: UserRequest) -> Response:
        """What I can spend, what is in play where, and how I stand with the refill."""
        in_play, available_chips = in_play_of(request.user), balance_of(request.user)
        in_play_chips = sum(each.chips for each in in_play)
        facts = refill_facts(request.user)
        is_available = not all_refusals(REFILL_CHECKS, facts)
        wallet = {
            "available_chips": available_chips,
            "in_play_chips": in_play_chips,
            "total_chips": available_chips + in_play_chips,
            "in_play": in_play,
            "refill": {"is_available": is_available, "facts": facts},
        }
        return Response(WalletBody(wallet).data)


class Refill(Resource):
    """The free refill."""

    changes: ClassVar = Scope.WALLET

    @extend_schema(request=Nothing, responses={201: TransferBody}, tags=["chips"])
    @once_by_key
    def post(self, request: UserRequest) -> Response:
        """Have my wallet brought up again, if I have next to nothing and the pause is over."""
        self.read(Nothing)
        refill(user=request.user)
        (line,) = statement(request.user, lines_per_page=1).lines
        return Response(TransferBody(line).data, status=201)


class Transfers(Resource):
    """The statement of my wallet."""

    reads: ClassVar = Scope.WALLET
    asks: ClassVar = TransfersAsked

    @extend_schema(responses=TransfersBody, parameters=[TransfersAsked], tags=["chips"])
    def get(self, request: UserRequest) -> Response:
        """Movements of my wallet, the newest first, each with the balance after it."""
        asked = self.asked
        limit, kind = asked.pop("limit"), asked.pop("kind", None)
        wanted = StatementFilter(kind=TransferKind(kind) if kind else None, **asked)
        page = statement(request.user, lines_per_page=limit, asked=wanted)
        has_more = page.pages > page.number
        following = next_page(request, before=page.lines[-1].number) if has_more else None
        body = {"results": page.lines, "next": following}
        return Response(TransfersBody(body).data)


class Transfer(Resource):
    """One movement of my wallet."""

    reads: ClassVar = Scope.WALLET

    @extend_schema(responses=ExplainedBody, tags=["chips"])
    def get(self, request: UserRequest, number: int) -> Response:
        """A movement by its number, explained step by step."""
        line = statement_line(request.user, number)
        return Response(
            ExplainedBody({"transfer": line, "steps": steps_of(request.user, line)}).data
        )
