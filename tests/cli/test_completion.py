"""Completion in the shell: installed into an empty home, and asked as bash asks."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import shellingham

from fourfold.cli.main import run

COMMANDS = Path(sys.executable).parent  # where `fourfold` is installed

COMPLETE = """
source ~/.bashrc
ask() {
  COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _fourfold_completion fourfold; echo "${COMPREPLY[@]}"
}
ask fourfold so
ask fourfold solve --col
ask fourfold dataset m
ask fourfold xyz
complete -p fourfold
"""


@pytest.mark.skipif(shutil.which("bash") is None, reason="bash is not installed")
def test_bash_completes_commands_and_options(tmp_path: Path) -> None:
    home = {**os.environ, "HOME": str(tmp_path), "PATH": f"{COMMANDS}:{os.environ['PATH']}"}

    def bash(script: str) -> str:
        command = ["bash", "--norc", "-c", script]
        done = subprocess.run(command, env=home, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert done.stderr == ""
        return done.stdout

    (tmp_path / ".bashrc").write_text("KEPT=yes\n")
    # The echo keeps bash from replacing itself by the command: it has to be there to be found.
    told = bash("fourfold --install-completion && echo done")
    assert "Completion for bash is installed in" in told
    assert (tmp_path / ".bashrc").read_text().startswith("KEPT=yes\n")
    command, option, nested, nothing, registered = bash(COMPLETE).splitlines()
    assert command == "solve"
    assert option == "--columns"
    assert nested == "make"
    assert nothing == ""
    assert registered == "complete -o default -F _fourfold_completion fourfold"


@pytest.mark.parametrize(
    ("shell", "beginning"),
    [
        ("bash", "_fourfold_completion() {"),
        ("zsh", "#compdef fourfold"),
        ("fish", "complete --command fourfold"),
        ("pwsh", "Import-Module PSReadLine"),
    ],
)
def test_the_script_of_every_shell(
    shell: str, beginning: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shellingham, "detect_shell", lambda: (shell, f"/bin/{shell}"))
    assert run(["--show-completion"]) == 0
    script = capsys.readouterr().out
    assert script.startswith(beginning)
    assert "_FOURFOLD_COMPLETE" in script


def test_the_shell_of_the_user_where_none_is_running(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shellingham, "detect_shell", no_shell)
    monkeypatch.setenv("SHELL", "/usr/bin/fish")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert run(["--install-completion"]) == 0
    assert "Completion for fish is installed" in capsys.readouterr().out
    assert (tmp_path / ".config" / "fish" / "completions" / "fourfold.fish").is_file()


@pytest.mark.parametrize("option", ["--install-completion", "--show-completion"])
def test_an_unknown_shell_is_refused_in_a_sentence(
    option: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("SHELL", "/bin/sh")
    monkeypatch.setattr(shellingham, "detect_shell", no_shell)
    assert run([option]) == 2
    told = "fourfold: completion needs bash, zsh, fish or PowerShell, and this is sh\n"
    assert capsys.readouterr().err == told
    monkeypatch.delenv("SHELL")
    assert run([option]) == 2
    assert capsys.readouterr().err.endswith("and no shell was found\n")


def test_a_home_that_cannot_be_written_is_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(shellingham, "detect_shell", lambda: ("fish", "fish"))
    home = tmp_path / "home"
    home.write_text("a file")
    monkeypatch.setenv("HOME", str(home))
    assert run(["--install-completion"]) == 1
    assert str(home) in capsys.readouterr().err


def no_shell() -> tuple[str, str]:
    raise shellingham.ShellDetectionFailure
