"""A judge of facts: a search that uses no static proof, no book and no table of the analyst's."""

from functools import lru_cache

from fourfold import _native
from fourfold.rules import Position, Rules
from fourfold.search import Score
from fourfold.search.native_rules import native_rules
from fourfold.search.score import score_of

_NO_PROOFS = _native.ProofSwitches(follow_up=False, tempo=False, no_lines_left=False)


@lru_cache(maxsize=32)
def _solver(rules: Rules) -> _native.Solver:
    return _native.Solver(native_rules(rules), 16, 1, _NO_PROOFS)


def solve(position: Position) -> Score:
    """Return the score of a position that is not finished."""
    rules = position.rules
    found = _solver(rules).solve(position.moves)
    assert found.lower == found.upper
    cells = rules.columns * rules.rows - len(rules.forbidden)
    return score_of(found.lower, cells - position.ply)
