"""An agent never takes more than its MB, by at most 5 %, and gives all of it back at once."""

import pytest

from tests.agents.memory_cases import CASES
from tests.resident_memory import Taken, check, measure, resident_memory_only

pytestmark = resident_memory_only


@pytest.fixture(scope="module")
def taken() -> dict[str, Taken]:
    return measure("tests.agents.memory_cases")


@pytest.mark.parametrize("name", CASES)
def test_an_agent_keeps_to_its_limit(name: str, taken: dict[str, Taken]) -> None:
    check(CASES[name], taken[name])
