"""fourfold: Connect Four on boards of every size, with forbidden cells and a bonus cell.

>>> import fourfold as ff
>>> position = ff.Position.parse("7x6:445566")
>>> position.play(6).outcome.winner
<Player.FIRST: 0>
"""

from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any

from fourfold.errors import FourfoldError, IllegalMove, InvalidNotation, InvalidRules
from fourfold.rules import FIRST, SECOND, Outcome, Player, Position, Rules

try:
    __version__ = version("fourfold")
except PackageNotFoundError:  # run from a source tree that is not installed
    __version__ = "0+unknown"

__all__ = [
    "FIRST",
    "SECOND",
    "FourfoldError",
    "IllegalMove",
    "InvalidNotation",
    "InvalidRules",
    "Outcome",
    "Player",
    "Position",
    "Rules",
    "__version__",
]

# Public name -> the module that has it. These modules are costly to import, so that each is
# imported when its name is first used. A name that is added here belongs in __all__ as well.
_LAZY: dict[str, str] = {}


def __getattr__(name: str) -> Any:
    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(_LAZY[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
