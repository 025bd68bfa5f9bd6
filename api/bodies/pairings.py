from api.fields import Id, Strict, Text


class PairingBody(Strict):
    id = Id(required=False)
    name = Text(max_length=80, default="Device", help_text="What the device is called at the club.")


class ClaimBody(Strict):
    code = Text(max_length=40, help_text="As it stands in the link; case, spaces and hyphens do not matter.")
