"""Goes through a game from its last position to its first, and reviews each ply on the way.

The last positions are the easiest, and what the searches have learnt there helps with the ones
before. Each position is analysed once: its columns tell what could have been played, and its best
column what became of the ply before. If time is left in the end, because the first positions were
in the opening book, say, those that could not be proven are analysed again.
"""

import time
from collections.abc import Callable, Iterable, Iterator

from fourfold.analysis.analyst import Analysis, Analyst
from fourfold.analysis.explain import explain_analysis
from fourfold.analysis.review.game_review import Review
from fourfold.analysis.review.judge import Judgement, judge, judge_last
from fourfold.errors import InvalidOption, describe
from fourfold.game import Game, Record
from fourfold.rules import Position
from fourfold.search import Limit, Stop

DEFAULT_SECONDS = 20.0
"""How long a review takes at most, unless a limit says otherwise."""
_LEAST_SECONDS, _LEAST_NODES = 0.1, 10_000  # for which a second look at a position is worth while

Explainer = Callable[[Analysis, int], Iterable[str]]
"""Says in sentences why a column of an analysed position is good or bad."""


def review(
    game: Record | Game | Position | str,
    analyst: Analyst | None = None,
    limit: Limit | None = None,
    stop: Stop | None = None,
    watch: Callable[[Review], None] | None = None,
    explainer: Explainer | None = None,
) -> Review:
    """Review a game: what every ply kept or gave away.

    game: a game, finished or not, or the position that it has led to, or the text of that.
    analyst: who analyses the positions; a new one if none is given.
    limit: seconds or nodes for the whole review; without either, 20 seconds. A position has an
        equal share of what is left, so that time which the last ones do not need goes to the first.
    stop: ends it with the plies that are reviewed by then.
    watch: called with the plies reviewed so far, after each of them and whenever a second look has
        shown more, on the thread of the caller.
    explainer: gives the sentences; if none is given, those of `explain`.

    >>> review = ff.review("7x6:4455362")
    >>> [str(ply.label) for ply in review.plies]
    ['only move', 'best', 'blunder', 'blunder', 'best', 'best', 'best']
    """
    record = _record(game)
    chosen = Analyst() if analyst is None else analyst
    reviewer = Reviewer(record, chosen, explainer, limit, stop)
    while reviewer.step():
        if watch is not None:
            watch(reviewer.review())
    return reviewer.review()


def _explain(analysis: Analysis, column: int) -> Iterable[str]:
    return [fact.sentence() for fact in explain_analysis(analysis, column).reasons]


class Reviewer:
    """Reviews a game step by step, from its end to its beginning: `review` takes all steps at once.

    The time between two steps does not count, so that other work can be done in between.
    """

    def __init__(
        self,
        record: Record,
        analyst: Analyst,
        explainer: Explainer | None = None,
        limit: Limit | None = None,
        stop: Stop | None = None,
    ) -> None:
        self._record = record
        self._analyst = analyst
        self._explainer = explainer or _explain
        self._limit = Limit() if limit is None else limit
        if self._limit.seconds is None and self._limit.nodes is None:
            self._limit = self._limit.and_also(Limit(DEFAULT_SECONDS))
        self._stop = stop
        self._began = self._paused = time.monotonic()
        self._nodes = 0
        self._positions = _positions(record)
        # By the number of plies since the start, and from the last position on.
        self._analyses: dict[int, Analysis] = {}
        self._sentences: dict[int, tuple[str, ...]] = {}
        self._judgements: dict[int, Judgement] = {}
        self._steps = self._walk()

    def review(self) -> Review:
        """Return what is known so far."""
        known = [self._judgements[place] for place in sorted(self._judgements)]
        return Review(
            self._record,
            tuple(each.ply for each in known if each.ply is not None),
            tuple(each.win_chance for each in known),
            tuple(each.prospect.outcome is not None for each in known),
            self._nodes,
            time.monotonic() - self._began,
        )

    def step(self) -> bool:
        """Analyse the next position and review the ply played there; return False at the end."""
        self._began += time.monotonic() - self._paused
        try:
            return next(self._steps, False)
        finally:
            self._paused = time.monotonic()

    def _walk(self) -> Iterator[bool]:
        """Do the work, and yield True whenever more is known."""
        places = range(len(self._positions) - 1, -1, -1)
        for place in places:
            if self._positions[place].outcome is None and not self._analyse(place, place + 1):
                return
            self._judge(place)
            yield True
        unproven = [place for place in places if not self._is_proven(place)]
        for waiting, place in zip(range(len(unproven), 0, -1), unproven, strict=True):
            if not self._has_time_left() or not self._analyse(place, waiting):
                return
            for earlier in range(place, -1, -1):
                self._judge(earlier)
            yield True

    def _left(self) -> Limit:
        return self._limit.less(time.monotonic() - self._began, self._nodes)

    def _has_time_left(self) -> bool:
        left = self._left()
        return (left.seconds is None or left.seconds >= _LEAST_SECONDS) and (
            left.nodes is None or left.nodes >= _LEAST_NODES
        )

    def _is_proven(self, place: int) -> bool:
        analysis = self._analyses.get(place)
        return analysis is None or analysis.is_complete

    def _analyse(self, place: int, waiting: int) -> bool:
        """Analyse a position, one of so many that wait; return False if that was stopped."""
        share = self._left().part(1 / waiting)
        found = self._analyst.analyse(self._positions[place], share, self._stop, lines="best")
        self._nodes += found.nodes
        if self._stop is not None and self._stop.requested:
            return False
        before = self._analyses.get(place)
        if before is None or _scores(found) >= _scores(before):
            self._analyses[place] = found
            self._sentences.pop(place, None)  # more may be said now
        return True

    def _judge(self, place: int) -> None:
        position, analysis = self._positions[place], self._analyses.get(place)
        after = self._judgements.get(place + 1)
        if after is None:
            self._judgements[place] = judge_last(position, analysis)
            return
        assert analysis is not None  # the game went on from here
        if place not in self._sentences:
            played = after.position.moves[-1]
            self._sentences[place] = tuple(self._explainer(analysis, played))
        self._judgements[place] = judge(analysis, after, self._sentences[place])


def _scores(analysis: Analysis) -> int:
    """How many columns have a proven score."""
    return sum(column.score is not None for column in analysis.columns.values())


def _record(game: Record | Game | Position | str) -> Record:
    match game:
        case Record():
            return game
        case Game():
            return game.record
        case Position():
            return Record.from_position(game)
        case str():
            return Record.from_text(game)
    raise InvalidOption(
        f"a review needs a Record, a Game, a Position or its text, not {describe(game)}"
    )


def _positions(record: Record) -> list[Position]:
    """Return the positions from the one in which the players began to the last."""
    positions = [record.start]
    for ply in record.plies:
        positions.append(positions[-1].play(ply.column))
    return positions
