"""Routes of the ledger."""

from django.urls import path

from bankroll import views

app_name = "bankroll"
urlpatterns = [
    path("wallet/", views.wallet, name="wallet"),
    path("wallet/<int:number>/", views.line, name="line"),
    path("wallet/statement.csv", views.export, name="export"),
    path("wallet/refill/", views.refill_ask, name="refill"),
]
