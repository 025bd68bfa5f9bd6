"""Settings, from the environment. The default is a safe production; `make run` and the tests set what differs.

DATABASE_URL, REDIS_URL     where PostgreSQL (>= 15) and Redis or Valkey are; a Unix socket will do
SECRET_KEY                  signs sessions
TOKEN_PEPPER                keyed into the hash of API tokens, so that a stolen database alone opens nothing
ALLOWED_HOSTS               comma separated
TRUSTED_PROXIES             how many proxies of yours stand in front; they must set X-Forwarded-For and -Proto
CORS_ORIGINS                comma separated, as https://scores.example: pages of theirs may use the API, by token
SIGNUP=open                 anybody may make an account; otherwise by invitation alone
EMAIL_URL                   smtps://user:password@mail.example (TLS), smtp://… (STARTTLS) or smtp+plain://…; without it
                            nothing is mailed: whoever has forgotten a password gets a link from an owner
MAIL_FROM                   the address that mail comes from
THROTTLE=off                requests are not counted; for tests and measurements
STATIC_ROOT                 where collectstatic puts the static files
SCOREPAD_LOCAL=1            plain HTTP on loopback: cookies without Secure, no redirect to HTTPS
SCOREPAD_DEBUG=1            Django's debug pages; never where others can reach it
SCOREPAD_PROCESS=web        set by wsgi.py and asgi.py themselves: a request may wait for the database only so long
"""

import os
import zlib
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

import dj_database_url
from django.core.exceptions import ImproperlyConfigured

BASE_DIR = Path(__file__).resolve().parent.parent
VERSION = "0.1.0"


def env(name: str, default: str | None = None) -> str:
    value = os.environ.get(name, default)
    if value is None:
        raise ImproperlyConfigured(f"{name} is not set; see scorepad/settings.py for what it is")
    return value


LOCAL = os.environ.get("SCOREPAD_LOCAL") == "1"
DEBUG = os.environ.get("SCOREPAD_DEBUG") == "1"
SECRET_KEY = env("SECRET_KEY")
TOKEN_PEPPER = os.environ.get("TOKEN_PEPPER", SECRET_KEY)
ALLOWED_HOSTS = [host for host in env("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]").split(",") if host]

INSTALLED_APPS = [
    "scorepad",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "django_htmx",
    "corsheaders",
    "rest_framework",
    "drf_spectacular",
    "api",
]

MIDDLEWARE = [
    "api.middleware.ProblemDetailsMiddleware",
    "corsheaders.middleware.CorsMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "scorepad.middleware.content_security_policy",
    "scorepad.middleware.kept_by_no_other",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "scorepad.middleware.PagesInTheReadersLanguage",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "scorepad.middleware.nothing_too_large",
]

ROOT_URLCONF = "scorepad.urls"
WSGI_APPLICATION = "scorepad.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    },
]

# On the web one held row must not keep every thread waiting; a migration or a nightly job may take its time.
PATIENCE = {"lock_timeout": "2s", "statement_timeout": "5s", "idle_in_transaction_session_timeout": "10s"}
ON_THE_WEB = os.environ.get("SCOREPAD_PROCESS") == "web"

DATABASES: dict[str, Any] = {"default": dj_database_url.parse(env("DATABASE_URL"))}
DATABASES["default"].update(
    {
        "ENGINE": "django.db.backends.postgresql",
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            **DATABASES["default"].get("OPTIONS", {}),
            # Statements are prepared only with both: Django's own defaults bind in the client and prepare nothing.
            "server_side_binding": True,
            "prepare_threshold": 2,
            "connect_timeout": 5,
            "application_name": f"scorepad {os.environ.get('SCOREPAD_PROCESS', '')}".strip(),
            **({"options": " ".join(f"-c {name}={value}" for name, value in PATIENCE.items())} if ON_THE_WEB else {}),
        },
    }
)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env("REDIS_URL")
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "scorepad",
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 2},
    }
}

AUTH_USER_MODEL = "scorepad.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
SIGNUP = os.environ.get("SIGNUP") or "invited"
if SIGNUP not in ("open", "invited"):
    raise ImproperlyConfigured(f"SIGNUP is open or invited, not {SIGNUP!r}")
ACCOUNT_ADAPTER = "scorepad.accounts.Accounts"
ACCOUNT_LOGIN_METHODS = {"username"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "password1*", "password2*"]
ACCOUNT_FORMS = {
    "signup": "scorepad.web.accounts.signup.NewAccount",
    "reset_password": "scorepad.web.accounts.mail.Forgotten",
}
ACCOUNT_CHANGE_EMAIL = True  # one address to an account, and the next in its place once it is confirmed
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_METHODS = {"password", "mfa"}
ACCOUNT_RATE_LIMITS = {"signup": "10/m/ip,100/d/ip"}
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
MFA_ADAPTER = "scorepad.accounts.SecondStep"
MFA_SUPPORTED_TYPES = ["totp", "recovery_codes"]
MFA_ALLOW_UNVERIFIED_EMAIL = True  # nobody signs in by an address here
MFA_TOTP_TOLERANCE = 1  # clocks of old phones

