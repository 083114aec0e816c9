"""What all tests share: hypothesis settings, and a loud list of what did not run."""

import gc
import os
import signal
import sys
from collections.abc import Iterator

import pytest
from hypothesis import settings

# The same examples on every run; FOURFOLD_HYPOTHESIS=thorough looks further, with new ones.
settings.register_profile("default", derandomize=True, deadline=None, database=None)
settings.register_profile("thorough", deadline=None, max_examples=2_000)
settings.load_profile(os.environ.get("FOURFOLD_HYPOTHESIS", "default"))

# A shell that starts the tests in its background lets them ignore Ctrl-C, and every process that
# they start inherits that: the tests that send it would wait for ever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)


FIRST_FOLDERS = ("tests/web/page/", "tests/test_packaging.py", "tests/tui/")
"""The slow files: what begins last would be waited for by one process alone."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run the slow files first, in the order of `FIRST_FOLDERS`."""

    def place(item: pytest.Item) -> int:
        starts = [item.nodeid.startswith(folder) for folder in FIRST_FOLDERS]
        return starts.index(True) if any(starts) else len(starts)

    items.sort(key=place)


def pytest_collection_finish() -> None:
    """Spare the modules and thousands of tests from every garbage collection that follows."""
    gc.collect()
    gc.freeze()


@pytest.fixture(autouse=True)
def forget_admitted_players() -> Iterator[None]:
    """A player that one test names on the command line is unknown to the next."""
    yield
    registry = sys.modules.get("fourfold.agents.registry")
    if registry is not None:
        registry._admitted.clear()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """List the skipped tests at the end of the report: a green run says nothing about them."""
    reasons: dict[str, int] = {}
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else report.longrepr
        reason = str(reason).removeprefix("Skipped: ")
        reasons[reason] = reasons.get(reason, 0) + 1
    if reasons:
        terminalreporter.section("NOT RUN", sep="!", red=True, bold=True)
        for reason, count in sorted(reasons.items()):
            terminalreporter.line(f"{count} skipped: {reason}", red=True)
