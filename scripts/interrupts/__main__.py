"""Interrupt every command at random moments: `python -m scripts.interrupts [COMMAND ...]`."""

import argparse
import random
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import scripts.interrupts
from scripts.interrupts.invocations import INVOCATIONS, Invocation, make_files
from scripts.interrupts.leftovers import Files, problems_of, read_files
from scripts.interrupts.processes import PATIENCE, Ending, Interrupt, run

BAD_WORDS = ("Traceback", "Fatal Python error", "terminate called", "Exception ignored", "Error:")
SLOW = 15.0
"""Seconds after a signal within which a command has to end, on a busy machine."""


def choose_interrupt(seconds: float, number: int, invocation: Invocation, seed: int) -> Interrupt:
    """Choose the moment and the kind of an interrupt: always the same ones for a seed.

    seconds: how long the command takes.
    """
    chance = random.Random(f"{seed} {invocation.command} {number}")
    longest = seconds + (0.3 if invocation.waits else 0.0)
    moment = 0.001 + chance.random() * longest
    output = chance.choice(["pipe", "pipe", "file", "file", "closed"])
    kind = chance.random()
    if kind < 0.65:
        return Interrupt(moment, (signal.SIGINT,), output=output)
    if kind < 0.85:
        pause = chance.choice([0.0, 0.002, 0.02, 0.1])
        return Interrupt(moment, (signal.SIGINT, signal.SIGINT), pause, output)
    return Interrupt(moment, (signal.SIGTERM,), output=output)


def judge(ending: Ending, interrupt: Interrupt, invocation: Invocation, regular: int) -> list[str]:
    """Say what is wrong with how a command ended."""
    if ending.status is None:
        return [f"it had not ended after {PATIENCE:.0f} s"]
    found = [f"a process was left: {words}" for words in ending.left]
    number = interrupt.signals[0]
    if ending.after > SLOW:
        found.append(f"it took {ending.after:.1f} s to end")
    if not ending.was_ready:
        return found  # Python's own answer, in its own words
    allowed = {128 + number}
    if not invocation.waits:
        allowed.add(regular)
    elif number == signal.SIGTERM:
        allowed.add(0)  # a server that is asked to end has done all that it was to do
    if interrupt.output == "closed":
        allowed.add(1)
    if ending.status not in allowed:
        found.append(f"its status is {ending.status}")
    found += [f"it said {word!r}" for word in BAD_WORDS if word in ending.errors]
    return found


class Trial:
    """A command that is interrupted many times."""

    def __init__(self, invocation: Invocation, stock: Path, seed: int) -> None:
        self.invocation = invocation
        self.problems: list[str] = []
        self.counts: Counter[str] = Counter()
        self.longest = 0.0
        self._stock = stock
        self._seed = seed
        self._before = read_files(stock)

    def measure(self) -> None:
        """Run the command to its end, twice; the first time everything has to be loaded."""
        for _ in range(2):
            with tempfile.TemporaryDirectory(prefix="fourfold-interrupts-") as place:
                folder = Path(place) / "files"
                shutil.copytree(self._stock, folder)
                ending = run(self.invocation, folder, mark=f"{id(self)}")
                self.complete: Files = read_files(folder)
        self.regular = ending.status
        self.seconds = ending.seconds
        expected = 130 if self.invocation.waits else self.invocation.status
        if ending.status != expected:
            words = " ".join(self.invocation.words)
            self.problems.append(f"fourfold {words} ended with {ending.status}: {ending.errors}")

    def attempt(self, number: int) -> None:
        """Interrupt the command once."""
        interrupt = choose_interrupt(self.seconds, number, self.invocation, self._seed)
        with tempfile.TemporaryDirectory(prefix="fourfold-interrupts-") as place:
            folder = Path(place) / "files"
            shutil.copytree(self._stock, folder)
            mark = f"{id(self)}-{number}"
            ending = run(self.invocation, folder, interrupt, mark)
            found = judge(ending, interrupt, self.invocation, self.regular or 0)
            found += problems_of(folder, self._before, self.complete)
            found += [f"{name} was left in the folder for temporary files"
                      for name in read_files(Path(place) / "tmp")]  # fmt: skip
            if self.invocation.resumes and number % 5 == 0:
                found += self._resume(folder)
        self.longest = max(self.longest, ending.after)
        self.counts[_kind(ending)] += 1
        if found:
            names = "+".join(each.name for each in interrupt.signals)
            self.problems.append(
                f"number {number}, {names} after {interrupt.seconds:.3f} s, output "
                f"{interrupt.output}: {'; '.join(found)}\n{ending.errors[-3000:]}"
            )

    def _resume(self, folder: Path) -> list[str]:
        """Give the same command again: it must complete its file."""
        ending = run(self.invocation, folder)
        name = self.invocation.resumes
        if name == "new.csv" and ending.status == 2 and "exists already" in ending.errors:
            return []  # it was interrupted when it had just written it
        if ending.status != 0:
            return [f"it cannot go on: {ending.errors}"]
        whole = read_files(folder).get(name, b"")
        if whole != self.complete[name] and not name.endswith(".games"):
            return [f"{name} is another one after it went on"]
        return problems_of(folder, self._before, self.complete)


