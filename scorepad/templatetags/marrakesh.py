"""Marrakesh (1978) in templates: {% board %}, {% card %} and the other drawings, as tags."""

from django import template

from scorepad.web.marrakesh import drawings, words

register = template.Library()
for draw in (drawings.mark, drawings.card, drawings.board, drawings.ovals, drawings.strip):
    register.simple_tag(draw)
register.filter(words.awaited_briefly)