MAIL_SCHEMES = {"smtps": (465, "EMAIL_USE_SSL"), "smtp": (587, "EMAIL_USE_TLS"), "smtp+plain": (25, None)}


def mail_server(url: str) -> dict[str, Any]:
    """Django's settings for the server that a URL names."""
    parts = urlsplit(url)
    if parts.scheme not in MAIL_SCHEMES or not parts.hostname:
        raise ImproperlyConfigured("EMAIL_URL is none; see scorepad/settings.py for what it is")
    port, encrypted = MAIL_SCHEMES[parts.scheme]
    return {
        "EMAIL_HOST": parts.hostname,
        "EMAIL_PORT": parts.port or port,
        "EMAIL_HOST_USER": unquote(parts.username or ""),
        "EMAIL_HOST_PASSWORD": unquote(parts.password or ""),
        **({encrypted: True} if encrypted else {}),
    }


EMAIL_URL = os.environ.get("EMAIL_URL")
SENDS_MAIL = bool(EMAIL_URL)
ACCOUNT_EMAIL_VERIFICATION = "optional" if SENDS_MAIL else "none"
DEFAULT_FROM_EMAIL = os.environ.get("MAIL_FROM") or "scorepad@localhost"
EMAIL_TIMEOUT = 10
if EMAIL_URL:
    globals().update(mail_server(EMAIL_URL))
    ACCOUNT_SIGNUP_FIELDS.append("email")

THROTTLE = os.environ.get("THROTTLE") != "off"
# Other sites' pages get in by a token they were given, never by the cookie of whoever looks at them.
CORS_ALLOWED_ORIGINS = [origin for origin in os.environ.get("CORS_ORIGINS", "").split(",") if origin]
CORS_URLS_REGEX = r"^/api/"
CORS_ALLOW_CREDENTIALS = False
CORS_ALLOW_METHODS = ["GET", "OPTIONS", "PATCH", "POST", "PUT", "DELETE"]
CORS_ALLOW_HEADERS = ["accept", "authorization", "content-type", "if-match", "if-none-match"]
CORS_EXPOSE_HEADERS = ["ETag", "Location", "Retry-After", "Scorepad-Epoch", "X-Request-Id"]

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
LOCALE_PATHS = [BASE_DIR / "scorepad" / "locale"]
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True
FORMAT_MODULE_PATH = ["scorepad.formats"]

STATIC_URL = "/static/"
STATIC_ROOT = Path(os.environ.get("STATIC_ROOT", BASE_DIR / "staticfiles"))
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "scorepad.static_files.HashedStaticFiles"},
}

TRUSTED_PROXIES = int(os.environ.get("TRUSTED_PROXIES") or 0)
ALLAUTH_TRUSTED_PROXY_COUNT = TRUSTED_PROXIES
if TRUSTED_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = not LOCAL
SECURE_HSTS_SECONDS = 0 if LOCAL else 31_536_000
SESSION_COOKIE_SECURE = not LOCAL
CSRF_COOKIE_SECURE = not LOCAL
LANGUAGE_COOKIE_SECURE = not LOCAL
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_HTTPONLY = True
# The recorder writes through the API and sends this back as a header; a page it keeps offline can hold no token.
CSRF_COOKIE_HTTPONLY = False
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
CONTENT_SECURITY_POLICY = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data:",
        "object-src 'none'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)
# HSTS for the neighbours on a club's domain (W005), and for good (W021), is not ours to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if LOCAL:
    # A browser's cookies do not tell ports apart: two checkouts side by side would log each other out.
    SESSION_COOKIE_NAME = f"sessionid-{zlib.crc32(str(BASE_DIR).encode()):08x}"
    CSRF_COOKIE_NAME = f"csrftoken-{zlib.crc32(str(BASE_DIR).encode()):08x}"

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "INFO"},
    "loggers": {"django": {"handlers": ["stderr"], "level": "INFO", "propagate": False}},
}

REST_FRAMEWORK = {
    "EXCEPTION_HANDLER": "api.errors.exception_handler",
    "DEFAULT_SCHEMA_CLASS": "api.schema.Schema",
    "UNAUTHENTICATED_TOKEN": None,
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}

SPECTACULAR_SETTINGS = {
    "TITLE": "Scorepad",
    "DESCRIPTION": "Matches of real games on real tables, recorded entry by entry and scored by the rules.",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "api.schema.with_examples",
    ],
    "ENUM_GENERATE_CHOICE_DESCRIPTION": False,
    "ENUM_NAME_OVERRIDES": {
        "MatchStatus": "scorepad.models.Match.Status",
        "Visibility": "scorepad.models.Club.Visibility",
        "RatingSystem": "scorepad.models.Ladder.System",
        "RatingPeriod": "scorepad.models.Ladder.Period",
        "StateEnum": "scorepad.models.Import.State",
        "PreviewState": "scorepad.models.Preview.State",
    },
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "PATH_CONVERTER_OVERRIDES": {"id": {"type": "string", "format": "uuid"}},
}
