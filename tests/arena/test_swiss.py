"""The laws of Swiss pairings, and the matchings that they rest on."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold.arena import tournament
from fourfold.arena.matching import Matching
from fourfold.arena.swiss import BYE, pair_round, ranking
from fourfold.errors import InvalidOption

from ..game.mocks import Leftmost


def largest_matching(nodes: list[int], edges: set[frozenset[int]]) -> int:
    """Return the number of pairs of a largest matching, by trying everything."""
    if not nodes:
        return 0
    node, *rest = nodes
    best = largest_matching(rest, edges)
    for other in rest:
        if frozenset((node, other)) in edges:
            left = [each for each in rest if each != other]
            best = max(best, 1 + largest_matching(left, edges))
    return best


@given(st.data())
def test_a_matching_is_as_large_as_can_be(data: st.DataObject) -> None:
    count = data.draw(st.integers(1, 9))
    nodes = list(range(count))
    possible = [frozenset(pair) for pair in combinations(nodes, 2)]
    edges = set(data.draw(st.lists(st.sampled_from(possible)))) if possible else set()
    neighbours = {
        node: [other for other in nodes if frozenset((node, other)) in edges] for node in nodes
    }
    matching = Matching(neighbours)
    assert len(matching._mate) == 2 * largest_matching(nodes, edges)
    for node, mate in matching._mate.items():
        assert matching._mate[mate] == node
        assert frozenset((node, mate)) in edges
    if matching.is_perfect:
        for one, two in combinations(nodes, 2):
            others = [node for node in nodes if node not in (one, two)]
            possible_without = 2 * largest_matching(others, edges) == len(others)
            fixed = Matching(neighbours).fix(one, two)
            assert fixed == (frozenset((one, two)) in edges and possible_without)


def can_avoid_rematches(players: list[int], met: set[frozenset[int]]) -> bool:
    edges = {frozenset(pair) for pair in combinations(players, 2)} - met
    return 2 * largest_matching(players, edges) == len(players)


@given(st.integers(2, 9), st.integers(1, 6), st.randoms(use_true_random=False))
def test_the_laws_of_every_round(count: int, rounds: int, chance: object) -> None:
    points = [0.0] * count
    met: list[tuple[int, int]] = []
    byes: list[int] = []
    for _ in range(rounds):
        players = [*range(count), *([BYE] if count % 2 else [])]
        known = {frozenset(pair) for pair in met} | {frozenset((each, BYE)) for each in byes}
        avoidable = can_avoid_rematches(players, known)
        pairs = pair_round(points, met, byes)
        assert sorted(player for pair in pairs for player in pair) == sorted(players)
        assert all(first != BYE for first, _ in pairs)
        if avoidable:
            assert not any(frozenset(pair) in known for pair in pairs)
        # From the top down: the first of each pair has the most points of those that are left.
        firsts = [points[first] for first, _ in pairs]
        assert firsts == sorted(firsts, reverse=True)
        assert pair_round(points, met, byes) == pairs
        for first, second in pairs:
            if second == BYE:
                byes.append(first)
                points[first] += 2
            else:
                met.append((first, second))
                won = chance.choice((0.0, 0.5, 1.0, 1.5, 2.0))  # type: ignore[attr-defined]
                points[first] += won
                points[second] += 2 - won


def test_the_first_round_pairs_the_upper_half_with_the_lower() -> None:
    assert pair_round([0.0] * 6, []) == [(0, 3), (1, 4), (2, 5)]
    assert pair_round([0.0] * 5, []) == [(0, 2), (1, 3), (4, BYE)]


def test_winners_meet_winners() -> None:
    points = [2.0, 2.0, 0.0, 0.0]
    assert ranking(points) == [0, 1, 2, 3]
    assert pair_round(points, [(0, 2), (1, 3)]) == [(0, 1), (2, 3)]
    assert pair_round(points, [(0, 1), (2, 3)]) == [(0, 2), (1, 3)]


def test_nobody_has_two_byes_as_long_as_another_has_had_none() -> None:
    points = [4.0, 3.0, 2.0, 1.0, 0.0]
    assert (3, BYE) in pair_round(points, [], byes=[4])
    assert (4, BYE) in pair_round(points, [], byes=[0, 1, 2, 3, 4])


def test_a_swiss_tournament() -> None:
    players = [(name, Leftmost) for name in "abcde"]
    result = tournament(players, format="swiss", rounds=3, rules="5x4")
    assert len(result.games) == result.planned == 3 * 2 * 2
    assert len(result.byes) == len(set(result.byes)) == 3
    assert sum(map(result.points, range(5))) == 3 * 2 * 2 + 3 * 2
    assert {game.fixture.round for game in result.games} == {1, 2, 3}
    assert [game.record.tags["round"] for game in result.games] == [
        number for number in "123" for _ in range(4)
    ]
    # Both games of two players are from one opening, and the next round has another.
    openings = {(game.fixture.round, game.record.opening) for game in result.games}
    assert len(openings) == 3
    assert "Swiss, 3 rounds, 12 games on 5x4" in str(result)
    assert "A round without an opponent brings 2 points." in str(result)


def test_rounds_belong_to_swiss_tournaments() -> None:
    with pytest.raises(InvalidOption, match="there are 3 rounds, but a round-robin has none"):
        tournament("random", "greedy", rounds=3)
