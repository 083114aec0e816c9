"""Run the benchmarks, print a table for each, and write all results to a file.

The exit status is 1 if an answer was wrong. A floor that is missed is shown, but is no failure: it
may be the machine's fault.
"""

import argparse
import importlib
import pkgutil
import sys
from collections.abc import Sequence
from pathlib import Path

from rich.console import Console

import benchmarks
from benchmarks.framework import BENCHMARKS, Options, Result, line, report, show, write
from benchmarks.positions import BadPositions
from fourfold import _native

WIDTH_OF_FILES = 200


def main(arguments: Sequence[str] | None = None) -> int:
    for module in pkgutil.iter_modules(benchmarks.__path__):
        if not module.name.startswith("_"):
            importlib.import_module(f"benchmarks.{module.name}")
    options = parse(arguments)
    console = Console()
    if not console.is_terminal:
        console.width = WIDTH_OF_FILES
    asked = Options(options.quick, options.memory, options.size)
    console.print(f"fourfold's native core: {_native.LEVEL}")
    results: dict[str, list[Result]] = {}
    usual = [name for name in sorted(BENCHMARKS) if BENCHMARKS[name].by_default]
    for name in options.only or usual:
        results[name] = []
        try:
            for result in BENCHMARKS[name].run(asked):
                results[name].append(result)
                if BENCHMARKS[name].live:
                    console.print(line(result), highlight=False, markup=False, soft_wrap=True)
        except BadPositions as error:
            print(f"benchmarks: {error}", file=sys.stderr)
            return 1
        show(console, name, results[name], already=BENCHMARKS[name].live)
    try:
        write(options.json, report(results, options.quick))
    except OSError as error:
        print(f"benchmarks: cannot write {options.json}: {error.strerror}", file=sys.stderr)
        return 1
    console.print(f"written to {options.json}", highlight=False)
    wrong = [result for of_name in results.values() for result in of_name if not result.correct]
    if wrong:
        print(f"benchmarks: wrong answers: {len(wrong)}", file=sys.stderr)
    return 1 if wrong else 0


def parse(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=benchmarks.__doc__)
    parser.add_argument(
        "--only",
        metavar="NAME",
        action="append",
        choices=sorted(BENCHMARKS),
        help=f"run this one; may be given again: {', '.join(sorted(BENCHMARKS))}",
    )
    parser.add_argument("--quick", action="store_true", help="small cases, once each")
    parser.add_argument(
        "--memory", metavar="MB", type=int, help="the solver's table (solver: 128, boards: 1024)"
    )
    parser.add_argument(
        "--size",
        metavar="N",
        type=int,
        default=Options().size,
        help="boards: empty boards with columns + rows up to N (default: %(default)s)",
    )
    parser.add_argument(
        "--json",
        metavar="FILE",
        type=Path,
        default=Path("build/bench.json"),
        help="where the results go (default: %(default)s)",
    )
    return parser.parse_args(arguments)


if __name__ == "__main__":
    try:
        status = main()
    except KeyboardInterrupt:
        status = 130
    sys.exit(status)
