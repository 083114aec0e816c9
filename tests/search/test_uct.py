"""The face of the Monte Carlo search: options, limits, the tree from move to move, statistics."""

import math
import random
import threading
import time
from collections.abc import Callable

import pytest

from fourfold import IllegalMove, InvalidOption, Limit, Position, Rules, Stop, _native
from fourfold.search import SearchProgress
from fourfold.search.uct import FOLLOW, POLICIES, C, Policy, Uct, UctProgress, UctResult
from tests.waiting import AT_LATEST, assert_quick

EMPTY = Position()
WIDE = Position.parse("12x12-xc1-bg6:fga")


def summary(found: UctResult) -> tuple[object, ...]:
    """All of a search that does not depend on the clock."""
    return (
        found.column,
        found.columns,
        found.line,
        found.simulations,
        found.reused,
        found.nodes,
        found.depth,
    )


every_policy = pytest.mark.parametrize("policy", POLICIES)


@every_policy
@pytest.mark.parametrize("text", ["7x6:", "7x6:4455", "12x12-xc1-bg6:fga", "4x4-bb1:2", "9x5-xa1:"])
def test_statistics_are_consistent(policy: Policy, text: str) -> None:
    position = Position.parse(text)
    found = Uct(policy, seed=1, memory_mb=8).search(position, simulations=3_000)
    assert found.simulations == 3_000 or found.score is not None
    assert found.reused == 0
    assert tuple(tried.column for tried in found.columns) == position.legal_columns
    assert sum(tried.visits for tried in found.columns) == found.simulations
    assert 0 < found.nodes <= found.simulations
    assert found.line[0] == found.column
    Position(position.rules, position.moves + found.line)
    assert len(found.line) <= found.depth <= position.rules.playable_cells - position.ply
    assert found.simulations_per_second == found.simulations / found.seconds
    for tried in found.columns:
        if tried.visits:
            assert tried.win_rate is not None
            assert tried.uncertainty is not None
            assert 0 <= tried.win_rate <= 1
            assert 0 < tried.uncertainty <= 0.5 / math.sqrt(tried.visits)
        else:
            assert tried.win_rate is None
            assert tried.uncertainty is None
        if policy == "plain":
            assert tried.proven is None
            assert tried.plies is None
    assert (found.score is None) or policy == "strong"


@every_policy
def test_the_same_seed_gives_the_same_search(policy: Policy) -> None:
    searches = [Uct(policy, seed=7, memory_mb=8) for _ in range(2)]
    for text in ("7x6:", "7x6:44", "7x6:4455", "12x12-xc1:a", "7x6:4455"):
        position = Position.parse(text)
        one, two = (summary(uct.search(position, simulations=2_000)) for uct in searches)
        assert one == two
    other = Uct(policy, seed=8, memory_mb=8).search(EMPTY, simulations=2_000)
    assert summary(other) != summary(
        Uct(policy, seed=7, memory_mb=8).search(EMPTY, simulations=2_000)
    )


def test_without_a_seed_it_varies() -> None:
    found = {summary(Uct(memory_mb=1).search(EMPTY, simulations=500)) for _ in range(3)}
    assert len(found) > 1


@pytest.mark.parametrize("text", ["7x6:", "12x12-xc1-bg6:fga"])
def test_only_playouts_of_the_strong_policy_follow(text: str) -> None:
    def found(policy: Policy, follow: float) -> tuple[object, ...]:
        uct = Uct(policy, follow=follow, seed=7, memory_mb=8)
        return summary(uct.search(Position.parse(text), simulations=2_000))

    assert found("plain", 0) == found("plain", FOLLOW) == found("plain", 1)
    assert len({found("strong", follow) for follow in (0, FOLLOW, 1)}) == 3


@every_policy
def test_without_reuse_nothing_matters_that_came_before(policy: Policy) -> None:
    uct = Uct(policy, seed=7, memory_mb=8, reuse=False)
    first = summary(uct.search(EMPTY, simulations=1_000))
    uct.search(Position.parse("7x6:44"), simulations=1_000)
    assert summary(uct.search(EMPTY, simulations=1_000)) == first
    assert uct.search(EMPTY, simulations=1_000).reused == 0


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("text", ["7x6:4", "12x12-xc1-bg6:fga", "8x4-xd1-xd2-xa4-bb1:"])
def test_every_level_of_processor_searches_the_same(policy: Policy, text: str) -> None:
    position = Position.parse(text)
    rules = position.rules
    found = []
    for level in _native.LEVELS[: _native.LEVELS.index(_native.cpu_level()) + 1]:
        native = _native._load(level)
        board = native.Rules(rules.columns, rules.rows, rules.forbidden, rules.bonus)
        tree = native.Uct(board, 8, 1, policy == "strong", C[policy], True, FOLLOW)
        report = tree.search(position.moves, 3, 5_000)
        found.append([(of.column, of.visits, of.wins) for of in report.columns])
    assert len(found) > 1
    assert found.count(found[0]) == len(found)


# The tree from move to move


@every_policy
def test_the_tree_is_kept_when_the_game_goes_on(policy: Policy) -> None:
    uct = Uct(policy, seed=1, memory_mb=8)
    first = uct.search(EMPTY, simulations=5_000)
    two_plies_on = Position(EMPTY.rules, first.line[:2])
    second = uct.search(two_plies_on, simulations=100)
    assert second.reused > 100
    # The simulation that came here first chose no move from here.
    assert sum(tried.visits for tried in second.columns) + 1 == second.reused + 100
    assert second.line == uct.search(two_plies_on, simulations=1).line
    assert uct.search(EMPTY, simulations=100).reused == 0  # not backwards
    assert uct.search(Position.parse("9x8:"), simulations=100).reused == 0


