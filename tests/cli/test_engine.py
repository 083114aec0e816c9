"""`fourfold engine`: the process that other programs talk to."""

import subprocess
import sys

from tests.cli.process import started


def talk(agent: str, *lines: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        [sys.executable, "-m", "fourfold", "engine", agent],
        input="".join(f"{line}\n" for line in lines),
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_session() -> None:
    done = talk("random:seed=1", "ugi", "isready", "position fen 9x8-xd3-be4:4455", "go", "quit")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "ugiok\nreadyok\n" in done.stdout
    assert done.stdout.splitlines()[-1].startswith("bestmove ")


def test_the_end_of_the_input_ends_it_while_it_thinks() -> None:
    done = talk("uct", "go infinite")  # subprocess closes its input at once
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1].startswith("bestmove ")


def test_a_bad_agent_is_refused() -> None:
    done = talk("nobody")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("fourfold: there is no agent 'nobody'")


def test_it_ends_with_those_who_talk_to_it() -> None:
    with started("engine", "random") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"ugi\n")
        process.stdin.flush()
        while process.stdout.readline() != b"ugiok\n":
            pass
        process.stdin.close()
        assert process.wait(60) == 0
