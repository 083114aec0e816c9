"""The search visits the same nodes as when its signature was written, in every native module."""

import pytest

from ..cross.twins import native_levels, native_module
from .signature import POSITIONS, count, written


@pytest.mark.parametrize("level", native_levels())
def test_the_nodes_are_as_written(level: str) -> None:
    found = {text: count(native_module(level), text) for text in POSITIONS}
    assert found == written(), "the search has changed: run `make signature` and commit the file"
