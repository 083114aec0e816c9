"""Says what a player's own code did wrong: its error in a line, and its part of the traceback."""

import traceback

from fourfold.agents import base, registry
from fourfold.agents.external import adapter, kaggle, load

_LONGEST = 200
_CALLERS = {module.__file__ for module in (base, registry, adapter, kaggle, load)}


def error_text(error: BaseException) -> str:
    """Return an error in one short line; the error's own `__str__` may fail."""
    name = type(error).__name__
    try:
        message = one_line(str(error))
    except Exception:
        return name
    return f"{name}: {message}" if message else name


def one_line(text: str) -> str:
    """Return a text without its line ends, and not too long."""
    line = " ".join(text.split())
    return line if len(line) <= _LONGEST else line[: _LONGEST - 3] + "..."


def own_traceback(error: BaseException, caller: str) -> str:
    """Return the traceback of a player's error, from the player's own code on.

    caller: the file that asked the player, which is left out like all others on the way to it.
    """
    trace = error.__traceback__
    while trace is not None and _leads_to_player(trace.tb_frame.f_code.co_filename, caller):
        trace = trace.tb_next
    try:
        return "".join(traceback.format_exception(type(error), error, trace)).strip()
    except Exception:  # the error's own __str__ failed
        return type(error).__name__


def _leads_to_player(path: str, caller: str) -> bool:
    return path == caller or path in _CALLERS or path.startswith("<frozen importlib")
