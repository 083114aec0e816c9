"""Pairs the players of a Swiss tournament, one round after another.

The players are ranked by their points, those with equal points by their place in the list of
players. From the top down, each meets the best choice among those that are left:

1. somebody they have not met, as long as the whole round can be paired without a rematch
2. somebody with as many points: of a group of equal points the upper half meets the lower half
3. otherwise the next in the ranking

With an odd number of players the lowest possible one has a bye, which counts like winning every
game of the round, and nobody has a second one as long as another has had none.

Whether the rest of a round can still be paired is a question about graphs: is there a perfect
matching of the players that are left? `matching` answers it exactly, so rule 1 has no exceptions.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from fourfold.arena.matching import Matching

BYE = -1
"""The opponent of the player who has a bye."""

Times = defaultdict[int, Counter[int]]
"""How often each player has met each other; a bye is a meeting with BYE."""


def ranking(points: Sequence[float]) -> list[int]:
    """Return the players, those with the most points first."""
    return sorted(range(len(points)), key=lambda player: (-points[player], player))


def pair_round(
    points: Sequence[float], met: Iterable[tuple[int, int]], byes: Iterable[int] = ()
) -> list[tuple[int, int]]:
    """Pair the players of the next round; a pair with BYE as its second is a player's bye.

    points: of each player so far.
    met: the pairs of players of the rounds before, each in any order.
    byes: the players who have had a bye, once for each.
    """
    times: Times = defaultdict(Counter)
    for one, two in (*met, *((player, BYE) for player in byes)):
        times[one][two] += 1
        times[two][one] += 1
    order = ranking(points)
    if len(order) % 2:
        order.append(BYE)
    matching = _best_matching(order, times)
    pairs: list[tuple[int, int]] = []
    waiting = list(order)
    while waiting:
        player = waiting[0]
        choices = _preferred(waiting, points)
        other = next(other for other in choices if matching.fix(player, other))
        waiting = [each for each in waiting if each not in (player, other)]
        pairs.append((player, other))
    return pairs


def _best_matching(order: Sequence[int], times: Times) -> Matching:
    """Return a perfect matching of players who have met as few times as possible."""
    most = 0
    while True:
        allowed = {
            player: [other for other in order if other != player and own[other] <= most]
            for player in order
            for own in (times[player],)
        }
        matching = Matching(allowed)
        if matching.is_perfect:
            return matching
        most += 1


def _preferred(waiting: Sequence[int], points: Sequence[float]) -> list[int]:
    """Return the opponents of the first that waits, the best choice first; a bye comes last."""
    player, others = waiting[0], waiting[1:]
    group = [each for each in others if each != BYE and points[each] == points[player]]
    upper = max(0, (len(group) + 1) // 2 - 1)  # of the upper half, besides the player
    rest = [each for each in others if each == BYE or points[each] != points[player]]
    return [*group[upper:], *reversed(group[:upper]), *rest]
