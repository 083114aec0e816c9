"""Threads of their own: what floods a server takes none from those who play."""

import json
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import anyio
import pytest

from fourfold.web import server, threads
from fourfold.web.errors import Busy
from fourfold.web.play.games import Games
from fourfold.web.settings import Settings
from fourfold.web.threads import Threads
from tests.web.conftest import Start

PATIENCE = 30.0
JSON = {"Content-Type": "application/json"}
JSON_LINES = {"Content-Type": "application/jsonl"}


@pytest.mark.parametrize(
    ("what", "path", "kind"),
    [("import_file", "/api/records", JSON_LINES), ("create", "/api/games", JSON)],
)
def test_people_move_while_uploads_and_creations_hold_all_their_threads(
    start: Start,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    what: str,
    path: str,
    kind: Any,
) -> None:
    api = start(settings)
    game = api.create()
    held = threading.Event()
    begun = threading.Semaphore(0)

    def hold(self: Games, *arguments: object) -> Any:
        begun.release()
        assert held.wait(PATIENCE)
        raise Busy("it was held")

    monkeypatch.setattr(Games, what, hold)
    monkeypatch.setattr(threads, "WAIT_SECONDS", PATIENCE)
    services = api.client.app.state.services  # type: ignore[attr-defined]
    queues = (services._creation_threads, services._upload_threads)
    with ThreadPoolExecutor(18) as pool:  # two more than there are threads for moves
        body = json.dumps({"players": [{}, {}]})
        asked = [pool.submit(api.client.post, path, content=body, headers=kind) for _ in range(18)]
        try:
            assert begun.acquire(timeout=PATIENCE)
            until = time.monotonic() + PATIENCE
            while sum(each.waiting for each in queues) < 16:
                assert time.monotonic() < until
                time.sleep(0.01)
            game.play("4444")
            assert len(game.get()["plies"]) == 4
            assert not any(each.done() and each.result().status_code < 400 for each in asked)
        finally:
            held.set()
        assert {each.result(PATIENCE).status_code for each in asked} == {503}


def test_more_calls_than_may_wait_are_refused_at_once() -> None:
    async def check() -> None:
        one = Threads(1, 1)
        held = threading.Event()
        async with anyio.create_task_group() as group:
            group.start_soon(one.run, held.wait, PATIENCE)
            group.start_soon(one.run, held.wait, PATIENCE)
            await anyio.wait_all_tasks_blocked()
            with pytest.raises(Busy, match="too much to do"):
                await one.run(int)
            held.set()

    anyio.run(check)


def test_a_thread_that_rests_leaves_half_of_the_time_to_others() -> None:
    moments: list[float] = []

    def work() -> None:
        moments.append(time.monotonic())
        time.sleep(0.05)
        moments.append(time.monotonic())

    async def check() -> None:
        one = Threads(1, rests=True)
        async with anyio.create_task_group() as group:
            group.start_soon(one.run, work)
            group.start_soon(one.run, work)

    anyio.run(check)
    _, ended, begun, _ = moments
    assert begun - ended >= 0.05


def test_threads_of_a_server_take_short_turns(monkeypatch: pytest.MonkeyPatch) -> None:
    before = sys.getswitchinterval()
    seen: list[float] = []

    async def serve_at(*_: object) -> None:
        seen.append(sys.getswitchinterval())

    monkeypatch.setattr(server._Runner, "_serve_at", serve_at)
    runner = server._Runner.__new__(server._Runner)
    runner._signal = None
    runner.started = True
    try:
        assert runner.run(None, lambda: None) == 0  # type: ignore[arg-type]
    finally:
        sys.setswitchinterval(before)
    assert seen[0] < 0.001 < before
