"""A search never takes more than its MB, by at most 5 %, and gives all of it back at once."""

import pytest

from tests.resident_memory import Taken, check, measure, resident_memory_only
from tests.search.memory_cases import CASES

pytestmark = resident_memory_only


@pytest.fixture(scope="module")
def taken() -> dict[str, Taken]:
    return measure("tests.search.memory_cases")


@pytest.mark.parametrize("name", CASES)
def test_a_search_keeps_to_its_limit(name: str, taken: dict[str, Taken]) -> None:
    check(CASES[name], taken[name])
