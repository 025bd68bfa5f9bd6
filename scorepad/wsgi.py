"""The web, as gunicorn runs it."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorepad.settings")
os.environ.setdefault("SCOREPAD_PROCESS", "web")

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
