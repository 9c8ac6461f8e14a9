"""Pages of matches."""

from django.urls import path

from matches.views import board

app_name = "matches"

urlpatterns = [path("match/<slug:match_id>/", board.board, name="board")]
