"""Programs that speak UGI for the tests; most of them misbehave."""

import gc
import sys
import textwrap
from collections.abc import Callable
from pathlib import Path

from fourfold.agents.engine import pool

Command = tuple[str, ...]
WriteProgram = Callable[..., Command]

_PROGRAM = """\
import ctypes, os, signal, subprocess, sys, time

def answer(text, end="\\n"):
    sys.stdout.write(text + end)
    sys.stdout.flush()

{start}

position = ""
for line in sys.stdin:
    words = line.split()
    if words[0] == "ugi":
        answer("id name Planted")
        answer("ugiok")
    elif words[0] == "isready":
        answer("readyok")
    elif words[0] == "uginewgame":
        pass
{new_game}
    elif words[0] == "position":
        position = words[2]
    elif words[0] == "go":
        pass
{go}
    elif words[0] == "quit":
        break
"""


def write_program(
    path: Path, go: str = 'answer("bestmove 4")', start: str = "", new_game: str = ""
) -> Command:
    """Write a program that does this at its start, at a new game, and when it is to move."""

    def indented(text: str) -> str:
        return textwrap.indent(textwrap.dedent(text).strip(), " " * 8)

    text = _PROGRAM.format(
        start=textwrap.dedent(start).strip(), go=indented(go), new_game=indented(new_game)
    )
    path.write_text(text, encoding="utf-8")
    return sys.executable, "-I", "-S", str(path)


def end_dropped_programs() -> None:
    """End the programs of agents that nobody uses any more.

    The traceback of an error holds the agent that raised it until the garbage is collected.
    """
    gc.collect()
    pool.close_idle()
