"""What pages of every kind write: code within a sentence, the name of a table, an evening, a field of a form, the way
to sign in, the version.
"""

import re
from datetime import date
from urllib.parse import urlencode

from django import template
from django.conf import settings
from django.forms import BoundField
from django.template import Context
from django.urls import reverse
from django.utils.formats import date_format
from django.utils.html import conditional_escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

register = template.Library()

LEADS_HOME = ("/accounts/", "/language/")
BETWEEN_BACKTICKS = re.compile("`([^`]+)`")


@register.filter
def with_code(text: str) -> SafeString:
    """A sentence with what stands between backticks set as code."""
    return mark_safe(BETWEEN_BACKTICKS.sub(r"<code>\1</code>", conditional_escape(text)))  # noqa: S308 escaped before


@register.filter
def table_name(table: str) -> str:
    """ "Table 1" where people wrote a number alone; any other name as they wrote it."""
    return gettext("Table {number}").format(number=table) if table.isdecimal() else table


@register.filter
def evening(day: date, written: str = "DATE_FORMAT") -> str:
    """A day with its weekday: evenings are known by that."""
    return gettext("{weekday} {date}").format(weekday=date_format(day, "l"), date=date_format(day, written))


@register.filter
def is_first_wrong(field: BoundField) -> bool:
    """Whether this field is where a person who is sent his form back goes on."""
    errors = field.form.errors
    return not field.form.non_field_errors() and next(filter(errors.__contains__, field.form.fields), "") == field.name


@register.simple_tag(takes_context=True)
def to_fill_in(context: Context, field: BoundField) -> SafeString:
    """The field itself. That which is wrong first has the focus, without a script; where the page is `helpless`, no
    field refers to help that is not there.
    """
    if context.get("helpless"):
        field.help_text = ""
    return field.as_widget(attrs={"autofocus": True} if is_first_wrong(field) else None)


@register.simple_tag(takes_context=True)
def sign_in(context: Context) -> str:
    """Where to sign in, and from there back to what was asked for; the pages of signing in itself lead home."""
    request, address = context.get("request"), reverse("account_login")
    if request is None or request.method not in ("GET", "HEAD"):
        return address
    asked = request.get_full_path()
    return address if asked == "/" or asked.startswith(LEADS_HOME) else f"{address}?{urlencode({'next': asked})}"


@register.simple_tag
def version() -> str:
    return settings.VERSION
