"""The native core, in the fastest version that this processor can run.

The same C++ sources are compiled once for each level below, as modules of their own.
Importing this package loads the portable one, asks it what the processor can do, and
offers the names of the best level as its own. `FOURFOLD_NATIVE=portable` in the
environment chooses a level by name. `LEVEL` says which one is in use.
"""

import importlib
import os
from types import ModuleType
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from fourfold._native.portable import *

LEVELS: Final = ("portable", "x86_64_v3", "x86_64_v4")  # from the weakest to the strongest


def _load(level: str) -> ModuleType:
    """The module of one level; ModuleNotFoundError when this build has none."""
    return importlib.import_module(f"{__name__}.{level}")


def _choose(wanted: str) -> tuple[str, ModuleType]:
    """The level to use and its module. An empty wish means the best that works."""
    able = LEVELS[: LEVELS.index(_load("portable").cpu_level()) + 1]
    if wanted and wanted not in LEVELS:
        raise ImportError(f"FOURFOLD_NATIVE={wanted!r} is no level; use {' or '.join(LEVELS)}")
    if wanted and wanted not in able:
        raise ImportError(
            f"FOURFOLD_NATIVE={wanted!r} needs a newer processor; use {' or '.join(able)}"
        )
    for level in (wanted,) if wanted else reversed(able):
        try:
            return level, _load(level)
        except ModuleNotFoundError:
            continue
    raise ImportError(f"FOURFOLD_NATIVE={wanted!r} was not compiled into this build of fourfold")


LEVEL, _module = _choose(os.environ.get("FOURFOLD_NATIVE", ""))
globals().update({name: value for name, value in vars(_module).items() if name[:2] != "__"})
