"""Single checks of an agent. Each returns how many positions it asked, or raises a Finding."""

import math
import threading
import time
from collections.abc import Callable, Iterable, Iterator

from fourfold.agents.base import Agent, Decision
from fourfold.agents.conformance.positions import is_safe
from fourfold.rules import Player, Position
from fourfold.rules.notation import column_label
from fourfold.rules.splitmix import SplitMix64
from fourfold.search import Limit, Stop


class Finding(AssertionError):  # noqa: N818 - it reads as the fact it states
    """Something that an agent should not do; the message is a sentence about the agent."""


def demand(holds: bool, sentence: str, position: Position) -> None:
    """Raise a Finding unless something holds."""
    if not holds:
        raise Finding(f"{sentence} in {position.to_text()}")


def check_decision(position: Position, decision: Decision) -> None:
    """Check that a decision is legal, and consistent with itself."""
    legal = position.legal_columns
    demand(
        type(decision.column) is int and decision.column in legal,
        f"it chose {decision.column!r}, but could play {legal}",
        position,
    )
    if decision.line:
        demand(decision.line[0] == decision.column, "its line begins otherwise", position)
        try:
            Position(position.rules, position.moves + decision.line)
        except ValueError as error:
            raise Finding(f"its line cannot be played: {error}") from None
    for told in (decision.scores, decision.evaluations):
        demand(set(told) <= set(legal), "it scored columns that cannot be played", position)
    finite = all(math.isfinite(value) for value in decision.evaluations.values())
    demand(finite, "an evaluation is not finite", position)
    if decision.evaluation is not None:
        here = decision.evaluations.get(decision.column, decision.evaluation)
        demand(
            math.isfinite(decision.evaluation)
            and math.isclose(decision.evaluation, here, rel_tol=1e-6, abs_tol=1e-12),
            "its evaluation is not that of its column",
            position,
        )
    if decision.score is not None:
        here_score = decision.scores.get(decision.column, decision.score)
        demand(here_score == decision.score, "its score is not that of its column", position)
    for number in (decision.nodes, decision.depth, decision.seconds):
        demand(number is None or number >= 0, "it counted below 0", position)
    demand(
        decision.reason.strip() == decision.reason and len(decision.reason.splitlines()) <= 1,
        "its reason is not one line",
        position,
    )


def plays_legally(
    agent: Agent, positions: Iterable[Position], limit: Limit | None, *, says_why: bool = False
) -> int:
    """Check that every answer is legal and that the position is left alone.

    says_why: whether every answer must have a reason.
    """
    asked = 0
    for position in positions:
        before = (position.to_text(), hash(position), position.key, position.legal_columns)
        decision = agent.choose(position, limit)
        check_decision(position, decision)
        demand(bool(decision.reason) or not says_why, "it gave no reason", position)
        after = (position.to_text(), hash(position), position.key, position.legal_columns)
        demand(before == after, "it changed the position", position)
        asked += 1
    return asked


def takes_wins(agent: Agent, positions: Iterable[Position], limit: Limit | None) -> int:
    """Check that the agent wins where it can at once."""
    asked = 0
    for position in positions:
        after = position.play(agent.choose(position, limit).column)
        won = after.outcome is not None and after.outcome.winner is position.turn
        demand(won, "it missed a win at once", position)
        asked += 1
    return asked


def blocks_threats(agent: Agent, positions: Iterable[Position], limit: Limit | None) -> int:
    """Check that the agent meets a single threat: by a piece, by a ban, or by the ban it gets."""
    asked = 0
    for position in positions:
        column = agent.choose(position, limit).column
        demand(is_safe(position, column), "it did not stop the opponent's win", position)
        after = position.play(column)
        if after.outcome is None and after.turn is position.turn:
            ban = agent.choose(after, limit).column
            demand(is_safe(after, ban), "it did not stop the opponent's win by its ban", after)
        asked += 1
    return asked


def repeats_itself(make: Callable[[], Agent], positions: Iterable[Position], limit: Limit) -> int:
    """Check that the same position gets the same answer: asked again, and of another agent."""
    one, other = make(), make()
    asked = [(position, one.choose(position, limit).column) for position in positions]
    for agent, order in ((one, asked), (other, asked[::-1])):
        for position, column in order:
            again = agent.choose(position, limit).column
            first, later = (column_label(each, position.rules.columns) for each in (column, again))
            demand(column == again, f"it chose {first}, and later {later}", position)
    return len(asked)


def plays_from_a_thread(agent: Agent, position: Position, limit: Limit | None) -> int:
    """Check that the agent plays when it is asked from another thread."""
    decisions: list[Decision] = []
    errors: list[BaseException] = []

    def ask() -> None:
        try:
            decisions.append(agent.choose(position, limit))
        except BaseException as error:
            errors.append(error)

    thread = threading.Thread(target=ask)
    thread.start()
    thread.join()
    if errors:
        raise errors[0]
    check_decision(position, decisions[0])
    return 1


def plays_games(
    make: Callable[[], Agent], starts: Iterable[Position], limit: Limit | None
) -> Iterator[Position]:
    """Play a game from each position against random moves, and yield its end; sides alternate."""
    chance = SplitMix64(11)
    for number, start in enumerate(starts):
        agent, side = make(), Player(number % 2)
        position = start
        while position.outcome is None:
            if position.turn is side:
                column = agent.choose(position, limit).column
            else:
                legal = position.legal_columns
                column = legal[chance.below(len(legal))]
            position = position.play(column)
        yield position


def slowest_answer(agent: Agent, positions: Iterable[Position], limit: Limit) -> float:
    """Return the seconds of the slowest of some answers."""
    slowest = 0.0
    for position in positions:
        began = time.monotonic()
        agent.choose(position, limit)
        slowest = max(slowest, time.monotonic() - began)
    return slowest


def seconds_to_stop(agent: Agent, position: Position, after: float, limit: Limit) -> float:
    """Return how long the agent took to answer once it was asked to stop; 0 if it was done."""
    stop = Stop()
    requested: list[float] = []

    def request() -> None:
        requested.append(time.monotonic())
        stop.request()

    timer = threading.Timer(after, request)
    timer.start()
    try:
        decision = agent.choose(position, limit, stop)
        ended = time.monotonic()
    finally:
        timer.cancel()
        timer.join()
    check_decision(position, decision)
    return max(0.0, ended - requested[0]) if requested else 0.0