def test_reuse_plays_legal_moves_only_and_repeats_itself() -> None:
    generator = random.Random(3)
    for text in ("7x6", "6x5-bc2", "10x4-xb1-xb2", "5x5-xc3-ba1"):
        positions = [Position(Rules.parse(text))]
        while positions[-1].outcome is None:
            legal = positions[-1].legal_columns
            positions.append(positions[-1].play(generator.choice(legal)))
        one, two = (Uct(seed=5, memory_mb=1) for _ in range(2))
        for position in positions[:-1]:
            found = one.search(position, simulations=300)
            assert found.column in position.legal_columns
            assert summary(found) == summary(two.search(position, simulations=300))


@every_policy
def test_a_full_tree_is_searched_on_in_its_memory(policy: Policy) -> None:
    uct = Uct(policy, seed=1, memory_mb=1)
    for _ in range(2):
        assert uct.search(WIDE, simulations=40_000).simulations == 40_000
        assert uct.memory_bytes <= 2**20
    assert uct.memory_bytes > 2**20 - 2**14
    position = WIDE
    for _ in range(5):
        found = uct.search(position, simulations=5_000)
        assert uct.memory_bytes <= 2**20
        position = position.play(found.column)
    uct.forget()
    assert uct.memory_bytes == 0


# Limits


def test_limits() -> None:
    uct = Uct(seed=1, memory_mb=8)
    began = time.monotonic()
    found = uct.search(WIDE, Limit(seconds=0.1))
    assert 0.1 <= time.monotonic() - began < AT_LATEST
    assert found.seconds >= 0.1
    assert uct.search(WIDE, Limit(nodes=777)).simulations == 777
    assert uct.search(WIDE, Limit(nodes=777), simulations=555).simulations == 555
    assert uct.search(WIDE, Limit(nodes=333), simulations=555).simulations == 333
    for depth in (1, 2, 5):
        assert Uct(seed=1).search(WIDE, Limit(depth=depth), simulations=5_000).depth == depth
    assert uct.search(WIDE, Limit(seconds=1e12), simulations=10).simulations == 10


def test_several_threads_share_the_simulations() -> None:
    uct = Uct(seed=1, threads=3, memory_mb=8)
    found = uct.search(EMPTY, simulations=10_001)
    assert found.simulations == 10_001
    # Two threads that count the same move at the same time may lose one of the counts.
    assert 5_000 < sum(tried.visits for tried in found.columns) <= 10_001


def test_stopped_from_another_thread() -> None:
    uct = Uct(memory_mb=64)

    def wait() -> float:
        stop = Stop()
        requested: list[float] = []

        def request() -> None:
            requested.append(time.monotonic())
            stop.request()

        threading.Timer(0.02, request).start()
        found = uct.search(WIDE, stop=stop)
        assert found.simulations > 0
        return time.monotonic() - requested[0]

    assert_quick(wait, 0.005)
    stop = Stop()
    stop.request()
    assert uct.search(WIDE, stop=stop).column in WIDE.legal_columns  # it had been requested before


def test_watched_while_it_runs() -> None:
    uct = Uct(memory_mb=8)
    seen: list[UctProgress] = []
    latest: list[UctResult | None] = []
    assert uct.latest() is None

    def watch(now: SearchProgress) -> None:
        assert isinstance(now, UctProgress)
        seen.append(now)
        latest.append(uct.latest())

    last = uct.search(WIDE, Limit(seconds=0.5), watch=watch)
    assert len(seen) >= 2
    simulations = [now.simulations for now in seen]
    assert simulations == sorted(simulations)
    assert simulations[-1] <= last.simulations
    assert all(found is not None for found in latest)
    assert uct.latest() == last
    uct.stop()  # of no effect now


# Refusals


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Uct("clever"), "policy is 'clever', but must be strong or plain"),  # type: ignore[arg-type]
        (lambda: Uct(c=-1), "c is -1, but must be a number from 0 to 100"),
        (lambda: Uct(c=math.nan), "c is nan"),
        (lambda: Uct(follow=1.1), "follow is 1.1, but must be a number from 0 to 1"),
        (lambda: Uct(follow=True), "follow is True"),
        (lambda: Uct(seed=-1), "seed is -1, but must be a whole number from 0"),
        (lambda: Uct(threads=0), "threads is 0"),
        (lambda: Uct(memory_mb=0), "memory_mb is 0"),
        (lambda: Uct(memory_mb=True), "memory_mb is True"),
        (lambda: Uct().search(EMPTY, simulations=0), "simulations is 0"),
        (lambda: Uct().search(7, simulations=1), "a position is 7, but must be a Position"),  # type: ignore[arg-type]
    ],
)
def test_nonsense_is_refused(make: Callable[[], object], words: str) -> None:
    with pytest.raises(InvalidOption, match=words):
        make()


def test_a_finished_game_is_refused() -> None:
    with pytest.raises(IllegalMove, match="no column of '7x6:1212121' can be played"):
        Uct().search(Position.parse("7x6:1212121"), simulations=1)


def test_a_text_is_taken_for_a_position() -> None:
    by_text = Uct(seed=1).search("7x6:", simulations=500)
    assert by_text.evaluations == Uct(seed=1).search(EMPTY, simulations=500).evaluations
