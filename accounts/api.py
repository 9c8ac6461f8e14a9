"""REST: who I am, who others are, my tokens, whom I block, how strong everybody is."""

from collections.abc import Sequence
from typing import Any, ClassVar

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from accounts.access import UserRequest, once_by_key
from accounts.ladders import Ladder
from accounts.models import ApiToken, User
from accounts.scopes import Scope
from accounts.selectors import (
    blocks_of,
    leaderboard,
    notices_of,
    rating_history,
    ratings_of,
    user_by_name,
)
from accounts.selectors.tokens import tokens_of
from accounts.services import notices_read, player_block, player_unblock
from accounts.services.tokens import token_revoke
from wire.errors import Forbidden, NotFound
from wire.presence import users_online
from wire.rest import Resource, StrictSerializer, Text
from wire.time import now


def _(text: str) -> str:
    """Mark an English template for the catalogue; `wire.texts` translates it."""
    return text


# --- what is answered ---------------------------------------------------------------------


class PlayerBody(serializers.Serializer[Any]):
    """A player as everybody may know him."""

    name = serializers.CharField(source="username")
    is_guest = serializers.BooleanField()
    is_bot = serializers.BooleanField()
    is_staff = serializers.BooleanField()
    joined_at = serializers.DateTimeField(source="created_at")
    is_online = serializers.SerializerMethodField()

    def get_is_online(self, user: User) -> bool:
        """Whether he is here: bots always are."""
        return user.is_bot or user.pk in self.context["online"]


class MeBody(PlayerBody):
    """A player as he knows himself."""

    email = serializers.CharField(help_text="Empty without one.")
    scopes = serializers.SerializerMethodField()

    def get_scopes(self, user: User) -> list[str]:
        """What this request may do: a session may do everything."""
        token = self.context["token"]
        return token.scopes.split() if isinstance(token, ApiToken) else list(Scope.values)


class RatingBody(serializers.Serializer[Any]):
    """How strong a player is on a ladder."""

    ladder = serializers.ChoiceField(choices=Ladder.values)
    rating = serializers.FloatField()
    experience = serializers.IntegerField()


class RatingChangeBody(serializers.Serializer[Any]):
    """What a match did to a rating."""

    match = serializers.CharField(source="match_id")
    kind = serializers.CharField()
    opponent = serializers.CharField(source="opponent.username")
    length_points = serializers.IntegerField()
    is_win = serializers.BooleanField()
    rating_before = serializers.FloatField()
    change = serializers.FloatField()
    rating_after = serializers.FloatField()
    at = serializers.DateTimeField(source="created_at")


class LeaderBody(serializers.Serializer[Any]):
    """One line of a leaderboard."""

    rank = serializers.IntegerField()
    name = serializers.CharField(source="user.username")
    rating = serializers.FloatField(source="standing.rating")
    experience = serializers.IntegerField(source="standing.experience")


class LeaderboardBody(serializers.Serializer[Any]):
    """Some places of a ladder, the best first."""

    page = serializers.IntegerField(source="number")
    pages = serializers.IntegerField()
    players = serializers.IntegerField()
    places = LeaderBody(many=True)


class TokenBody(serializers.Serializer[Any]):
    """A token, but for its text."""

    name = serializers.CharField()
    prefix = serializers.CharField()
    scopes = serializers.SerializerMethodField()
    created_at = serializers.DateTimeField()
    used_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField()

    def get_scopes(self, token: ApiToken) -> list[str]:
        """What it may do."""
        return token.scopes.split()


class NoticeBody(serializers.Serializer[Any]):
    """Something I was told."""

    kind = serializers.CharField()
    text = serializers.CharField(help_text="A sentence, in the language of `Accept-Language`.")
    url = serializers.CharField(help_text="The page it leads to.")
    told_at = serializers.DateTimeField()
    is_read = serializers.BooleanField()


# --- what is asked ------------------------------------------------------------------------


class NameAsked(StrictSerializer):
    """Somebody's name."""

    name = Text(max_length=20)


class UntilAsked(StrictSerializer):
    """How far I have read."""

    until = serializers.DateTimeField(help_text="`told_at` of the newest notice I have read.")


class LeaderboardAsked(StrictSerializer):
    """Which page."""

    page = serializers.IntegerField(
        default=1, min_value=1, max_value=10**6, help_text="1 is the best fifty."
    )


# --- resources ----------------------------------------------------------------------------


class Me(Resource):
    """Who asks."""

    @extend_schema(responses=MeBody, tags=["people"])
    def get(self, request: UserRequest) -> Response:
        """Who I am, and what this request may do."""
        online = users_online([request.user.pk])
        context = {"online": online, "token": request.auth}
        return Response(MeBody(request.user, context=context).data)


