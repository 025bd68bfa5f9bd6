"""The web, for a server that speaks ASGI."""

import os

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "scorepad.settings")
os.environ.setdefault("SCOREPAD_PROCESS", "web")

from django.core.asgi import get_asgi_application

application = get_asgi_application()
