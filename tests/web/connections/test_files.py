"""How many connections fit into the limit of open files, in a process of its own."""

import json
import subprocess
import sys

import pytest

from fourfold.web.connections.files import CONNECTIONS, FEWEST, RESERVE

resource = pytest.importorskip("resource")

PROGRAM = """
import json, resource, sys
soft, hard, wanted = json.loads(sys.argv[1])
resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
from fourfold.errors import InvalidOption
from fourfold.web.connections.files import allow_connections
try:
    found = allow_connections(wanted)
except InvalidOption as error:
    found = str(error)
print(json.dumps([found, resource.getrlimit(resource.RLIMIT_NOFILE)[0]]))
"""


def allowed(soft: int, hard: int, wanted: int | None) -> list[object]:
    """How many connections a process with these limits has, and its soft limit then."""
    command = [sys.executable, "-c", PROGRAM, json.dumps([soft, hard, wanted])]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found: list[object] = json.loads(done.stdout)
    return found


def test_the_soft_limit_is_raised_as_far_as_needed_and_allowed() -> None:
    assert allowed(256, 1024, None) == [1024 - RESERVE, 1024]
    assert allowed(256, 1024, 100) == [100, 300]
    assert allowed(1000, 1024, 100) == [100, 1000]
    assert allowed(100, 150, None) == [FEWEST, 150]


def test_more_than_the_system_allows_is_refused_in_one_sentence() -> None:
    told, _ = allowed(256, 1024, 825)
    assert told == (
        "--connections is 825, but must be at most 824: this process may have 1024 files open, "
        "and needs 200 for other things"
    )


def test_ten_thousand_are_enough() -> None:
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = CONNECTIONS if hard < 0 else min(CONNECTIONS, hard - RESERVE)
    assert allowed(256, hard, None)[0] == most