def _kind(ending: Ending) -> str:
    if not ending.was_ready:
        return "before"
    return {130: "130", 143: "143"}.get(ending.status or 0, "ended")


def main(arguments: Sequence[str] | None = None) -> int:
    """Interrupt the commands; return 1 if something was left."""
    parser = argparse.ArgumentParser(
        prog="python -m scripts.interrupts", description=scripts.interrupts.__doc__
    )
    names = [each.command for each in INVOCATIONS]
    parser.add_argument("commands", nargs="*", metavar="COMMAND", help='such as "book build"')
    parser.add_argument("--times", type=int, default=200, help="how often: 200 if not given")
    parser.add_argument("--seed", type=int, default=1, help="chooses the moments")
    parser.add_argument("--jobs", type=int, default=2, help="how many commands run at once")
    options = parser.parse_args(arguments)
    if unknown := [name for name in options.commands if name not in names]:
        parser.error(f"there is no command {unknown[0]!r}")
    # A shell that starts this in its background lets it ignore Ctrl-C, which commands inherit.
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    began, bad, total = time.monotonic(), 0, Counter[str]()
    print(
        f"{'command':20} seconds  times  before   130   143  ended  slowest  problems", flush=True
    )
    with tempfile.TemporaryDirectory(prefix="fourfold-interrupts-") as place:
        stock = Path(place) / "stock"
        make_files(stock)
        for invocation in INVOCATIONS:
            if options.commands and invocation.command not in options.commands:
                continue
            trial = Trial(invocation, stock, options.seed)
            trial.measure()
            with ThreadPoolExecutor(options.jobs) as executor:
                list(executor.map(trial.attempt, range(options.times)))
            counts = trial.counts
            print(f"{invocation.command:20} {trial.seconds:7.2f} {options.times:6} "
                  f"{counts['before']:7} {counts['130']:5} {counts['143']:5} "
                  f"{counts['ended']:6} {trial.longest:6.1f} s {len(trial.problems):9}",
                  flush=True)  # fmt: skip
            for problem in trial.problems[:10]:
                print("   ", problem.strip().replace("\n", "\n      "), flush=True)
            bad += len(trial.problems)
            total += counts
    print(f"{sum(total.values())} interrupts in {time.monotonic() - began:.0f} s: {bad} problems; "
          f"{total['before']} came before Python ran our first line")  # fmt: skip
    return 1 if bad else 0


if __name__ == "__main__":
    try:
        sys.exit(main())
    except KeyboardInterrupt:
        sys.exit(130)
