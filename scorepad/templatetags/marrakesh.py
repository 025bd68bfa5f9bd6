"""Marrakesh (1978) in templates: {% board %}, {% card %} and the other drawings, as tags."""

from django import template
from django.utils.safestring import SafeString

from scorepad.web.marrakesh import drawings, sentences
from scorepad.web.marrakesh.in_play import standing

register = template.Library()
for draw in (drawings.mark, drawings.card, drawings.board, drawings.ovals, drawings.blank_ovals, drawings.strip):
    register.simple_tag(draw)
register.simple_tag(standing)
register.filter(sentences.awaited_briefly)


@register.simple_tag
def straight() -> SafeString:
    """ "With six dice, the chances of throwing a 'Straight' (6-5-4-3-2-1) are about 1 in 75." """
    return drawings.board("red", [1] * 6)
