"""Small charts in templates: {% ticks %}, {% bar %}, {% whisker %} and the like.

A line chart is a dataclass that a view makes: {% include "charts/lines.html" with chart=chart %}, or its table.
"""

from django import template

from scorepad.web.charts import marks

register = template.Library()
for draw in (marks.ticks, marks.bar, marks.whisker, marks.between, marks.on_axis, marks.beside_each_other):
    register.simple_tag(draw)
