"""Trees of searches for people: as a picture, as a page to step through, in words.

`draw` and `page` take a `SearchTree`, which an agent's search has recorded.
"""

from fourfold.analysis.trees.html_page import page
from fourfold.analysis.trees.picture import draw
from fourfold.analysis.trees.step_views import StepView, step_views

__all__ = ["StepView", "draw", "page", "step_views"]
