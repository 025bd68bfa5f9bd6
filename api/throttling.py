"""How many requests somebody may send: a token or a signed-in person 20 in a second and 600 in a minute, an address
without either 60 in a minute. A token that is not good counts as none, so that guessing is slow.

Counted in Redis by the library limits, each window in one step there, so that calls at the same moment cannot slip
through together. Recording must not stop because a counter is away: while it is, everything is let through.
"""

import ipaddress
import logging
import math
import time
from functools import cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from limits import RateLimitItem, RateLimitItemPerMinute, RateLimitItemPerSecond
from limits.errors import StorageError
from limits.storage import RedisStorage
from limits.strategies import MovingWindowRateLimiter

from api.problems import Problem
from scorepad.selectors.access import Viewer

BURST, SUSTAINED = RateLimitItemPerSecond(20), RateLimitItemPerMinute(600)
PER_ADDRESS = RateLimitItemPerMinute(60)

PATIENCE_SECONDS = 0.5
LEFT_ALONE_SECONDS = 5.0  # so long a counter that was away is not asked again: each request would wait for it

logger = logging.getLogger(__name__)


class Turnstile:
    """Counts whoever goes through, and takes back what was counted of an answer that cost nothing."""

    def __init__(self, redis_url: str) -> None:
        patience: dict[str, Any] = {"socket_timeout": PATIENCE_SECONDS, "socket_connect_timeout": PATIENCE_SECONDS}
        self.storage = RedisStorage(redis_url, key_prefix="scorepad:limits", wrap_exceptions=True, **patience)
        self.windows = MovingWindowRateLimiter(self.storage)
        self.away, self.away_until = False, 0.0

    def take(self, request: HttpRequest, viewer: Viewer) -> None:
        """Count this request, or refuse it and say when to come again."""
        who = _who(request, viewer)
        if not self._answers():
            return
        try:
            full = next((window for window in _windows(viewer) if not self.windows.hit(window, who)), None)
            wait = 0 if full is None else self.windows.get_window_stats(full, who).reset_time - time.time()
        except StorageError as error:
            self._left_alone(error)
            return
        self.away = False
        if full is not None:
            said = f"More than {full.amount} requests in a {full.GRANULARITY.name}; wait before the next."
            raise Problem(429, "too_many_requests", said, headers={"Retry-After": str(max(1, math.ceil(wait)))})

    def give_back(self, request: HttpRequest, viewer: Viewer) -> None:
        """An answer of 304 is not counted: a whole club sits behind one address and looks at the same match."""
        if not self._answers():
            return
        try:
            for window in _windows(viewer):
                key = self.storage.prefixed_key(window.key_for(_who(request, viewer)))
                self.storage.storage.lpop(key)
        except self.storage.base_exceptions as error:
            self._left_alone(error)

    def _answers(self) -> bool:
        return bool(settings.THROTTLE) and time.monotonic() >= self.away_until

    def _left_alone(self, error: Exception) -> None:
        if not self.away:
            logger.warning("requests are not counted while Redis is away: %s", error)
        self.away, self.away_until = True, time.monotonic() + LEFT_ALONE_SECONDS


@cache
def turnstile() -> Turnstile:
    return Turnstile(settings.REDIS_URL)


def _windows(viewer: Viewer) -> tuple[RateLimitItem, ...]:
    return (PER_ADDRESS,) if viewer.user is None else (BURST, SUSTAINED)


def _who(request: HttpRequest, viewer: Viewer) -> str:
    if viewer.user is None:
        return f"address:{address_of(request)}"
    return f"user:{viewer.user.pk}" if viewer.token_id is None else f"token:{viewer.token_id}"


def address_of(request: HttpRequest) -> str:
    """Where it comes from: what our own proxies say, never what the client says of itself. Of an IPv6 address the
    network, since whoever has one has all of its addresses.
    """
    hops = request.META.get("HTTP_X_FORWARDED_FOR", "").split(",")
    trusted: int = settings.TRUSTED_PROXIES
    found = hops[-trusted] if 0 < trusted <= len(hops) else request.META.get("REMOTE_ADDR", "")
    try:
        address = ipaddress.ip_address(found.strip())
    except ValueError:
        return "unknown"
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, 64), strict=False))
