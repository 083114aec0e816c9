"""Every target on its corpus and on mutations of it, and the tools around them."""

import pytest

from .mutation import mutations
from .registry import CORPUS, Target, list_targets, read_corpus


@pytest.mark.parametrize("target", list_targets().values(), ids=lambda target: target.name)
def test_target_on_its_corpus_and_mutations(target: Target) -> None:
    corpus = read_corpus(target.name)
    assert corpus
    for data in (b"", *corpus, *mutations(corpus, target.mutations, seed=1)):
        try:
            target.check(data)
        except Exception as error:
            error.add_note(f"the input of {target.name} was {data!r}")
            raise


def test_every_corpus_is_small_and_has_a_target() -> None:
    for path in CORPUS.glob("*.txt"):
        assert path.stem in list_targets()
    for path in CORPUS.iterdir():
        assert path.stat().st_size < 40_000, path.name


def test_mutations_depend_on_nothing_but_the_seed() -> None:
    corpus = [b"4455", b"7x6:44"]
    found = list(mutations(corpus, 50, seed=1))
    assert found == list(mutations(corpus, 50, seed=1))
    assert found != list(mutations(corpus, 50, seed=2))
    assert len(set(found)) > 40
