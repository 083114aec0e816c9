"""Pictures of matches and tournaments, as SVG text without any dependency.

    rating_chart    the ratings of all players with their error bars
    heat_map        who beats whom: the score of every player against every other
    score_chart     the score of a match as it went on, with its 95 % band

They follow the colour scheme of the reader, have no ids, which would clash when a page holds
several, and refer to nothing outside of them. They take plain data; `frame` has what they share.
"""

from fourfold.arena.pictures.heat_map import heat_map
from fourfold.arena.pictures.rating_chart import rating_chart
from fourfold.arena.pictures.score_chart import score_chart

__all__ = ["heat_map", "rating_chart", "score_chart"]