class Tokens(Resource):
    """My tokens. They are made on the account's page, by a person."""

    @extend_schema(responses=TokenBody(many=True), tags=["people"])
    def get(self, request: UserRequest) -> Response:
        """My tokens, the newest first."""
        return Response(TokenBody(tokens_of(request.user), many=True).data)


class Token(Resource):
    """One of my tokens."""

    changes: ClassVar = ""

    @extend_schema(request=None, responses={204: None}, tags=["people"])
    @once_by_key
    def delete(self, request: UserRequest, prefix: str) -> Response:
        """Take it back. A token can take back itself, whatever it was made for, and no other."""
        if isinstance(request.auth, ApiToken) and request.auth.prefix != prefix:
            raise Forbidden("token.other", _("A token can take back nothing but itself."))
        token_revoke(user=request.user, prefix=prefix)
        return Response(status=204)


class Notices(Resource):
    """What I was told."""

    changes: ClassVar = Scope.PEOPLE

    @extend_schema(responses=NoticeBody(many=True), tags=["people"])
    def get(self, request: UserRequest) -> Response:
        """The last hundred notices of a month, the newest first."""
        return Response(NoticeBody(notices_of(request.user), many=True).data)

    @extend_schema(request=UntilAsked, responses=NoticeBody(many=True), tags=["people"])
    @once_by_key
    def post(self, request: UserRequest) -> Response:
        """I have read all of them that were told until then."""
        until = min(self.read(UntilAsked)["until"], now())
        notices_read(user_pk=request.user.pk, until_ms=int(until.timestamp() * 1000))
        return Response(NoticeBody(notices_of(request.user), many=True).data)


class Blocks(Resource):
    """Whom I block."""

    changes: ClassVar = Scope.PEOPLE

    @extend_schema(responses=PlayerBody(many=True), tags=["people"])
    def get(self, request: UserRequest) -> Response:
        """The players I block."""
        return Response(_players([block.blocked for block in blocks_of(request.user)]))

    @extend_schema(request=NameAsked, responses={201: PlayerBody}, tags=["people"])
    @once_by_key
    def post(self, request: UserRequest) -> Response:
        """Block a player: he can neither challenge me nor talk to me at a table."""
        other = user_by_name(self.read(NameAsked)["name"])
        player_block(user=request.user, blocked=other)
        return Response(_players([other])[0], status=201)


class OneBlock(Resource):
    """One player I block."""

    changes: ClassVar = Scope.PEOPLE

    @extend_schema(request=None, responses={204: None}, tags=["people"])
    @once_by_key
    def delete(self, request: UserRequest, name: str) -> Response:
        """Block him no more."""
        player_unblock(user=request.user, blocked=user_by_name(name))
        return Response(status=204)


class Player(Resource):
    """A player."""

    is_open: ClassVar = True

    @extend_schema(responses=PlayerBody, tags=["people"])
    def get(self, request: Request, name: str) -> Response:
        """What everybody may know about him."""
        return Response(_players([user_by_name(name)])[0])


class Ratings(Resource):
    """A player's ratings."""

    is_open: ClassVar = True

    @extend_schema(responses=RatingBody(many=True), tags=["people"])
    def get(self, request: Request, name: str) -> Response:
        """His rating on each ladder he has played on."""
        standings = ratings_of(user_by_name(name))
        values = [
            {"ladder": ladder, "rating": found.rating, "experience": found.experience}
            for ladder, found in standings.items()
        ]
        return Response(RatingBody(values, many=True).data)


class RatingHistory(Resource):
    """How a player's rating came to be."""

    is_open: ClassVar = True

    @extend_schema(responses=RatingChangeBody(many=True), tags=["people"])
    def get(self, request: Request, name: str, ladder: str) -> Response:
        """The receipts of his latest 200 rated matches on a ladder, the oldest first."""
        changes = rating_history(user_by_name(name), _ladder(ladder))
        return Response(RatingChangeBody(changes, many=True).data)


class Leaderboard(Resource):
    """The best of a ladder."""

    is_open: ClassVar = True
    asks: ClassVar = LeaderboardAsked

    @extend_schema(responses=LeaderboardBody, parameters=[LeaderboardAsked], tags=["people"])
    def get(self, request: Request, ladder: str) -> Response:
        """Fifty places of a ladder. A page that is too high is the last."""
        page = leaderboard(_ladder(ladder), page=self.asked["page"])
        return Response(LeaderboardBody(page).data)


def _players(users: Sequence[User]) -> list[dict[str, Any]]:
    context = {"online": users_online([user.pk for user in users])}
    return list(PlayerBody(users, many=True, context=context).data)


def _ladder(key: str) -> Ladder:
    """The ladder of this key. Raises NotFound `ladder.not_found`."""
    if key not in Ladder.values:
        raise NotFound("ladder.not_found", _("There is no such ladder."))
    return Ladder(key)
