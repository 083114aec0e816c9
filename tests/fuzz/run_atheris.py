"""Fuzz one target with atheris: `python -m tests.fuzz.run_atheris NAME`, then its options."""

import sys
from importlib.machinery import PathFinder
from pathlib import Path

import atheris

# Atheris instruments what Python finds on the path, and not what an editable install finds.
sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "src"))
sys.meta_path.insert(0, PathFinder)
with atheris.instrument_imports(include=["fourfold"]):
    from tests.fuzz.registry import list_targets

    TARGETS = list_targets()


def main() -> None:
    """Fuzz until a limit of libFuzzer ends it."""
    check = TARGETS[sys.argv.pop(1)].check
    atheris.Setup(sys.argv, check)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
