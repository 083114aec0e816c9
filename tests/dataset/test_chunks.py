"""Chunks hold the positions of a selection, and random play is not ahead of whoever takes them."""

import hashlib
from itertools import chain, islice
from pathlib import Path

import pytest

from fourfold.dataset import Labelling, Selection, find_positions, make
from fourfold.dataset.chunks import CHUNK, Chunks
from fourfold.errors import InvalidOption
from fourfold.rules import Rules

SELECTIONS = [
    Selection(count=150, seed=4),
    Selection(count=128, plies=(8, 12), unforced=True),
    Selection(rules=Rules.parse("6x6-bc2"), count=70, plies=(3, 30)),
    Selection("all", rules=Rules.parse("4x4"), plies=(3, 5)),
]


@pytest.mark.parametrize("selection", SELECTIONS, ids=str)
def test_the_chunks_are_the_positions_in_order(selection: Selection) -> None:
    chunks = Chunks(selection)
    found = list(chunks)
    assert list(chain.from_iterable(found)) == find_positions(selection)
    assert [(chunk[0].rules, len(chunk)) for chunk in found] == chunks.sizes
    assert chunks.positions == sum(map(len, found))
    assert list(chunks) == found  # a second time, without another search


def test_the_first_chunks_are_there_before_the_last_are_found() -> None:
    chunks = Chunks(Selection(count=10_000_000, plies=(10, 20)))
    assert chunks.positions == 10_000_000
    first = list(islice(chunks, 2))  # all of them would take an hour
    assert [len(chunk) for chunk in first] == [CHUNK, CHUNK]


def test_the_identity_differs_where_the_positions_do() -> None:
    same = Chunks(Selection(count=1000, seed=0)).identity
    assert Chunks(Selection()).identity == same  # what is meant without a count and a seed
    others = [
        Selection(count=999),
        Selection(seed=1),
        Selection(plies=(0, 40)),
        Selection(unforced=True),
        Selection(mirrors=True),
        Selection(rules=Rules.parse("7x6-xa1")),
    ]
    identities = {Chunks(selection).identity for selection in others}
    assert len(identities) == len(others)
    assert same not in identities


def test_random_play_finds_the_same_positions_as_ever() -> None:
    """If this fails on purpose, `_RANDOM_VERSION` grows: half-made data sets cannot go on."""
    digest = hashlib.sha256()
    for text, plies in [("7x6", (12, 30)), ("9x8-xd3", (5, 40)), ("6x6-bc2", (3, 30))]:
        selection = Selection(rules=Rules.parse(text), plies=plies, count=40, seed=3)
        for position in find_positions(selection):
            digest.update(f"{position.to_text()}\n".encode())
    assert digest.hexdigest() == "d2cbdd6af81cd7036e19630ca8adc655c09beddc4b7c4585366ed933e22f3f9d"


def test_too_few_positions_leave_nothing_behind(tmp_path: Path) -> None:
    selection = Selection(rules=Rules.parse("4x4"), plies=(3, 4), count=200)
    path = tmp_path / "small.csv"
    with pytest.raises(InvalidOption, match=r"has found only \d+ of 200 different positions"):
        make(path, selection, Labelling(memory_mb=16))
    assert list(tmp_path.iterdir()) == []
