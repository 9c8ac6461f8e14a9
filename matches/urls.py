"""Pages of matches."""

from django.urls import path

from matches.board import board

app_name = "matches"

urlpatterns = [path("match/<slug:match_id>/", board, name="board")]
