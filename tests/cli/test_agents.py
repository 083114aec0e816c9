"""`fourfold agents` and `fourfold move`: who there is, and one move of theirs."""

import json
import signal
from pathlib import Path

import pytest

import fourfold as ff
from tests.waiting import wait_for

from .conftest import Command
from .process import started


def test_every_agent_and_option_is_listed(fourfold: Command) -> None:
    done = fourfold("agents")
    assert (done.status, done.errors) == (0, "")
    for kind in ff.list_agents():
        assert f"{kind.name}: {kind.summary}\n  plays {kind.rules}\n" in done.output
        for option in kind.options:
            assert f"  {option.name}=" in done.output
            assert f"{option.label}: {option.doc}" in done.output
    assert "  seconds=none  " in done.output


def test_the_same_as_json(fourfold: Command) -> None:
    done = fourfold("agents", "--json")
    assert (done.status, done.errors) == (0, "")
    listed = {kind["name"]: kind for kind in json.loads(done.output)}
    assert list(listed) == [kind.name for kind in ff.list_agents()]
    for kind in ff.list_agents():
        told = listed[kind.name]
        assert (told["summary"], told["rules"]) == (kind.summary, kind.rules)
        for option, said in zip(kind.options, told["options"], strict=True):
            assert (said["name"], said["default"]) == (option.name, option.default)
            assert said["label"] == option.label
            assert (said["allowed"], said["doc"]) == (option.allowed, option.doc)
            assert said["kind"] in ("bool", "int", "float", "str")
            assert said["choices"] == list(option.choices)


@pytest.mark.parametrize(
    ("position", "options", "column"),
    [
        ("121212", [], "1"),
        ("7x6:445566", [], "3"),
        ("121212", ["--rules", "9x4"], "1"),
        ("10x4:bcbcbc", [], "b"),
        ("10x4:232323", [], "b"),
        ("4x4:", [], "2"),
    ],
)
def test_moves(fourfold: Command, position: str, options: list[str], column: str) -> None:
    done = fourfold("move", "--agent", "perfect:memory=16", position, *options)
    assert (done.status, done.errors, done.output) == (0, "", f"{column}\n")


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["121212"], "fourfold: Missing option '--agent'"),
        (["--agent", "perfect"], "fourfold: Missing argument 'POSITION'"),
        (["--agent", "genius", "1"], "fourfold: there is no agent 'genius'; the agents are"),
        (["--agent", "perfect:x=1", "1"], "fourfold: agent 'perfect:x=1' has no option 'x'"),
        (["--agent", "perfect:threads=0", "1"], "fourfold: agent 'perfect:threads=0' has"),
        (["--agent", "perfect", "8"], "fourfold: ply 1 is '8', but column 8 is not on the board"),
        (["--agent", "perfect", "1212121"], "fourfold: no column of '7x6:1212121' can be played"),
        (["--agent", "perfect", "1", "--rules", "2x2"], "fourfold: rules '2x2' are not valid"),
    ],
)
def test_bad_arguments(fourfold: Command, arguments: list[str], sentence: str) -> None:
    done = fourfold("move", *arguments)
    assert (done.status, done.output) == (2, "")
    assert done.errors.startswith(sentence)
    assert done.errors.count("\n") == 1


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="this system has no /proc")
def test_ctrl_c() -> None:
    with started("move", "--agent", "perfect:memory=16", "9x7:") as process:
        tasks = Path(f"/proc/{process.pid}/task")
        # A long search has a thread of its own.
        wait_for(lambda: len(list(tasks.iterdir())) >= 2)
        process.send_signal(signal.SIGINT)
        output, errors = process.communicate(timeout=20)
    assert (process.returncode, output, errors) == (130, b"", b"")
