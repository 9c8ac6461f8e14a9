"""Pages of events."""

from django.urls import path

from tournaments import views

app_name = "tournaments"

urlpatterns = [
    path("event/<str:event_id>/", views.detail, name="detail"),
    path("event/<str:event_id>/join/", views.join, name="join"),
    path("event/<str:event_id>/leave/", views.leave, name="leave"),
    path("event/<str:event_id>/parts/<str:part>/", views.part, name="part"),
]
