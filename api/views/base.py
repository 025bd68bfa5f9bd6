"""What all resources share: who asks, which parameters are known, how a body is read."""

from typing import Any, ClassVar, TypeVar
from uuid import UUID

from django.db.models import Model, QuerySet
from django.urls import resolve
from django.utils.cache import patch_vary_headers
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import Serializer
from rest_framework.views import APIView

from api.authentication import SessionAuthentication, TokenAuthentication
from api.parameters import Parameters, parameters_of
from api.parsers import StrictJSONParser
from api.permissions import SignedInToWrite
from api.problems import Problem, not_found
from api.renderers import OneJSONRenderer
from api.throttling import turnstile
from scorepad.selectors.access import Viewer

Row = TypeVar("Row", bound=Model)


class Resource(APIView):
    authentication_classes = [TokenAuthentication, SessionAuthentication]
    permission_classes = [SignedInToWrite]
    parser_classes = [StrictJSONParser]
    renderer_classes = [OneJSONRenderer]
    parameters_by_method: ClassVar[dict[str, type[Parameters]]] = {}

    parameters: dict[str, Any]

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        if None in kwargs.values():  # what stands for an id in the address is none
            raise not_found()
        if request.method in self.allowed_methods:
            method = "GET" if request.method == "HEAD" else request.method or ""
            self.parameters = parameters_of(request, self.parameters_by_method.get(method, Parameters))

    def perform_authentication(self, request: Request) -> None:
        """Who asks is known, or known not to be who he says: then it is counted, before anything is looked up."""
        try:
            super().perform_authentication(request)
        except AuthenticationFailed:
            turnstile().take(request._request, Viewer.anonymous())
            raise
        turnstile().take(request._request, self.viewer)

    @property
    def viewer(self) -> Viewer:
        return self.request.auth if isinstance(self.request.auth, Viewer) else Viewer.anonymous()

    def body(self, shape: type[Serializer[Any]]) -> dict[str, Any]:
        return self.shaped(shape, self.read())

    def is_text(self) -> bool:
        """Whether the body comes as a text form, by its media type."""
        return bool(self.request.content_type.split(";")[0].strip().lower() == "text/plain")

    def read(self) -> dict[str, Any]:
        """The body. `request.data` is never used: DRF takes one without a length for an empty one."""
        parser = DefaultContentNegotiation().select_parser(self.request, self.get_parsers())
        if not isinstance(parser, StrictJSONParser):
            sent = self.request.content_type[:80]
            said = f"not {sent!r}" if sent else "and this one does not say what it is"
            raise Problem(415, "unsupported_media_type", f"A body is taken as application/json here, {said}.")
        return parser.parse(self.request._request)

    def shaped(self, shape: type[Serializer[Any]], body: dict[str, Any]) -> dict[str, Any]:
        form = shape(data=body)
        form.is_valid(raise_exception=True)
        values: dict[str, Any] = form.validated_data
        return values

    def one(self, rows: QuerySet[Row], pk: UUID) -> Row:
        found = rows.filter(pk=pk).first()
        if found is None:
            raise not_found()
        return found

    def created(self, body: dict[str, Any], new: bool, location: str) -> Response:
        """201 for what is new, 200 for what was made by the same request before."""
        return Response(body, status=201 if new else 200, headers={"Location": location} if new else {})

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        patch_vary_headers(response, ("Authorization", "Cookie"))
        if response.status_code == 304:
            turnstile().give_back(request._request, self.viewer)
        return super().finalize_response(request, response, *args, **kwargs)


class Nothing(Resource):
    """Every path under the API that leads nowhere, so that it is answered like any other thing that is not there.

    One that lacks only its last slash is told so by its form alone, whatever is or is not there. Nothing is redirected:
    a client would send what it posts as a GET.
    """

    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        with_slash = resolve(f"{request.path_info}/").func
        if not request.path_info.endswith("/") and getattr(with_slash, "cls", None) is not Nothing:
            raise not_found("The paths of this API end with a slash.")
        raise not_found()
