"""The addresses of the REST interface, under `/api/v1/`."""

from django.urls import path
from drf_spectacular.views import SpectacularJSONAPIView

from accounts import api as accounts
from bankroll import api as bankroll
from chat import api as chat
from config import schema
from lobby import api as lobby
from matches import api as matches
from moderation import api as moderation
from tournaments import api as tournaments
from wire.rest import Nowhere

app_name = "api"


urlpatterns = [
    path("", schema.page, name="index"),
    path("schema/", SpectacularJSONAPIView.as_view(), name="schema"),
    # People.
    path("me/", accounts.Me.as_view(), name="me"),
    path("me/tokens/", accounts.Tokens.as_view(), name="tokens"),
    path("me/tokens/<slug:prefix>/", accounts.Token.as_view(), name="token"),
    path("me/notices/", accounts.Notices.as_view(), name="notices"),
    path("me/blocks/", accounts.Blocks.as_view(), name="blocks"),
    path("me/blocks/<slug:name>/", accounts.OneBlock.as_view(), name="block"),
    path("reports/", moderation.Reports.as_view(), name="reports"),
    path("players/<slug:name>/", accounts.Player.as_view(), name="player"),
    path("players/<slug:name>/ratings/", accounts.Ratings.as_view(), name="ratings"),
    path(
        "players/<slug:name>/ratings/<slug:ladder>/",
        accounts.RatingHistory.as_view(),
        name="rating_history",
    ),
    path("players/<slug:name>/matches/", matches.MatchesOf.as_view(), name="matches_of"),
    path("leaderboard/<slug:ladder>/", accounts.Leaderboard.as_view(), name="leaderboard"),
    # Chips.
    path("wallet/", bankroll.Wallet.as_view(), name="wallet"),
    path("wallet/refill/", bankroll.Refill.as_view(), name="refill"),
    path("wallet/transfers/", bankroll.Transfers.as_view(), name="transfers"),
    path("wallet/transfers/<int:number>/", bankroll.Transfer.as_view(), name="transfer"),
    # The lobby.
    path("games/", lobby.Games.as_view(), name="games"),
    path("rules/", lobby.Presets.as_view(), name="rules"),
    path("lobby/", lobby.Lobby.as_view(), name="lobby"),
    path("seek/", lobby.MySeek.as_view(), name="seek"),
    path("challenges/", lobby.Challenges.as_view(), name="challenges"),
    path("challenges/<slug:table_id>/", lobby.OneChallenge.as_view(), name="challenge"),
    path("tables/", lobby.Tables.as_view(), name="tables"),
    path("tables/<slug:table_id>/", lobby.OneTable.as_view(), name="table"),
    path("tables/<slug:table_id>/seat/", lobby.Seat.as_view(), name="table_seat"),
    path("tables/<slug:table_id>/top-up/", lobby.TopUp.as_view(), name="table_top_up"),
    path("tables/<slug:table_id>/rematch/", lobby.Rematch.as_view(), name="table_rematch"),
    # Events.
    path("sit-and-gos/", tournaments.SitAndGos.as_view(), name="sit_and_gos"),
    path("sit-and-gos/<slug:event_id>/seat/", tournaments.Seat.as_view(), name="event_seat"),
    path("series/", tournaments.UpcomingSeries.as_view(), name="series"),
    path("tournaments/", tournaments.Events.as_view(), name="tournaments"),
    path("tournaments/<slug:event_id>/", tournaments.Event.as_view(), name="tournament"),
    path("tournaments/<slug:event_id>/rules/", tournaments.Rules.as_view(), name="event_rules"),
    path("tournaments/<slug:event_id>/entries/", tournaments.Entries.as_view(), name="entries"),
    path("tournaments/<slug:event_id>/check-in/", tournaments.CheckIn.as_view(), name="check_in"),
    path(
        "tournaments/<slug:event_id>/late-entry/",
        tournaments.LateEntry.as_view(),
        name="late_entry",
    ),
    path("tournaments/<slug:event_id>/buy-back/", tournaments.BuyBack.as_view(), name="buy_back"),
    path("tournaments/<slug:event_id>/walk-out/", tournaments.WalkOut.as_view(), name="walk_out"),
    path("tournaments/<slug:event_id>/rounds/", tournaments.Rounds.as_view(), name="rounds"),
    path(
        "tournaments/<slug:event_id>/standings/", tournaments.Standings.as_view(), name="standings"
    ),
    path("tournaments/<slug:event_id>/draw/", tournaments.Draw.as_view(), name="draw"),
    path("tournaments/<slug:event_id>/results/", tournaments.Results.as_view(), name="results"),
    path("tickets/", tournaments.Tickets.as_view(), name="tickets"),
    path("organised/", tournaments.Organised.as_view(), name="organised"),
    path("organised/<slug:event_id>/", tournaments.OneOrganised.as_view(), name="organised_event"),
    path(
        "organised/<slug:event_id>/results/",
        tournaments.OrganisedResults.as_view(),
        name="organised_results",
    ),
    # Matches.
    path("matches/", matches.Matches.as_view(), name="matches"),
    path("matches/<slug:match_id>/", matches.OneMatch.as_view(), name="match"),
    path("matches/<slug:match_id>/events/", matches.Events.as_view(), name="match_events"),
    path("matches/<slug:match_id>/record/", matches.Record.as_view(), name="match_record"),
    # Chat.
    path("rooms/<str:room>/lines/", chat.RoomLines.as_view(), name="room_lines"),
    path("<path:nowhere>", Nowhere.as_view(), name="nowhere"),
]
