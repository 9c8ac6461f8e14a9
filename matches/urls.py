"""Pages of matches."""

from django.urls import path

from matches.views import board, players

app_name = "matches"

urlpatterns = [
    path("match/<slug:match_id>/", board.board, name="board"),
    path("match/<slug:match_id>/rating/", players.rating, name="rating"),
    path("players/<slug:name>/", players.player, name="player"),
    path("leaderboard/", players.leaderboard, name="leaderboard"),
    path("leaderboard/<slug:ladder>/", players.leaderboard, name="leaderboard"),
    path("ratings/", players.ratings, name="ratings"),
]
