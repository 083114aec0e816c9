"""The native package: the choice of a level, and stubs that say what is there."""

import os
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import pytest

from fourfold import _native


def public_names(module: object) -> set[str]:
    return {name for name in vars(module) if not name.startswith("_")}


class FakeModule(ModuleType):
    """Stands for the portable level on a processor that goes up to `best`."""

    def __init__(self, best: str) -> None:
        super().__init__("fake")
        self.cpu_level = lambda: best


def import_level(wanted: str) -> subprocess.CompletedProcess[str]:
    code = "from fourfold import _native; print(_native.LEVEL, _native.perft.__module__)"
    environment = {**os.environ, "FOURFOLD_NATIVE": wanted}
    command = [sys.executable, "-c", code]
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)


def test_the_committed_stub_is_up_to_date(tmp_path: Path) -> None:
    fresh = tmp_path / "portable.pyi"
    module = "fourfold._native.portable"
    command = [sys.executable, "-m", "nanobind.stubgen", "-q", "-m", module, "-o", str(fresh)]
    subprocess.run(command, check=True)
    assert _native.__file__ is not None
    committed = Path(_native.__file__).with_name("portable.pyi")
    assert fresh.read_text() == committed.read_text(), "stale stub: run `make stubs`"


def test_every_level_of_this_build_offers_the_same_names() -> None:
    assert public_names(_native) >= public_names(_native._load("portable")) >= {"perft"}
    for level in _native.LEVELS[: _native.LEVELS.index(_native.cpu_level()) + 1]:
        try:
            module = _native._load(level)
        except ModuleNotFoundError:
            pytest.skip(f"this build has no level {level}")
        assert public_names(module) == public_names(_native._load("portable"))


def test_the_levels_live_side_by_side_in_one_process() -> None:
    totals = set()
    for level in _native.LEVELS[: _native.LEVELS.index(_native.cpu_level()) + 1]:
        try:
            module = _native._load(level)
        except ModuleNotFoundError:
            continue
        totals.add(module.perft(module.Rules(7, 6), [], 5))
    assert totals == {7**5}


def test_the_best_level_is_taken_unless_one_is_named() -> None:
    assert import_level("").stdout.split()[0] == import_level(_native.cpu_level()).stdout.split()[0]
    assert import_level("portable").stdout.split() == ["portable", "fourfold._native.portable"]


def test_an_unknown_level_is_refused_with_one_sentence() -> None:
    result = import_level("turbo")
    assert result.returncode != 0
    assert result.stderr.splitlines()[-1] == (
        "ImportError: FOURFOLD_NATIVE='turbo' is no level; use portable or x86_64_v3 or x86_64_v4"
    )


def test_a_level_beyond_the_processor_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    weak = FakeModule("portable")
    monkeypatch.setattr(_native, "_load", lambda level: weak)
    assert _native._choose("") == ("portable", weak)
    with pytest.raises(ImportError, match="'x86_64_v3' needs a newer processor; use portable"):
        _native._choose("x86_64_v3")


def test_a_level_that_was_not_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    portable = FakeModule("x86_64_v3")

    def load(level: str) -> object:
        if level != "portable":
            raise ModuleNotFoundError(level)
        return portable

    monkeypatch.setattr(_native, "_load", load)
    assert _native._choose("") == ("portable", portable)
    with pytest.raises(ImportError, match="'x86_64_v3' was not compiled into this build"):
        _native._choose("x86_64_v3")
