"""Stops and limits by themselves; test_run.py lets them end searches."""

from fourfold.search.limits import Limit
from fourfold.search.stop import Stop


def test_a_callback_is_called_only_while_it_lasts() -> None:
    stop = Stop()
    calls: list[int] = []
    with stop.calling(lambda: calls.append(1)):
        assert not calls
    stop.request()
    assert not calls
    with stop.calling(lambda: calls.append(2)):
        assert calls == [2]


def test_limits_together() -> None:
    assert Limit(1.0).and_also(None) == Limit(1.0)
    assert Limit(1.0, 5).and_also(Limit(2.0, 3, 7)) == Limit(1.0, 3, 7)
    assert Limit().and_also(Limit()) == Limit()


def test_parts_of_limits() -> None:
    assert Limit(2.0, 10, 7).part(0.5) == Limit(1.0, 5, 7)
    assert Limit(nodes=1).part(0.1) == Limit(nodes=1)
    assert Limit().part(0.5) == Limit()


def test_what_is_left_of_limits() -> None:
    assert Limit(2.0, 10, 7).less(1.5, 4) == Limit(0.5, 6, 7)
    assert Limit(2.0, 10).less(3, 20) == Limit(1e-6, 1)
    assert Limit().less(3, 20) == Limit()
