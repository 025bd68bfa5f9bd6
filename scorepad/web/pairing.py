"""/pair/{code}/: the page a device opens by a link or a QR code. It says which match it is for, and opens the recorder,
which takes the code for its token itself; for another app the token is shown. Looking uses nothing up.
"""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from scorepad.refusals import NotHere
from scorepad.selectors.sheets import names_at
from scorepad.services.pairings import claim_pairing, pairing_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def pair(request: HttpRequest, code: str) -> HttpResponse:
    try:
        pairing = pairing_of(code)
        claimed = claim_pairing(code=code) if request.method == "POST" else None
    except NotHere:
        return render(request, "pair_gone.html", status=404)
    match = pairing.match
    # No `club`: whoever holds a device need not be let into the club's other pages.
    shown = {"code": code, "pairing": pairing, "claimed": claimed, "match": match}
    return render(request, "pair.html", {**shown, "players": names_at(match)})
