"""Pages of matches."""

from django.urls import path

from matches.views import board, demo, players, replay, watch

app_name = "matches"

urlpatterns = [
    path("board/", demo.demo, name="demo"),
    path("match/<slug:match_id>/", board.board, name="board"),
    path("match/<slug:match_id>/rating/", players.rating, name="rating"),
    path("match/<slug:match_id>/watch/", watch.watch, name="watch"),
    path("match/<slug:match_id>/replay/", replay.replay, name="replay"),
    path("match/<slug:match_id>/match.json", replay.match_json, name="json"),
    path("match/<slug:match_id>/match.mat", replay.match_mat, name="mat"),
    path("players/<slug:name>/", players.player, name="player"),
    path("leaderboard/", players.leaderboard, name="leaderboard"),
    path("leaderboard/<slug:ladder>/", players.leaderboard, name="leaderboard"),
    path("ratings/", players.ratings, name="ratings"),
]
