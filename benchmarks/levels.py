"""The native modules that can be measured here."""

from types import ModuleType

from fourfold import _native


def levels() -> dict[str, ModuleType]:
    """Return the modules that this processor can run, by name, the one in use first."""
    able = _native.LEVELS[: _native.LEVELS.index(_native.cpu_level()) + 1]
    found = {_native.LEVEL: _native._module}
    for name in reversed(able):
        try:
            found.setdefault(name, _native._load(name))
        except ModuleNotFoundError:
            continue
    return found
