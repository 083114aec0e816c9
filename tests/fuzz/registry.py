"""The fuzz targets in Python: functions of bytes that raise on an input that is handled wrong.

A file in `targets/` adds one with `@target`. A target catches the errors that are documented for
what it calls and nothing else, and checks a property beyond "it does not crash".
"""

import ast
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path

CORPUS = Path(__file__).parent / "corpus"

Check = Callable[[bytes], None]


@dataclass(frozen=True, slots=True)
class Target:
    """One fuzz target."""

    name: str
    check: Check
    share: float
    """Its part of the inputs of a long run, in proportion to the shares of the others."""
    mutations: int
    """How many mutations of its corpus `make test` tries."""


_targets: dict[str, Target] = {}


def target(name: str, *, share: float = 1.0, mutations: int = 1000) -> Callable[[Check], Check]:
    """Register a function as a target."""

    def add(check: Check) -> Check:
        assert name not in _targets, name
        _targets[name] = Target(name, check, share, mutations)
        return check

    return add


@cache
def list_targets() -> dict[str, Target]:
    """Return all targets by name."""
    for file in sorted((Path(__file__).parent / "targets").glob("*.py")):
        import_module(f"tests.fuzz.targets.{file.stem}")
    return _targets


def read_corpus(name: str) -> list[bytes]:
    """Return the kept inputs of a target: a line each, as Python writes bytes."""
    lines = (CORPUS / f"{name}.txt").read_text("ascii").splitlines()
    return [ast.literal_eval(line) for line in lines]


def write_corpus(name: str, inputs: list[bytes]) -> None:
    """Keep the inputs of a target, the shortest first."""
    lines = [repr(data) for data in sorted(set(inputs), key=lambda data: (len(data), data))]
    (CORPUS / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), "ascii")


def text_of(data: bytes) -> str:
    """Return bytes as a text, which may hold any character and lone surrogates."""
    return data.decode("utf-8", "surrogateescape")


def check_sentence(error: Exception) -> None:
    """Check that an error message is one line that a person can be shown."""
    text = str(error)
    assert text, repr(error)
    assert "\n" not in text, repr(text)
    assert len(text) < 2_000, len(text)
