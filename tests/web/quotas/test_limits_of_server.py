"""Limits over the API: what is refused, and in which words."""

import threading
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from fourfold.agents import AgentKind, Decision, registry
from fourfold.agents.base import Control
from fourfold.rules import Position
from fourfold.web.quotas.rates import Rate
from fourfold.web.settings import Settings
from tests.game.mocks import Leftmost
from tests.waiting import wait_for
from tests.web.conftest import Start
from tests.web.driver import PEOPLE, Api, Seats
from tests.web.process import Events, Process


class Waiter(Leftmost):
    """Plays once it may, and notes how many games waited for a worker when it was asked."""

    def __init__(self, may_play: threading.Event) -> None:
        super().__init__()
        self._may_play = may_play
        self.count: Callable[[], int] = int
        self.waiting: list[int] = []

    def decide(self, position: Position, control: Control) -> Decision:
        self.waiting.append(self.count())
        self._may_play.wait(60)
        return super().decide(position, control)


CODES = [letter * 26 for letter in "abcdefghijk"]
KINDS: list[tuple[str, Callable[[Api, Any], Any]]] = [
    ("create", lambda api, headers: api.client.post("/api/games", headers=headers, json={})),
    ("create", lambda api, headers: api.client.post("/api/lobby", headers=headers, json={})),
    ("upload", lambda api, headers: api.client.post("/api/records", headers=headers, content=b"x")),
    ("search", lambda api, headers: api.client.get("/api/games", headers=headers)),
    ("search", lambda api, headers: api.client.get("/api/statistics", headers=headers)),
    ("search", lambda api, headers: api.client.get("/api/explorer/7x6:", headers=headers)),
    ("search", lambda api, headers: api.client.get("/api/me", headers=headers)),
    ("stream", lambda api, headers: api.client.get("/api/games/none/events", headers=headers)),
    ("stream", lambda api, headers: api.client.get("/api/games/none/review", headers=headers)),
    ("analyse", lambda api, headers: api.client.get("/api/analysis/7x6:44", headers=headers)),
    ("analyse", lambda api, headers: api.client.get("/api/reviews/7x6:x", headers=headers)),
    ("analyse", lambda api, headers: api.client.get("/api/tree/7x6:?agent=none", headers=headers)),
    ("analyse", lambda api, headers: api.client.get("/api/puzzles/next", headers=headers)),
]


def test_what_comes_too_often_is_refused_with_when_to_try_again(
    start: Start, settings: Settings
) -> None:
    for kind in ("create", "upload", "search", "stream", "analyse"):
        api = start(replace(settings, rates={kind: Rate(1, 3600, 1)}))
        others = [ask for of, ask in KINDS if of == kind]
        headers = {"X-Fourfold-Player": CODES[0]}
        assert others[0](api, headers).status_code != 429
        for ask in others:
            answer = ask(api, headers)
            assert answer.status_code == 429, (kind, answer.text)
            assert 3500 < int(answer.headers["Retry-After"]) <= 3600
            (sentence,) = answer.json().values()
            assert sentence.startswith("You have ")
            assert sentence.endswith(" seconds.")
        neighbour = {"X-Fourfold-Player": CODES[1]}
        assert others[0](api, neighbour).status_code != 429


def test_made_up_codes_do_not_help_for_ever(start: Start, settings: Settings) -> None:
    api = start(replace(settings, rates={"search": Rate(1, 3600, 1)}))
    answers = [
        api.client.get("/api/statistics", headers={"X-Fourfold-Player": code}) for code in CODES
    ]
    assert [answer.status_code for answer in answers] == 10 * [200] + [429]


def test_playing_is_never_limited(start: Start, settings: Settings) -> None:
    api = start(replace(settings, rates={"create": Rate(1, 3600, 1), "search": Rate(1, 3600, 1)}))
    game = api.create()
    game.play("1212121")
    assert game.view["result"] is not None
    assert api.post("/api/games", {"players": PEOPLE})[0] == 429


def test_streams_of_one_client_are_limited_and_those_of_others_are_not(tmp_path: Any) -> None:
    server = Process(f"sqlite:///{tmp_path / 'games.db'}", "--streams", "2")
    opened: list[Events] = []
    try:
        game = server.api.create()
        for _ in range(2):
            opened.append(Events(server.address, game.id))
            opened[-1].next()
        path = f"/api/games/{game.id}/events"
        refused = server.client.get(path)
        assert refused.status_code == 429
        assert refused.headers["Retry-After"] == "5"
        assert "open already" in refused.json()["error"]
        with server.client.stream("GET", path, headers={"X-Fourfold-Player": CODES[0]}) as other:
            assert other.status_code == 200
        opened.pop().close()

        def can_watch_again() -> bool:
            with server.client.stream("GET", path) as answer:
                return answer.status_code == 200

        wait_for(can_watch_again)
    finally:
        for events in opened:
            events.close()
        server.close()


def test_three_hundred_games_of_one_client_leave_another_their_second(
    start: Start, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_play = threading.Event()
    thinker, waiter = Waiter(may_play), Waiter(may_play)
    registry.list_agents()
    for kind in (
        AgentKind("thinker", "Thinks.", lambda: thinker),
        AgentKind("waiter", "Waits.", lambda: waiter),
    ):
        monkeypatch.setitem(registry._kinds, kind.name, kind)
    api = start(replace(settings, rates={}, presence=300.0))
    pool = api.client.app.state.services.pool  # type: ignore[attr-defined]
    greedy: list[Seats] = []
    for number in range(300):
        code = CODES[number % 2]  # as many names as it likes
        api.client.headers["X-Fourfold-Player"] = code
        greedy.append(api.create([{}, {"agent": "waiter"}]))
        greedy[-1].post("moves", column="4")
    # Some have lost on time meanwhile, how many depends on the machine.
    assert len(pool._queue) > 100
    thinker.count = lambda: len(pool._queue)
    api.client.headers["X-Fourfold-Player"] = CODES[2]
    game = api.create([{}, {"agent": "thinker"}])
    game.post("moves", column="4")
    wait_for(lambda: bool(thinker.waiting))
    may_play.set()
    game.wait(lambda view: view["turn"] == "FIRST", 30)
    assert thinker.waiting[0] > 100
    (limit,) = thinker.limits
    assert limit is not None
    assert limit.seconds == settings.budget == 1.0
