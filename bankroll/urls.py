"""Routes of the ledger."""

from django.urls import path

from bankroll import views

app_name = "bankroll"
urlpatterns = [
    path("wallet/", views.wallet, name="wallet"),
]
