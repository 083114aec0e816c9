"""What was proven before: found again for the same board, however it came about."""

import pytest
from hypothesis import assume, given

from fourfold import ColumnAnalysis, Limit, Position, Result, StoreError
from fourfold.analysis.analyst import Analyst
from fourfold.analysis.proofs import ProofMemory
from fourfold.rules.board_key import board_key
from fourfold.search.score import score_of
from tests.rules.strategies import positions


class Texts:
    """A store in memory, which may be broken."""

    def __init__(self) -> None:
        self.texts: dict[str, str] = {}
        self.is_broken = False

    def load_proofs(self, key: str) -> str | None:
        if self.is_broken:
            raise StoreError("the database is gone")
        return self.texts.get(key)

    def save_proofs(self, key: str, proofs: str) -> None:
        if self.is_broken:
            raise StoreError("the database is gone")
        self.texts[key] = proofs


# Keeping


def a_proof(position: Position, column: int, plies: int | None) -> ColumnAnalysis:
    free = position.rules.playable_cells - position.ply
    if plies is None:
        return ColumnAnalysis(Result.LOSS, line=(column,))
    return ColumnAnalysis(score=score_of(1 + free - plies, free), line=(column,))


@given(position=positions())
def test_proofs_are_found_for_the_board_and_its_mirror_image(position: Position) -> None:
    assume(position.outcome is None)
    store = Texts()
    last = position.rules.columns - 1
    plies = [None, 1]  # by the distance from the edge: the board may be its own mirror image
    columns = {
        column: a_proof(position, column, plies[min(column, last - column) % 2])
        for column in position.legal_columns
    }
    ProofMemory(store).remember(position, columns, store=True)
    for memory in (ProofMemory(store), ProofMemory(store)):
        assert memory.recall(position) == columns
        mirrored = memory.recall(position.mirror())
        assert {last - column: known.score for column, known in mirrored.items()} == {
            column: known.score for column, known in columns.items()
        }
        assert all(known.line == (column,) for column, known in mirrored.items())


def test_guesses_are_not_kept() -> None:
    store, position = Texts(), Position.parse("7x6:4")
    memory = ProofMemory(store)
    memory.remember(position, {0: ColumnAnalysis(win_chance=0.7)}, store=True)
    assert (store.texts, memory.recall(position)) == ({}, {})
    memory.remember(position, {0: a_proof(position, 0, 3)}, store=False)
    assert store.texts == {}
    assert set(memory.recall(position)) == {0}


@pytest.mark.parametrize(
    "damage",
    [
        "",
        "[]",
        '{"0": 1}',
        '{"9": ["win", 3, "1"]}',
        '{"0": ["victory", 3, "1"]}',
        '{"0": ["win", 3, ""]}',
        '{"0": ["win", 3, "2"]}',
        '{"0": ["win", 3, "1111111"]}',
        '{"0": ["win", 1, "12"]}',
        '{"0": ["win", 99, "1"]}',
        '{"0": ["draw", 3, "1"]}',
        '{"0": ["win", "3", "1"]}',
    ],
)
def test_a_damaged_text_is_as_good_as_none(damage: str) -> None:
    store, position = Texts(), Position()
    store.texts[board_key(position)[0]] = damage
    assert ProofMemory(store).recall(position) == {}


def test_another_analyst_need_not_prove_it_again() -> None:
    """Also where the second one may not search at all."""
    store = Texts()
    position = Position.parse("7x6:445543232")
    first = Analyst(memory_mb=16, store=store).analyse(position, Limit(20))
    assert first.is_complete
    assert list(store.texts) == [board_key(position)[0]]
    again = Analyst(memory_mb=16, store=store).analyse(position, Limit(nodes=1))
    assert again.columns == first.columns
    assert again.nodes == 0
    mirrored = Analyst(memory_mb=16, store=store).analyse(position.mirror(), Limit(nodes=1))
    assert mirrored.is_complete


def test_a_broken_store_does_no_harm() -> None:
    store = Texts()
    store.is_broken = True
    assert Analyst(memory_mb=16, store=store).analyse("7x6:445543232", Limit(20)).is_complete


def test_what_is_quickly_proven_is_not_stored() -> None:
    store = Texts()
    assert Analyst(memory_mb=16, store=store).analyse("4x4:", Limit(10)).is_complete
    assert store.texts == {}
