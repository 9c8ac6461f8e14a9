"""Pages of events."""

from django.urls import path

from tournaments import views

app_name = "tournaments"

urlpatterns = [
    path("event/<slug:event_id>/", views.detail, name="detail"),
    path("event/<slug:event_id>/join/", views.join, name="join"),
    path("event/<slug:event_id>/leave/", views.leave, name="leave"),
    path("event/<slug:event_id>/parts/<slug:part>/", views.part, name="part"),
]
