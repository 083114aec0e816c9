"""The score of a match as it went on: after every pair, with its 95 % band."""

from collections.abc import Sequence

from fourfold.arena.pictures.frame import document, line, text, ticks
from fourfold.arena.statistics import Estimate, count_pairs, estimate

WIDTH, HEIGHT = 720, 260
_LEFT, _TOP, _RIGHT, _BOTTOM = 58, 22, 22, 48
_MOST_POINTS = 400  # a longer match is drawn at so many of its pairs


def score_chart(name: str, opponent: str, points: Sequence[float]) -> str:
    """Draw the score of a player against an opponent.

    points: what the player scored in each pair of games, from 0 to 2, in the order of the pairs.
    """
    estimates = _estimates(points)
    last = max(len(points), 1)

    def x(pairs: float) -> float:
        return _LEFT + (WIDTH - _LEFT - _RIGHT) * pairs / last

    def y(score: float) -> float:
        return _TOP + (HEIGHT - _TOP - _BOTTOM) * (1 - score)

    parts = []
    for score in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts.append(
            line(_LEFT, y(score), WIDTH - _RIGHT, y(score), "zero" if score == 0.5 else "grid")
        )
        parts.append(text(_LEFT - 8, y(score) + 4.5, f"{100 * score:.0f} %", anchor="end"))
    for tick in ticks(0, last, 10):
        if tick == int(tick):
            parts.append(text(x(tick), HEIGHT - _BOTTOM + 20, f"{tick:.0f}", anchor="middle"))
    middle = (_LEFT + WIDTH - _RIGHT) / 2
    parts.append(text(middle, HEIGHT - 9, "pairs of games played", anchor="middle"))
    if estimates:
        upper = [f"{x(pairs):.1f},{y(each.high):.1f}" for pairs, each in estimates]
        lower = [f"{x(pairs):.1f},{y(each.low):.1f}" for pairs, each in reversed(estimates)]
        curve = [f"{x(pairs):.1f},{y(each.score):.1f}" for pairs, each in estimates]
        parts.append(f'<polygon class="band" points="{" ".join(upper + lower)}"/>')
        parts.append(f'<polyline class="curve" points="{" ".join(curve)}"/>')
        end = estimates[-1]
        parts.append(
            f'<circle class="point" cx="{x(end[0]):.1f}" cy="{y(end[1].score):.1f}" r="4.5"/>'
        )
    title = f"Score of {name} against {opponent}"
    return document(WIDTH, HEIGHT, title, _description(estimates), parts)


def _estimates(points: Sequence[float]) -> list[tuple[int, Estimate]]:
    """Return the number of pairs and the estimate after them, at enough of the pairs."""
    step = -(-len(points) // _MOST_POINTS) or 1
    found = []
    counts = [0] * 5
    for played, pair in enumerate(points, start=1):
        counts = [a + b for a, b in zip(counts, count_pairs([pair]), strict=True)]
        if played % step == 0 or played == len(points):
            each = estimate((counts[0], counts[1], counts[2], counts[3], counts[4]))
            assert each is not None
            found.append((played, each))
    return found


def _description(estimates: Sequence[tuple[int, Estimate]]) -> str:
    if not estimates:
        return "No pair of games is finished yet."
    played, last = estimates[-1]
    return (
        f"After {played} pairs {100 * last.score:.1f} %, "
        f"95 % interval from {100 * last.low:.1f} % to {100 * last.high:.1f} %."
    )
