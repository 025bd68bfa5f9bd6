"""Django's admin at /admin/, for staff: to look things up, and for the few things that nobody else can do.

Nothing that a journal, a service or a derived row owns is added, changed or deleted here, and no secret is shown, not
as a digest either. What may be written: who may sign in and who is staff, and a second step taken away from somebody
who has lost his phone and his codes.
"""

from typing import Any

from allauth.account.decorators import secure_admin_login
from allauth.mfa.models import Authenticator
from django.contrib import admin
from django.contrib.admin.options import IncorrectLookupParameters
from django.contrib.admin.views.main import ChangeList
from django.db.models import Model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scorepad import models
from scorepad.services.accounts import forget_second_step


def _own_password(request: HttpRequest, extra_context: Any = None) -> HttpResponse:
    """Changed on the page where guesses at the old one are counted; Django's own counts none."""
    return redirect("account_change_password")


# A site of our own: what other apps register with Django's shows secrets and deletes.
site = admin.AdminSite()
site.site_header = site.site_title = "Scorepad"
site.index_title = "Look up"
site.login = secure_admin_login(site.login)  # type: ignore[method-assign]
site.password_change = _own_password  # type: ignore[method-assign, assignment]

# Keys, digests and what a device or a file has brought: none of it helps whoever looks something up.
HIDDEN = {"digest", "prefix", "password", "source", "data", "hypothesis"}
MOST = 50


class Listing(ChangeList):
    def get_filters_params(self, params: Any = None) -> Any:
        """PostgreSQL keeps no NUL, and what is asked for with one is no question."""
        asked = super().get_filters_params(params)
        if any("\0" in value for values in asked.values() for value in values):
            raise IncorrectLookupParameters
        return asked


class Listed(admin.ModelAdmin):  # type: ignore[type-arg]
    def get_changelist(self, request: HttpRequest, **kwargs: Any) -> type[ChangeList]:
        return Listing


class LookedUp(Listed):
    """Read, and nothing else: every column but the hidden ones."""

    actions = None
    list_per_page = MOST
    show_full_result_count = False

    def get_fields(self, request: HttpRequest, obj: Model | None = None) -> list[Any]:
        return [field.name for field in self.model._meta.concrete_fields if field.name not in HIDDEN]

    def get_readonly_fields(self, request: HttpRequest, obj: Model | None = None) -> list[Any]:
        return self.get_fields(request, obj)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return _is_staff(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return _is_staff(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


@admin.register(models.Club, site=site)
class Clubs(LookedUp):
    list_display = ("name", "slug", "visibility", "time_zone", "created_at", "deleted_at")
    search_fields = ("name", "slug")


@admin.register(models.Membership, site=site)
class Memberships(LookedUp):
    list_display = ("club", "user", "role", "created_at")
    list_select_related = ("club", "user")
    search_fields = ("club__slug", "user__username")


@admin.register(models.Player, site=site)
class Players(LookedUp):
    list_display = ("name", "club", "user", "hidden", "merged_into", "anonymised_at")
    list_select_related = ("club", "user", "merged_into")
    search_fields = ("name", "club__slug")


@admin.register(models.Match, site=site)
class Matches(LookedUp):
    list_display = ("id", "club", "game", "played_on", "table", "status", "void", "version", "rules_version")
    list_select_related = ("club",)
    list_filter = ("status", "void")
    search_fields = ("id", "club__slug")


@admin.register(models.Entry, site=site)
class Entries(LookedUp):
    list_display = ("match_id", "version", "kind", "actor", "device", "stored_at")
    list_select_related = ("actor",)
    search_fields = ("match__id", "id")


@admin.register(models.Ladder, site=site)
class Ladders(LookedUp):
    list_display = ("name", "club", "game", "system", "version")
    list_select_related = ("club",)
    search_fields = ("name", "club__slug")


@admin.register(models.Import, site=site)
class Imports(LookedUp):
    list_display = ("id", "club", "actor", "state", "dry_run", "position", "total", "created_at")
    list_select_related = ("club", "actor")
    list_filter = ("state",)


@admin.register(models.ApiToken, site=site)
class Tokens(LookedUp):
    list_display = ("name", "user", "scopes", "club", "created_at", "expires_at", "revoked_at", "last_used_at")
    list_select_related = ("user", "club")
    search_fields = ("name", "user__username")


@admin.register(models.Invitation, site=site)
class Invitations(LookedUp):
    list_display = ("club", "role", "created_by", "created_at", "expires_at", "used_by", "revoked_at")
    list_select_related = ("club", "created_by", "used_by")


@admin.register(models.LedgerCheck, site=site)
class Checks(LookedUp):
    list_display = ("of", "finished_at")


@admin.register(Authenticator, site=site)
class SecondSteps(LookedUp):
    """Taken away by whoever may do everything, with the codes for when the phone is lost, which somebody else may have
    found: the person signs in by the password alone, and sets up another."""

    list_display = ("user", "type", "created_at", "last_used_at")
    list_select_related = ("user",)
    search_fields = ("user__username",)

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return _runs_all(request)

    def delete_model(self, request: HttpRequest, obj: Authenticator) -> None:
        forget_second_step(user=obj.user)


@admin.register(models.User, site=site)
class Users(Listed):
    """Who may sign in, and who is staff. Passwords are set by a link, accounts deleted by whoever has them."""

    list_display = ("username", "is_active", "is_staff", "is_superuser", "last_login", "date_joined")
    list_filter = ("is_active", "is_staff")
    search_fields = ("username",)
    actions = None
    readonly_fields = ("username", "last_login", "date_joined")
    fields = ("username", "is_active", "is_staff", "is_superuser", "last_login", "date_joined")

    def has_module_permission(self, request: HttpRequest) -> bool:
        return _runs_all(request)

    def has_view_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return _runs_all(request)

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return _runs_all(request)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


def _is_staff(request: HttpRequest) -> bool:
    return bool(request.user.is_active and getattr(request.user, "is_staff", False))


def _runs_all(request: HttpRequest) -> bool:
    return bool(request.user.is_active and getattr(request.user, "is_superuser", False))
