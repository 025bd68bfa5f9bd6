"""Settings, from the environment. The default is a safe production; `make run` and the tests set what differs.

DATABASE_URL, REDIS_URL     where PostgreSQL (>= 15) and Redis or Valkey are; a Unix socket will do
SECRET_KEY                  required outside DEBUG
TOKEN_PEPPER                keyed into the hash of API tokens, so that a stolen database alone opens nothing
ALLOWED_HOSTS               comma separated
SCOREPAD_LOCAL=1            plain HTTP on loopback: cookies without Secure, no redirect to HTTPS
"""

import os
from pathlib import Path
from typing import Any

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
DEBUG = os.environ.get("DEBUG") == "1"
SECRET_KEY = env("SECRET_KEY")
TOKEN_PEPPER = os.environ.get("TOKEN_PEPPER", SECRET_KEY)
ALLOWED_HOSTS = [host for host in env("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]").split(",") if host]

INSTALLED_APPS = [
    "scorepad",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "rest_framework",
    "drf_spectacular",
    "api",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
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

DATABASES = {"default": dj_database_url.parse(env("DATABASE_URL"))}
DATABASES["default"].update(
    {
        "ENGINE": "django.db.backends.postgresql",
        "CONN_MAX_AGE": 600,
        "CONN_HEALTH_CHECKS": True,
        "ATOMIC_REQUESTS": False,
    }
)
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env("REDIS_URL")

AUTH_USER_MODEL = "scorepad.User"

LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English")]
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True

STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "staticfiles"
