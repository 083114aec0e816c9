"""Run one of the load scripts: `python -m scripts.load NAME ...`."""

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Sequence
from types import ModuleType

import scripts.load
from scripts.load.server import ServerError


def commands() -> dict[str, ModuleType]:
    """Return the modules that have a `run`, by the name of their command."""
    found: dict[str, ModuleType] = {}
    for each in pkgutil.iter_modules(scripts.load.__path__):
        if not each.name.startswith("_"):
            module = importlib.import_module(f"scripts.load.{each.name}")
            if hasattr(module, "run"):
                found[each.name.replace("_", "-")] = module
    return found


def main(arguments: Sequence[str] | None = None) -> int:
    """Run a command; return its exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.load", description=scripts.load.__doc__
    )
    names = parser.add_subparsers(metavar="NAME", required=True)
    for name, module in commands().items():
        summary = (module.__doc__ or "").split("\n\n")[0]
        one = names.add_parser(name, help=" ".join(summary.split()), description=module.__doc__)
        module.add_arguments(one)
        one.set_defaults(run=module.run)
    options = parser.parse_args(arguments)
    try:
        status: int = options.run(options)
        return status
    except ServerError as error:
        print(f"load: {error}", file=sys.stderr)
        return 1


if __name__ == "__main__":
    try:
        status = main()
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
