"""Tables are freed when nobody needs them, and all of them count."""

import asyncio
import gc
import re
import threading
import weakref
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from fourfold.agents.registry import list_agents
from fourfold.analysis.analyst import Analyst
from fourfold.rules import Position
from fourfold.search import Limit, Stop
from fourfold.web.quotas.clients import Client
from fourfold.web.services import Services
from fourfold.web.settings import Settings
from fourfold.web.thinking import analysis, pool
from fourfold.web.thinking.agent_cache import ServerAgent
from fourfold.web.thinking.memory import most_memory
from tests.waiting import wait_for
from tests.web.conftest import Start

DOCS = Path(__file__).parents[3] / "docs" / "deploying.md"
SPECS = [kind.name for kind in list_agents() if not kind.is_external]


@pytest.fixture
def _no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


def _in_thread(work: Callable[[], object]) -> None:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


@pytest.mark.usefixtures("_no_collector")
@pytest.mark.parametrize("spec", [*SPECS, "classic:level=expert"])
def test_every_agent_of_the_server_is_freed_with_its_tables(spec: str) -> None:
    freed: list[weakref.ref[object]] = []

    def think() -> None:
        player = ServerAgent(spec, 16)
        player.choose(Position.parse("12x12:"), Limit(0.05, nodes=2000), Stop())
        own = player._agent
        assert own is not None
        freed.extend(weakref.ref(each) for each in (player, own))

    _in_thread(think)
    wait_for(lambda: all(each() is None for each in freed))


def test_a_turn_that_was_left_leaves_no_agent_behind(start: Start, settings: Settings) -> None:
    api = start(replace(settings, budget=60, presence=0.3))
    services: Services = api.client.app.state.services  # type: ignore[attr-defined]
    game = api.create([{}, {"agent": "uct:seconds=60"}])
    game.post("moves", column="4")
    game.wait(lambda view: bool(view["thinking"] and view["thinking"]["nodes"]))
    wait_for(lambda: services.hub.channel(game.id) is None)
    wait_for(lambda: not services.pool.busy)
    assert not len(services.agent_cache._agents)


def test_idle_workers_free_the_tables_of_their_analyses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pool, "_IDLE", 0.05)
    made: list[weakref.ref[object]] = []

    class Noted(Analyst):
        def __init__(self, *arguments: object, **options: object) -> None:
            super().__init__(*arguments, **options)  # type: ignore[arg-type]
            made.append(weakref.ref(self))

    monkeypatch.setattr(analysis, "Analyst", Noted)

    async def main() -> None:
        services = Services(Settings(database=f"sqlite:///{tmp_path / 'games.db'}", workers=1))
        services.open()
        try:
            for text in ("12x12:", "12x12:a"):
                board = Position.parse(text)
                job = services.analyses.start(board, 0.1, Client("here"))
                await job.answer
                services.analyses.result(job)
                del job
                while made[-1]() is not None:
                    await asyncio.sleep(0.01)
        finally:
            await services.close()

    async def bounded() -> None:
        async with asyncio.timeout(60):
            await main()

    asyncio.run(bounded())
    assert len(made) == 2


def test_the_docs_have_the_formula() -> None:
    text = DOCS.read_text(encoding="utf-8")
    found = re.search(r"^    (300 \+ workers .*?) +MB$", text, re.MULTILINE)
    assert found is not None
    formula = found[1].replace("×", "*")
    for workers in (1, 2, 64):
        told = eval(formula, {}, {"workers": workers})
        assert told == most_memory(workers, Settings().memory)
    assert "| memory | 684 MB, and 256 MB for each of `--workers`" in text
    assert most_memory(0, 64) == 684
    assert most_memory(1, 64) - most_memory(0, 64) == 256
