"""Settings that every environment shares.

Anything a deployment may want to change is read from the environment; `.env.example`
lists the names. Secrets are never given a value here.
"""

from csp.constants import NONE, SELF

from config import environment as env
from config.logs import logging_config
from config.settings import services
from config.settings.rest import REST_FRAMEWORK, SPECTACULAR_SETTINGS  # noqa: F401

BASE_DIR = env.ROOT
VAR_DIR = env.var_dir()

DEBUG = False
ALLOWED_HOSTS = env.names("ALLOWED_HOSTS")
CSRF_TRUSTED_ORIGINS = env.names("CSRF_TRUSTED_ORIGINS")

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.usersessions",
    "channels",
    "csp",
    "django_htmx",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "accounts",
    "bankroll",
    "moderation",
    "chat",
    "matches",
    "tournaments",
    "lobby",
    "config",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.reading.ReaderKnown",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.turned_away.BarredTurnedAway",
    "accounts.seen.SessionsSeen",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
WSGI_APPLICATION = "config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "moderation.context.standing",
                "accounts.reading.preferences",
                "accounts.context.unread",
            ],
        },
    },
]


# Database: PostgreSQL by DATABASE_URL, else one SQLite file.

DATABASES = {
    "default": services.database(
        env.text("DATABASE_URL", f"sqlite:///{VAR_DIR / 'house.sqlite3'}"),
        pool_size=env.number("DATABASE_POOL_SIZE", 10),
    )
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"


# Redis or Valkey by REDIS_URL, else the embedded one of `manage.py serve`.

EMBEDDED_VALKEY = not env.text("REDIS_URL")
REDIS_URL = env.text("REDIS_URL", f"unix://{env.socket_path(VAR_DIR)}")
CACHES = {"default": services.cache(REDIS_URL)}

CELERY_BROKER_URL = services.broker(REDIS_URL)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_DEFAULT_QUEUE = "house"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = False
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"


# People.

AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
LOGOUT_REDIRECT_URL = "/"

ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.SignInForm",
    "signup": "accounts.forms.SignUpForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
    "add_email": "accounts.forms.EmailForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "reset_password": "accounts.forms.ForgottenPasswordForm",
    "reset_password_from_key": "accounts.forms.NewPasswordForm",
}
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
# One address an account: a new one takes its place once its owner has confirmed it.
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_MAX_EMAIL_ADDRESSES = 2
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = ("password", "mfa")
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
# Beside allauth's own limits. A club behind one address has many guests of an evening.
ACCOUNT_RATE_LIMITS = {
    "guest": "30/m/ip,500/d/ip",
    "match_file": "60/m/ip",
    "draw_file": "60/m/ip",
}

MFA_ADAPTER = "accounts.adapter.SecondFactorAdapter"
MFA_FORMS = {
    "authenticate": "accounts.forms.CodeForm",
    "reauthenticate": "accounts.forms.CodeAgainForm",
    "activate_totp": "accounts.forms.ActivateForm",
}
# A code may be one step late or early: clocks of phones differ.
MFA_TOTP_TOLERANCE = 1
USERSESSIONS_ADAPTER = "accounts.adapter.SessionsAdapter"

EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
DEFAULT_FROM_EMAIL = env.text("DEFAULT_FROM_EMAIL", "house@localhost")


# What a browser may load and who may frame us. No inline script, no inline style.

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "object-src": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_SAMESITE = "Lax"


# Languages, each by its own name: whoever looks for his finds it whatever he reads.

LANGUAGE_CODE = "en"
LANGUAGES = [
    ("en", "English"),
    ("et", "Eesti"),
    ("lv", "Latviešu"),
    ("fi", "Suomi"),
    ("nb", "Norsk bokmål"),
]
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = ["config.formats"]
USE_I18N = True
USE_TZ = True
USE_THOUSAND_SEPARATOR = True
TIME_ZONE = "UTC"


# Static files, served by WhiteNoise in every environment.

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = env.text("STATIC_ROOT", str(BASE_DIR / "staticfiles"))

LOGGING = logging_config(level=env.text("LOG_LEVEL", "INFO"), as_json=False)


# How the house behaves. Names end in their unit: _S seconds, _MS milliseconds.

HOUSE_BOT_WAIT_S = env.number("HOUSE_BOT_WAIT_S", 10)
HOUSE_BOT_PACE_MS = env.number("HOUSE_BOT_PACE_MS", 1200)
HOUSE_SEAT_GRACE_S = env.number("HOUSE_SEAT_GRACE_S", 30)
HOUSE_WELCOME_CHIPS = env.number("HOUSE_WELCOME_CHIPS", 1000)
HOUSE_GUEST_CHIPS = env.number("HOUSE_GUEST_CHIPS", 200)
HOUSE_REFILL_BELOW_CHIPS = env.number("HOUSE_REFILL_BELOW_CHIPS", 50)
HOUSE_REFILL_CHIPS = env.number("HOUSE_REFILL_CHIPS", 200)
HOUSE_REFILL_PAUSE_S = env.number("HOUSE_REFILL_PAUSE_S", 4 * 3600)
# From when on chips that go one way between two players make a line in the queue of staff.
HOUSE_ONE_WAY_DAYS = env.number("HOUSE_ONE_WAY_DAYS", 30)
HOUSE_ONE_WAY_GAMES = env.number("HOUSE_ONE_WAY_GAMES", 8)
HOUSE_ONE_WAY_CHIPS = env.number("HOUSE_ONE_WAY_CHIPS", 500)
HOUSE_ONE_WAY_PERCENT = env.number("HOUSE_ONE_WAY_PERCENT", 90)
# How long it is remembered which accounts were used in one browser.
HOUSE_DEVICE_KEEP_DAYS = env.number("HOUSE_DEVICE_KEEP_DAYS", 90)
HOUSE_LEADERBOARD_EXPERIENCE = env.number("HOUSE_LEADERBOARD_EXPERIENCE", 25)
HOUSE_BOT_BUY_IN_CHIPS = env.number("HOUSE_BOT_BUY_IN_CHIPS", 200)
HOUSE_NEXT_GAME_S = env.number("HOUSE_NEXT_GAME_S", 15)
HOUSE_CHAT_KEEP_DAYS = env.number("HOUSE_CHAT_KEEP_DAYS", 365)
HOUSE_REFUSED_KEEP_DAYS = env.number("HOUSE_REFUSED_KEEP_DAYS", 90)
HOUSE_REST_REQUESTS_A_MINUTE = env.number("HOUSE_REST_REQUESTS_A_MINUTE", 120)
