"""A public house behind TLS. Everything comes from the environment; secrets have no default."""

from config import environment as env
from config.logs import logging_config
from config.settings.base import *  # noqa: F403

SECRET_KEY = env.required("SECRET_KEY")
DICE_KEY = env.required("DICE_KEY")
ALLOWED_HOSTS = env.required("ALLOWED_HOSTS").split(",")
env.required("DATABASE_URL")
env.required("REDIS_URL")

# The proxy in front ends TLS; it must set this header itself and drop a client's own.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.staticfiles.HouseStaticFilesStorage"},
}

LOGGING = logging_config(level=env.text("LOG_LEVEL", "INFO"), as_json=True)
