"""How the REST interface of the house is set up, and how it describes itself."""

from typing import Any

REST_FRAMEWORK: dict[str, Any] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.access.TokenAuthentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["accounts.access.TokenMay"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.JSONParser"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "config.schema.HouseSchema",
    "EXCEPTION_HANDLER": "wire.rest.error_response",
    # `?format=mat` is ours.
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Backgammon House",
    "VERSION": "1",
    "DESCRIPTION": (
        "Everything a player can do that is not a move in a running match, through the same"
        " services as the pages. Moments are ISO 8601 in UTC, chips and points are whole numbers,"
        " and nothing a request does not understand is ignored."
    ),
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SCHEMA_PATH_PREFIX_TRIM": True,
    "SERVERS": [{"url": "/api/v1"}],
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "COMPONENT_SPLIT_REQUEST": True,
    "SORT_OPERATIONS": False,
    "ENUM_NAME_OVERRIDES": {
        "EventStateEnum": "tournaments.api.bodies.EVENT_STATES",
        "EventKindEnum": "tournaments.api.bodies.EVENT_KINDS",
        "EntryStateEnum": "tournaments.api.bodies.ENTRY_STATES",
        "TicketStateEnum": "tournaments.api.bodies.TICKET_STATES",
        "TicketKindEnum": "tournaments.api.bodies.TICKET_KINDS",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "config.schema.with_errors",
    ],
}
