"""Reading is open as far as access goes; whoever writes must say who they are, whatever it is they ask for."""

from rest_framework.permissions import SAFE_METHODS, BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView


class SignedInToWrite(BasePermission):
    def has_permission(self, request: Request, view: APIView) -> bool:
        # A method that is not offered is 405 for everybody, not a reason to ask for a token.
        asked = request.method or ""
        return asked in SAFE_METHODS or asked not in view.allowed_methods or request.auth is not None


class SignedIn(BasePermission):
    """What is somebody's own is read by nobody else: to read it, too, one must say who one is."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        return request.method == "OPTIONS" or request.method not in view.allowed_methods or request.auth is not None
