"""A public house behind TLS. Everything comes from the environment; secrets have no default."""

from config import environment as env
from config.logs import logging_config
from config.settings.base import *  # noqa: F403

SECRET_KEY = env.required("SECRET_KEY")
DICE_KEY = env.required("DICE_KEY")

# `base` has read these; a public house must not fall back to the embedded ones.
for name in ("ALLOWED_HOSTS", "DATABASE_URL", "REDIS_URL"):
    env.required(name)

# The proxy in front ends TLS; it must set this header itself and drop a client's own.
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
LANGUAGE_COOKIE_SECURE = True

EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
EMAIL_HOST = env.text("EMAIL_HOST", "localhost")
EMAIL_PORT = env.number("EMAIL_PORT", 25)
EMAIL_HOST_USER = env.text("EMAIL_HOST_USER")
EMAIL_HOST_PASSWORD = env.text("EMAIL_HOST_PASSWORD")
EMAIL_USE_TLS = env.flag("EMAIL_USE_TLS")
EMAIL_USE_SSL = env.flag("EMAIL_USE_SSL")
# A mail server that does not answer must not hold a page up for long.
EMAIL_TIMEOUT = 10

STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.staticfiles.HouseStaticFilesStorage"},
}

LOGGING = logging_config(level=env.text("LOG_LEVEL", "INFO"), as_json=True)
