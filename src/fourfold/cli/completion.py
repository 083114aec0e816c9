"""Completion in the shell: `--install-completion` and `--show-completion`.

Typer writes the scripts and answers them; what it says where it cannot is not for people, so that
these options are our own.
"""

import os
from pathlib import Path

import typer
from typer.completion import (  # type: ignore[attr-defined]  # its users import them from here
    Shells,
    completion_init,
    get_completion_script,
    install,
)

from fourfold.errors import InvalidOption

_VARIABLE = "_FOURFOLD_COMPLETE"
_SHELLS = "bash, zsh, fish or PowerShell"


def prepare_completion() -> None:
    """Get ready to answer a shell, if it is one that asks."""
    if _VARIABLE in os.environ:
        completion_init()


def install_completion(wanted: bool) -> None:
    """Write the script for the shell that this was typed into, and leave."""
    if wanted:
        shell, path = install(_current_shell(), "fourfold", _VARIABLE)
        print(f"Completion for {shell} is installed in {path}.")
        print("It works in the next terminal that you open.")
        raise typer.Exit


def show_completion(wanted: bool) -> None:
    """Print the script for the shell that this was typed into, and leave."""
    if wanted:
        shell = _current_shell()
        print(get_completion_script(prog_name="fourfold", complete_var=_VARIABLE, shell=shell))
        raise typer.Exit


def _current_shell() -> str:
    """Return the shell above this process, else that of the user; InvalidOption if it is none."""
    import shellingham

    try:
        name = str(shellingham.detect_shell()[0])
    except shellingham.ShellDetectionFailure:
        name = ""
    known = {shell.value for shell in Shells}
    usual = Path(os.environ.get("SHELL", "")).name
    for shell in (name, usual):
        if shell in known:
            return shell
    found = f"this is {name or usual}" if name or usual else "no shell was found"
    raise InvalidOption(f"completion needs {_SHELLS}, and {found}")
