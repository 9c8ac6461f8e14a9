"""REST: reporting a line or a player, and what came of one's reports."""

from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.response import Response

from accounts.access import UserRequest, once_by_key
from accounts.scopes import Scope
from moderation.cases import CaseKind, CaseOutcome, ReportReason
from moderation.selectors import report_of, reports_of
from moderation.services import report_open
from moderation.services.reports import LONGEST_NOTE
from wire.rest import Resource, StrictSerializer, Text


class ReportBody(serializers.Serializer[Any]):
    """A report as its reporter sees it."""

    id = serializers.CharField(source="report_id")
    kind = serializers.ChoiceField(choices=CaseKind.values)
    name = serializers.CharField(help_text="Who was reported.")
    line = serializers.CharField(help_text="What was said; empty for a player.")
    reason = serializers.ChoiceField(choices=ReportReason.values)
    note = serializers.CharField()
    reported_at = serializers.DateTimeField()
    outcome = serializers.ChoiceField(
        choices=CaseOutcome.values, help_text="Empty while staff have not decided."
    )
    answer = serializers.CharField(help_text="What staff add to the outcome.")
    answered_at = serializers.DateTimeField(allow_null=True)


class ReportAsked(StrictSerializer):
    """What is reported, and why."""

    subject = Text(max_length=100, help_text="`line:<id>` of a line of chat, or `user:<name>`.")
    reason = serializers.ChoiceField(choices=ReportReason.values)
    note = Text(max_length=LONGEST_NOTE, default="", allow_blank=True)


class Reports(Resource):
    """My reports."""

    changes: ClassVar = Scope.PEOPLE

    @extend_schema(responses=ReportBody(many=True), tags=["people"])
    def get(self, request: UserRequest) -> Response:
        """My last hundred reports, the newest first."""
        return Response(ReportBody(reports_of(request.user), many=True).data)

    @extend_schema(request=ReportAsked, responses={201: ReportBody}, tags=["people"])
    @once_by_key
    def post(self, request: UserRequest) -> Response:
        """Report a line or a player to the staff. Whoever is reported never learns by whom."""
        report = report_open(reporter=request.user, **self.read(ReportAsked))
        own = report_of(request.user, report.case.public_id)
        return Response(ReportBody(own).data, status=201)
