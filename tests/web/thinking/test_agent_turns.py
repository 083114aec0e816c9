"""Agents think while a game has visitors, and faulty agents lose or are dropped."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from fourfold.agents import AgentKind, registry
from fourfold.agents.options import Option
from fourfold.web.live.hub import Hub
from fourfold.web.settings import Settings
from fourfold.web.thinking import agent_turns
from fourfold.web.thinking.agent_cache import AgentCache, cap_options
from tests.game.mocks import Answers, Hangs, Leftmost, Raises
from tests.waiting import wait_for
from tests.web.conftest import Start
from tests.web.driver import Api


def hub_of(api: Api) -> Hub:
    hub: Hub = api.client.app.state.services.hub  # type: ignore[attr-defined]
    return hub


@pytest.fixture
def seat(monkeypatch: pytest.MonkeyPatch) -> Callable[[Any], str]:
    """Makes any agent known under a name."""

    def seat(agent: Any) -> str:
        registry.list_agents()
        kind = AgentKind("stranger", "A stranger.", lambda: agent)
        monkeypatch.setitem(registry._kinds, "stranger", kind)
        return "stranger"

    return seat


def test_nobody_thinks_once_everybody_has_left(start: Start, settings: Settings) -> None:
    api = start(replace(settings, budget=60, presence=0.3))
    game = api.create([{}, {"agent": "uct:seconds=60"}])
    game.post("moves", column="4")
    game.wait(lambda view: bool(view["thinking"] and view["thinking"]["nodes"]))
    hub = hub_of(api)
    channel = hub.channel(game.id)
    assert channel is not None
    turn = channel.turn
    assert turn is not None
    wait_for(lambda: hub.channel(game.id) is None)
    assert turn._cancelled.is_set()
    # A visitor who comes back finds the game unchanged, and the agent starts again.
    assert game.get()["position"] == "7x6:4"
    game.wait(lambda view: view["thinking"] is not None)


def test_a_game_that_moves_on_is_not_thought_about_any_more(
    start: Start, settings: Settings
) -> None:
    api = start(replace(settings, budget=60))
    game = api.create([{}, {"agent": "uct:seconds=60"}])
    for _ in range(4):  # more than there are workers: each must become free again
        game.post("moves", "FIRST", column="4")
        game.wait(lambda view: bool(view["thinking"] and not view["thinking"]["queued"]))
        game.post("undo", "FIRST")
    game.post("moves", "FIRST", column="4")
    game.wait(lambda view: bool(view["thinking"] and view["thinking"]["nodes"]))
    view = game.post("resign", "FIRST")
    assert (view["result"]["winner"], view["thinking"]) == ("SECOND", None)


@pytest.mark.parametrize(
    ("agent", "reason", "words"),
    [
        (Raises(RuntimeError("no idea")), "agent failed", "RuntimeError: no idea"),
        (Raises(MemoryError()), "agent failed", "MemoryError"),
        (Answers(None), "bad move", "no decision"),
        (Answers("\ud800"), "bad move", "no decision"),
    ],
)
def test_an_agent_that_fails_loses(
    start: Start,
    settings: Settings,
    seat: Callable[[Any], str],
    agent: Any,
    reason: str,
    words: str,
) -> None:
    api = start(settings)
    game = api.create([{}, {"agent": seat(agent)}])
    game.post("moves", column="4")
    result = game.wait(lambda view: view["result"] is not None)["result"]
    assert (result["winner"], result["reason"]) == ("FIRST", reason)
    assert words in result["detail"]
    assert game.post("undo", "FIRST")["result"] is None


def test_an_agent_that_hangs_loses_and_keeps_nobody_waiting(
    start: Start, settings: Settings, seat: Callable[[Any], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(agent_turns, "MARGIN", 0.2)
    monkeypatch.setattr(agent_turns, "GRACE", 0.2)
    agent = Hangs()
    api = start(replace(settings, budget=0.2, workers=1))
    game = api.create([{}, {"agent": seat(agent)}])
    try:
        game.post("moves", column="4")
        result = game.wait(lambda view: view["result"] is not None)["result"]
        assert (result["winner"], result["reason"]) == ("FIRST", "out of time")
        other = api.create([{}, {"agent": "greedy"}])
        other.post("moves", column="4")
        other.wait(lambda view: view["turn"] == "FIRST")
    finally:
        agent.let_go.set()


def test_every_agent_gets_the_budget_and_no_more(
    start: Start, settings: Settings, seat: Callable[[Any], str]
) -> None:
    agent = Leftmost()
    api = start(replace(settings, budget=0.7))
    game = api.create([{}, {"agent": seat(agent)}])
    game.post("moves", column="4")
    game.wait(lambda view: view["turn"] == "FIRST")
    (limit,) = agent.limits
    assert limit is not None
    assert limit.seconds == 0.7


def test_options_are_cut_to_what_the_server_allows() -> None:
    for kind in registry.list_agents():
        asked = {option.name: option.default for option in kind.options}
        asked |= {name: 64 for name in ("threads", "memory") if name in asked}
        asked |= {"memory": 2**19} if "memory" in asked else {}
        cut = cap_options(asked, kind, memory=64)
        assert cut.get("threads", 1) in (1, False)
        assert cut.get("memory", 64) == 64
        kind.make(**{**cut, **{k: v for k, v in asked.items() if k not in ("threads", "memory")}})
    whole = AgentKind("x", "", Leftmost, (Option("memory", int, 8, "", least=16),))
    assert cap_options({"memory": 16}, whole, memory=4) == {"memory": 16}


def test_an_agent_goes_on_with_its_own_game() -> None:
    agent_cache = AgentCache(2, 16)
    from fourfold import FIRST

    seats = [(game, FIRST, "random") for game in "abc"]
    agents = [agent_cache.take(seat) for seat in seats]
    for seat, agent in zip(seats, agents, strict=True):
        agent_cache.put(seat, agent)
    assert agent_cache.take(seats[2]) is agents[2]
    assert agent_cache.take(seats[2]) is not agents[2]  # it is in use
    assert agent_cache.take(seats[0]) is not agents[0]  # it had to make way
    agent_cache.forget("b")
    assert agent_cache.take(seats[1]) is not agents[1]
