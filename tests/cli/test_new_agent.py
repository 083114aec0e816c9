"""`fourfold new-agent` and `fourfold check-agent`, from an empty folder on."""

import subprocess
import sys
from pathlib import Path

import pytest

from fourfold.cli.main import run

FAULTY = {
    "raises": ("raise ValueError('no idea')", "it raised", "no idea"),
    "full": ("return 0", "chose column", ""),
    "text": ("return 'left'", "chose 'left', which is no column", ""),
    "exits": ("import os; os._exit(3)", "exited with status 3", ""),
}


def test_a_new_player_passes_its_own_tests(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new-agent", "my_player"]) == 0
    told = capsys.readouterr().out
    assert "my_player/my_player.py\n" in told
    assert "class MyPlayer:" in (tmp_path / "my_player/my_player.py").read_text()
    texts = "".join(path.read_text() for path in (tmp_path / "my_player").iterdir())
    assert "CLASS" not in texts
    assert "NAME" not in texts
    tests = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider"],
        cwd=tmp_path / "my_player",
        capture_output=True,
        text=True,
        check=False,
    )
    assert tests.returncode == 0, tests.stdout + tests.stderr
    assert run(["new-agent", "my_player"]) == 2
    assert "my_player exists already" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["My-Player", "", "class", "1st", "a" * 41, "../up"])
def test_names_that_are_refused(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new-agent", name]) == 2
    assert "must be up to 40 lower-case letters" in capsys.readouterr().err
    assert not list(tmp_path.iterdir())


def test_our_own_agent_is_checked(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check-agent", "greedy", "--seconds", "2"]) == 0
    told = capsys.readouterr().out
    assert told.count("passed") == 10
    assert told.endswith("It plays by the rules, and sees what is in front of it\n")


def test_what_is_noted_is_no_fault(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check-agent", "random", "--seconds", "2"]) == 0
    told = capsys.readouterr().out
    assert "noted   takes a win: it missed a win at once in " in told


@pytest.mark.parametrize("fault", FAULTY)
def test_a_faulty_player_fails_with_the_cause(
    fault: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    code, words, cause = FAULTY[fault]
    monkeypatch.chdir(tmp_path)
    (tmp_path / "bad.py").write_text(
        f"class Bad:\n    def choose(self, position):\n        {code}\n"
    )
    seconds = "20" if fault == "full" else "1"  # few positions have a full column
    assert run(["check-agent", "bad.py:Bad", "--seconds", seconds]) == 1
    told = capsys.readouterr().out
    assert "FAILED  plays legal columns on every kind of board: " in told
    assert words in told
    assert cause in told
    assert "it would lose games through its own fault" in told


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["none.py:Bot"], "the player 'none.py:Bot' cannot be read"),
        (["greedy", "--seconds", "0"], "--seconds is 0, but must be above 0"),
        (["greedy", "--seconds", "nan"], "--seconds is nan, but must be above 0"),
        (["exec:"], "has no command after 'exec:'"),
    ],
)
def test_nonsense(arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["check-agent", *arguments]) == 2
    assert words in capsys.readouterr().err


@pytest.mark.parametrize("name", ["fourfold", "random", "typing"])
def test_a_name_that_would_hide_a_module_is_refused(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["new-agent", name]) == 2
    assert capsys.readouterr().err == (
        f"fourfold: the name is '{name}', which is a module that the player would hide; "
        "choose another\n"
    )
    assert not list(tmp_path.iterdir())


def test_a_player_that_cannot_be_made_is_told_in_its_own_words(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    player = tmp_path / "broken.py"
    player.write_text("import nonsense_abc\ndef choose(position): return 0\n")
    assert run(["check-agent", f"{player}:choose", "--seconds", "1"]) == 1
    told = capsys.readouterr().out
    assert "board: it raised ModuleNotFoundError: No module named 'nonsense_abc'\n" in told
    assert 'broken.py", line 1, in <module>\n' in told
    assert "load.py" not in told
    assert "ProgramError" not in told
