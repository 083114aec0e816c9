"""The proofs of analyses in the database: saved, replaced, trimmed, and used by an analyst."""

from fourfold import Limit
from fourfold.analysis.analyst import Analyst
from fourfold.store import Store


def test_the_last_text_of_a_key(store: Store) -> None:
    assert store.load_proofs("7x6:// f") is None
    store.save_proofs("7x6:// f", "one")
    store.save_proofs("7x6:// s", "two")
    store.save_proofs("7x6:// f", "three")
    assert store.load_proofs("7x6:// f") == "three"
    assert store.load_proofs("7x6:// s") == "two"


def test_the_newest_are_kept(store: Store) -> None:
    for number in range(6):
        store.save_proofs(f"key {number}", "proofs")
    store.save_proofs("key 0", "again")
    assert store.trim_proofs(most=10) == 0
    assert store.trim_proofs(most=3) == 3
    assert [number for number in range(6) if store.load_proofs(f"key {number}")] == [0, 4, 5]


def test_an_analyst_finds_what_another_has_proven(store: Store) -> None:
    text = "7x6:445543232"
    first = Analyst(memory_mb=16, store=store).analyse(text, Limit(20))
    again = Analyst(memory_mb=16, store=store).analyse(text, Limit(nodes=1))
    assert again.is_complete
    assert (again.columns, again.nodes) == (first.columns, 0)
