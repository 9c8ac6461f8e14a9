"""Pages of matches."""

from django.urls import path

from matches import views

app_name = "matches"

urlpatterns = [path("match/<slug:match_id>/", views.board, name="board")]
