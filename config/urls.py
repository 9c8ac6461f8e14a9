"""Collects the pages of the apps. The lobby is the front door."""

from django.contrib import admin
from django.urls import include, path

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.account.urls")),
    path("", include("accounts.urls")),
    path("", include("bankroll.urls")),
    path("", include("matches.urls")),
    path("", include("tournaments.urls")),
    path("", include("lobby.urls")),
]
