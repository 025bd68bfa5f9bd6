"""Accounts: the way in and out, and what is somebody's own.

Wherever guesses are counted the view is held back while nobody counts; no browser keeps what is somebody's own. The
names are those by which django-allauth looks for its pages.
"""

from allauth.account import views as account
from allauth.mfa.base import views as second_step
from allauth.mfa.recovery_codes import views as recovery_codes
from allauth.mfa.totp import views as totp
from django.urls import path, re_path
from django.views.decorators.cache import never_cache

from scorepad.accounts import held_back
from scorepad.web.accounts.account import account_page, deletion
from scorepad.web.accounts.mail import by_mail, forgotten
from scorepad.web.accounts.passwords import password
from scorepad.web.accounts.tokens import tokens, withdrawal
from scorepad.web.accounts.twice import sent_twice

BY_KEY = r"^accounts/password/reset/key/(?P<uidb36>[0-9A-Za-z]+)-(?P<key>.+)/$"

email = sent_twice(account.email, "account_email")
activate_totp = sent_twice(totp.activate_totp, "mfa_view_recovery_codes")

urlpatterns = [
    path("account/", account_page, name="account"),
    path("account/delete/", deletion, name="account_delete"),
    path("account/tokens/", tokens, name="tokens"),
    path("account/tokens/<uuid:token_id>/", withdrawal, name="token"),
    path("accounts/login/", held_back(account.login), name="account_login"),
    path("accounts/logout/", account.logout, name="account_logout"),
    path("accounts/signup/", held_back(account.signup), name="account_signup"),
    path("accounts/inactive/", account.account_inactive, name="account_inactive"),
    path("accounts/reauthenticate/", never_cache(held_back(account.reauthenticate)), name="account_reauthenticate"),
    path("accounts/password/change/", never_cache(held_back(account.password_change)), name="account_change_password"),
    path("accounts/password/set/", never_cache(held_back(account.password_set)), name="account_set_password"),
    path("accounts/password/<int:user_id>/<str:key>/", password, name="password_by_link"),
    path("accounts/password/reset/", held_back(forgotten), name="account_reset_password"),
    path("accounts/password/reset/done/", by_mail(account.password_reset_done), name="account_reset_password_done"),
    re_path(BY_KEY, held_back(by_mail(account.password_reset_from_key)), name="account_reset_password_from_key"),
    path(
        "accounts/password/reset/key/done/",
        by_mail(account.password_reset_from_key_done),
        name="account_reset_password_from_key_done",
    ),
    path("accounts/email/", never_cache(held_back(by_mail(email))), name="account_email"),
    path(
        "accounts/confirm-email/",
        by_mail(account.email_verification_sent),
        name="account_email_verification_sent",
    ),
    path("accounts/confirm-email/<str:key>/", held_back(by_mail(account.confirm_email)), name="account_confirm_email"),
    path("accounts/2fa/", never_cache(second_step.index), name="mfa_index"),
    path("accounts/2fa/authenticate/", never_cache(held_back(second_step.authenticate)), name="mfa_authenticate"),
    path("accounts/2fa/reauthenticate/", never_cache(held_back(second_step.reauthenticate)), name="mfa_reauthenticate"),
    path("accounts/2fa/totp/activate/", never_cache(held_back(activate_totp)), name="mfa_activate_totp"),
    path("accounts/2fa/totp/deactivate/", never_cache(held_back(totp.deactivate_totp)), name="mfa_deactivate_totp"),
    path("accounts/2fa/recovery-codes/", recovery_codes.view_recovery_codes, name="mfa_view_recovery_codes"),
    path(
        "accounts/2fa/recovery-codes/generate/",
        never_cache(recovery_codes.generate_recovery_codes),
        name="mfa_generate_recovery_codes",
    ),
    path(
        "accounts/2fa/recovery-codes/download/",
        recovery_codes.download_recovery_codes,
        name="mfa_download_recovery_codes",
    ),
]
