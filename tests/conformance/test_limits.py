"""Every agent keeps to its limits, stops when told to, and lets itself be watched.

The bounds on time are wide, for a machine that has other things to do; what was measured is
printed (`pytest -s`).
"""

import statistics
import threading
import time
from contextlib import suppress

import pytest

from fourfold import Agent, InvalidOption, Limit, Position, SearchProgress, Stop
from fourfold.agents.conformance.positions import WIDE

from .candidates import every_agent, kind_of, make

PATIENCE = 5.0  # seconds that a busy machine may waste
SLACK = 10_000  # nodes: a search looks at its limits now and then


def wide(spec: str) -> list[Position]:
    """Boards on which there is enough to think about for ever."""
    kind = kind_of(spec)
    return [position for position in map(Position.parse, WIDE) if kind.plays(position.rules)]


@every_agent
def test_seconds(spec: str) -> None:
    agent = make(spec)
    for position in wide(spec):
        began = time.monotonic()
        decision = agent.choose(position, Limit(seconds=0.1))
        took = time.monotonic() - began
        assert took < 0.1 + PATIENCE
        assert decision.seconds is None or decision.seconds <= took + 0.001


@every_agent
@pytest.mark.parametrize("nodes", [1, 100, 10_000])
def test_nodes(spec: str, nodes: int) -> None:
    agent = make(spec)
    for position in wide(spec):
        began = time.monotonic()
        decision = agent.choose(position, Limit(nodes=nodes))
        assert time.monotonic() - began < PATIENCE
        assert decision.column in position.legal_columns
        assert decision.nodes is None or decision.nodes <= nodes + SLACK


@every_agent
@pytest.mark.parametrize("depth", [1, 3])
def test_depth(spec: str, depth: int) -> None:
    agent = make(spec)
    for position in wide(spec):
        with suppress(InvalidOption):  # a limit that means nothing to an agent is refused
            decision = agent.choose(position, Limit(seconds=0.2, depth=depth))
            assert decision.depth is None or decision.depth <= depth


@every_agent
def test_stopped_from_another_thread(spec: str) -> None:
    agent = make(spec)
    waits = []
    for position in wide(spec) * 3:
        stop = Stop()
        requested: list[float] = []

        def request(stop: Stop = stop, requested: list[float] = requested) -> None:
            requested.append(time.monotonic())
            stop.request()

        timer = threading.Timer(0.03, request)
        timer.start()
        decision = agent.choose(position, Limit(seconds=20), stop)
        ended = time.monotonic()
        timer.cancel()
        timer.join()
        assert decision.column in position.legal_columns
        if requested and requested[0] < ended:  # else it was done before
            waits.append(ended - requested[0])
    if waits:
        worst, median = max(waits), statistics.median(waits)
        print(f"{spec} stops in {1000 * median:.1f} ms, at worst {1000 * worst:.1f} ms")
        assert median < PATIENCE


@every_agent
def test_stopped_before_it_began(spec: str) -> None:
    agent = make(spec)
    stop = Stop()
    stop.request()
    for position in wide(spec):
        began = time.monotonic()
        decision = agent.choose(position, Limit(seconds=20), stop)
        assert time.monotonic() - began < PATIENCE
        assert decision.column in position.legal_columns
        # It is as good as new afterwards.
        again = agent.choose(position, Limit(seconds=0.02))
        assert again.column in position.legal_columns


@every_agent
def test_watched(spec: str) -> None:
    agent = make(spec)
    for position in wide(spec)[:2]:
        for attempt in range(3):
            seen, took = watched(agent, position)
            if seen or took < 0.3:
                break
            # The clock may have run while the machine was busy with others; but not each time.
            assert attempt < 2, "it thought without a word"
        legal = set(position.legal_columns)
        for thinking in seen:
            assert 0 <= thinking.seconds <= took
            assert thinking.nodes is None or thinking.nodes >= 0
            assert thinking.depth is None or thinking.depth >= 0
            assert thinking.column is None or thinking.column in legal
            assert set(thinking.evaluations) <= legal
            assert set(thinking.scores) <= legal
            Position(position.rules, position.moves + thinking.line)
        seconds = [thinking.seconds for thinking in seen]
        assert seconds == sorted(seconds)
        nodes = [thinking.nodes for thinking in seen if thinking.nodes is not None]
        assert nodes == sorted(nodes)


def watched(agent: Agent, position: Position) -> tuple[list[SearchProgress], float]:
    """What an agent told while it thought, and how long it took."""
    seen: list[SearchProgress] = []
    here = threading.get_ident()

    def watch(thinking: SearchProgress) -> None:
        assert threading.get_ident() == here
        seen.append(thinking)

    began = time.monotonic()
    agent.choose(position, Limit(seconds=0.4), watch=watch)
    return seen, time.monotonic() - began
