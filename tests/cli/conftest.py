"""Runs the command inside the test with arguments and typed lines, and returns its output."""

import io
from collections.abc import Callable
from typing import NamedTuple

import pytest

from fourfold.cli.main import run


class Done(NamedTuple):
    """The status and the output of a command."""

    status: int
    output: str
    errors: str

    @property
    def last_line(self) -> str:
        return self.output.rstrip().splitlines()[-1].strip()


Command = Callable[..., Done]


@pytest.fixture
def fourfold(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """Call as `fourfold("play", "--rules", "7x6", typed="4 4 5")`; each word is typed as a line."""

    def command(*arguments: str, typed: str = "") -> Done:
        words = typed.split("\n" if "\n" in typed else " ")
        lines = "".join(f"{word}\n" for word in words) if typed else ""
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        status = run(list(arguments))
        captured = capsys.readouterr()
        return Done(status, captured.out, captured.err)

    return command
