"""What searched is freed by its last reference, at once and without the collector."""

import gc
import threading
import time
import weakref
from collections.abc import Callable, Iterator

import pytest

from fourfold.agents.registry import agent
from fourfold.game.runner import Thought
from fourfold.rules import Position
from fourfold.search import Limit, Stop
from fourfold.search.run import run_native
from fourfold.support.background import run_in_background

_POSITION = Position.parse("12x12:")


class Owner:
    """Stands for an agent with its tables."""

    def search(self) -> None:
        time.sleep(0.001)

    def fail(self) -> None:
        raise ValueError("no search")

    def choose(self, *_: object) -> None:
        self.fail()


@pytest.fixture(autouse=True)
def _no_collector() -> Iterator[None]:
    gc.disable()
    yield
    gc.enable()


def _dies(reference: Callable[[], object]) -> bool:
    """Return True if an object is freed; a thread that used it may still be on its way out."""
    deadline = time.monotonic() + 20
    while reference() is not None and time.monotonic() < deadline:
        time.sleep(0.001)
    return reference() is None


def _in_thread(work: Callable[[], object]) -> None:
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()


@pytest.mark.parametrize("where", [_in_thread, lambda work: work()], ids=["thread", "main"])
def test_a_search_that_has_ended_is_held_by_nobody(where: Callable[..., None]) -> None:
    owner = Owner()
    freed = weakref.ref(owner)
    where(lambda owner=owner: run_native(owner.search, owner.search, Stop()))
    del owner
    assert _dies(freed)


@pytest.mark.parametrize("where", [_in_thread, lambda work: work()], ids=["thread", "main"])
def test_nor_is_one_that_has_failed_or_whose_report_has(where: Callable[..., None]) -> None:
    def fails(owner: Owner) -> None:
        with pytest.raises(ValueError, match="no search"):
            run_native(owner.fail, owner.search, Stop())
        ended = threading.Event()
        with pytest.raises(ValueError, match="no search"):
            run_native(lambda: ended.wait(20), ended.set, None, owner.fail)
        with pytest.raises(ValueError, match="no search"):
            run_in_background(owner.fail, "test")

    owner = Owner()
    freed = weakref.ref(owner)
    where(lambda owner=owner: fails(owner))
    del owner
    assert _dies(freed)


def test_an_agent_that_fails_is_freed_with_its_turn() -> None:
    owner = Owner()
    freed = weakref.ref(owner)
    thought = Thought(owner, _POSITION)  # type: ignore[arg-type]
    assert thought.wait(20)
    fault = thought.fault()
    assert fault is not None
    assert "no search" in fault.what
    del owner
    assert _dies(freed)


@pytest.mark.parametrize("spec", ["perfect:memory=16", "classic:level=expert,memory=64", "uct"])
def test_an_agent_is_freed_when_it_is_dropped(spec: str) -> None:
    def choose() -> None:
        player = agent(spec)
        freed.append(weakref.ref(player))
        player.choose(_POSITION, Limit(nodes=500), Stop())

    freed: list[weakref.ref[object]] = []
    choose()
    _in_thread(choose)
    assert all(_dies(each) for each in freed)
