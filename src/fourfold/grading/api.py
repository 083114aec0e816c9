"""`grade`: grading a player, as a function for Python and for the command line."""

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from fourfold.arena import openings
from fourfold.arena.entrants import (
    Player,
    check_boards,
    check_can_be_sent,
    check_limit,
    entrant_of,
)
from fourfold.errors import InvalidOption, describe
from fourfold.grading.answers import ask_all
from fourfold.grading.benchmark import NAME, SolvedPosition, list_boards, load_benchmark
from fourfold.grading.results import Grade
from fourfold.rules import Position, Rules
from fourfold.search import Limit, Solver, Unproven
from fourfold.search.protocol import searchable
from fourfold.support.checks import whole_number
from fourfold.support.executors import MOST_WORKERS, open_executor

QUICK = 200
"""How many positions the quick grade has."""
OWN = "your own"
_PROOF = Limit(nodes=100_000_000)  # for each of a user's own positions

RulesChoice = Rules | str | Iterable[Rules | str]
ReportProgress = Callable[[int, int], None]
"""Called with the number of positions answered so far, and of all."""


def grade(
    agent: Player,
    *,
    positions: Iterable[Position | str] | Path | None = None,
    rules: RulesChoice | None = None,
    quick: bool = False,
    limit: Limit | None = None,
    seed: int = 0,
    workers: int = 1,
    report: ReportProgress = lambda answered, total: None,
) -> Grade:
    """Grade a player by positions whose every column is solved: its perfect moves, and its others.

    agent: as a player of `match`: an agent spec such as `uct:simulations=1000`, a class, an
        instance, a function of a position, or a name and one of these as a tuple.
    positions: your own, or a file with one per line, which are solved first; those in which every
        column is as good as another are left out. If not given, the benchmark of docs/benchmark.md.
    rules: only the positions on this board, or on these.
    quick: only the first 200 positions, a fair sample.
    limit: for each move, besides the agent's own options.
    seed: for an agent with the option `seed` that names none.
    workers: processes that work at the same time; 1 is this process. The grade does not depend on
        it, if the agent answers the same each time.
    report: called before the first answer and after each few with how many there are, and of all.

    >>> ff.grade("perfect", quick=True)
    <Grade of perfect: 100.0% perfect, 0.00 points given away per move, 200 positions>
    """
    entrant = entrant_of(agent)
    seed = whole_number("the seed", seed, 0, 2**64 - 1)
    workers = whole_number("the number of workers", workers, 1, MOST_WORKERS)
    limit = Limit() if limit is None else limit
    check_limit([entrant], limit)
    count = QUICK if quick else None
    boards = None if rules is None else _boards(rules)
    if positions is None:
        solved = load_benchmark(boards, count)
    else:
        solved = _solved(positions, boards, count)
    _check_any(solved, boards, positions is None)
    played = [each for each in solved if entrant.plays(each.position.rules)]
    if not played:
        check_boards([entrant], [each.position for each in solved])
    if workers > 1:
        check_can_be_sent([entrant])
    with open_executor(workers) as executor:
        answers = ask_all(executor, entrant.seeded(seed), played, limit, report)
    skipped = len(solved) - len(played)
    name = NAME if positions is None else OWN
    return Grade(entrant.name, name, tuple(answers), skipped, seed, limit)


def _boards(rules: RulesChoice) -> list[Rules]:
    given = [rules] if isinstance(rules, Rules | str) else list(rules)
    return [each if isinstance(each, Rules) else Rules.parse(each) for each in given]


def _solved(
    positions: Iterable[Position | str] | Path, boards: Sequence[Rules] | None, count: int | None
) -> list[SolvedPosition]:
    """Solve every column of a user's own positions."""
    if isinstance(positions, str):
        raise InvalidOption(
            f"the positions are {describe(positions)}, but must be a list of positions, or a Path"
        )
    given = openings.read(positions) if isinstance(positions, Path) else positions
    wanted = [searchable(each) for each in given]
    if boards is not None:
        wanted = [each for each in wanted if each.rules in boards]
    solver = Solver()
    found = []
    for position in wanted:
        if len(position.legal_columns) < 2:
            continue
        try:
            solved = SolvedPosition(position, solver.columns(position, limit=_PROOF))
        except Unproven:
            raise InvalidOption(
                f"the position {position.to_text()} cannot be graded: its columns are not "
                f"proven within {_PROOF.nodes:,} nodes; leave it out"
            ) from None
        if solved.has_choice:
            found.append(solved)
        if len(found) == count:
            break
    return found


def _check_any(
    solved: Sequence[SolvedPosition], boards: Sequence[Rules] | None, is_benchmark: bool
) -> None:
    if solved:
        return
    if is_benchmark:
        assert boards is not None
        asked = ", ".join(map(str, boards)) or "none"
        known = ", ".join(map(str, list_boards()))
        raise InvalidOption(f"the boards are {asked}, but those of the benchmark are {known}")
    raise InvalidOption("there is no position in which one column is better than another")
