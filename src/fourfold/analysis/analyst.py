"""Analyses for people: every column of a position, proven where time allows, else estimated.

    analyse           analyses a position: `ff.analyse`
    Analyst           analyses one position after another and remembers what it has proven
    Analysis          what it has found out about a position
    ColumnAnalysis    the same about one column

There is one algorithm (`study`), whose steps `Analyst.stream` yields; `analyse` returns the last of
them. The page's analysis and the terminal's tips both come from here, so that they follow the same
rules.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from fourfold.analysis.allowance import Allowance
from fourfold.analysis.lines import LineFinder
from fourfold.analysis.proofs import ProofMemory, ProofStore
from fourfold.analysis.results import Analysis, ColumnAnalysis
from fourfold.analysis.study import Lines, Study, Tools
from fourfold.rules import Position, as_position
from fourfold.search import Limit, Solver, Stop
from fourfold.search.budget import seconds_and_nodes
from fourfold.search.uct import Uct

__all__ = ["DEFAULT_SECONDS", "Analysis", "Analyst", "ColumnAnalysis", "analyse"]

DEFAULT_SECONDS = 2.0
"""How long an analysis takes at most, unless a limit says otherwise."""
_WORTH_STORING = 200_000  # nodes, about a tenth of a second


class Analyst:
    """Analyses one position at a time; its tables stay warm for the next one.

    >>> analyst = ff.Analyst(seed=1)
    >>> analyst.analyse("7x6:4455").best
    2
    """

    def __init__(
        self, memory_mb: int = 32, seed: int | None = None, store: ProofStore | None = None
    ) -> None:
        """Create an analyst.

        memory_mb: of each of its two searches.
        seed: of the estimates; None for different ones each time.
        store: where proofs that took long are kept for other analysts, such as
            `fourfold.store.Store.open()`; an analyst always remembers its own.
        """
        self._solver = Solver(memory_mb=memory_mb)
        self._estimator = Uct(memory_mb=memory_mb, seed=seed)
        self._line_finder = LineFinder(self._solver, seed)
        self._proofs = ProofMemory(store)

    def analyse(
        self,
        position: Position | str,
        limit: Limit | None = None,
        stop: Stop | None = None,
        watch: Callable[[Analysis], None] | None = None,
        *,
        lines: Lines = "all",
    ) -> Analysis:
        """Find out as much about a position as the limit allows.

        position: or its text.
        limit: seconds or nodes, for everything together; without either, 2 seconds.
        stop: ends it with what is known so far.
        watch: called with what is known so far, several times a second, on the calling thread.
        lines: how play may go on after `all` columns, the `best` or `none`; lines take time of
            their own, a tenth of the limit, or what is left of it when everything is proven.
        """
        found: Analysis | None = None
        for found in self.stream(position, limit, stop, lines=lines):
            if watch is not None:
                watch(found)
        assert found is not None  # there is one answer at least
        return found

    def stream(
        self,
        position: Position | str,
        limit: Limit | None = None,
        stop: Stop | None = None,
        *,
        lines: Lines = "all",
    ) -> Iterator[Analysis]:
        """Yield better and better answers: the first one soon, the last one as `analyse` does.

        It ends when everything is proven or the limit is reached, and takes the same arguments as
        `analyse`. Nothing runs between two answers, so that leaving the loop ends the work.

        >>> steps = list(ff.Analyst(seed=1).stream("5x4:33334"))
        >>> steps[-1].is_complete
        True
        """
        position = as_position(position)
        seconds_and_nodes(limit)  # refuses what is no limit of a proof
        whole = Limit() if limit is None else limit
        if whole.seconds is None and whole.nodes is None:
            whole = Limit(DEFAULT_SECONDS)
        if not position.legal_columns:
            return iter([Analysis(position)])
        return self._steps(position, whole, stop, lines)

    def _steps(
        self, position: Position, limit: Limit, stop: Stop | None, lines: Lines
    ) -> Iterator[Analysis]:
        allowance = Allowance(limit)
        before = self._proofs.recall(position)
        tools = Tools(self._solver, self._estimator, self._line_finder)
        study = Study(position, before, tools, allowance, stop, lines)
        try:
            yield from study.steps()
        finally:  # also when nobody asks for the next step
            if study.columns != before:
                took_long = allowance.nodes >= _WORTH_STORING
                self._proofs.remember(position, study.columns, store=took_long)


# The analysts behind ff.analyse and the boards of notebooks

_idle: list[Analyst] = []


def analyse(position: Position | str, limit: Limit | None = None) -> Analysis:
    """Analyse a position, given as such or as text: every column, proven where time allows.

    limit: seconds or nodes; without either, 2 seconds.

    >>> analysis = ff.analyse("7x6:4455")
    >>> analysis.best
    2
    >>> for column in analysis.ranked_columns[:3]:
    ...     print(column, analysis.columns[column])
    2 win in 3 plies (score 18)
    5 win in 3 plies (score 18)
    3 win in 35 plies (score 2)
    """
    with shared_analyst() as analyst:
        return analyst.analyse(position, limit)


@contextmanager
def shared_analyst() -> Iterator[Analyst]:
    """Lend an analyst whose tables may be warm from earlier work; nobody else has it meanwhile."""
    # Only single operations on this list: no lock.
    try:
        analyst = _idle.pop()
    except IndexError:
        analyst = Analyst()
    try:
        yield analyst
    finally:
        if not _idle:  # one is kept warm; more are made only for calls at the same time
            _idle.append(analyst)
