"""Routes of accounts. Sign-up, sign-in and passwords are allauth's, under /accounts/."""

from django.urls import path

from accounts import views

app_name = "accounts"
urlpatterns = [
    path("guest/", views.guest, name="guest"),
    path("claim/", views.claim, name="claim"),
    path("players/<slug:name>/", views.player, name="player"),
    path("players/<slug:name>/block/", views.block, name="block"),
    path("players/<slug:name>/unblock/", views.unblock, name="unblock"),
    path("account/blocked/", views.blocked, name="blocked"),
]
