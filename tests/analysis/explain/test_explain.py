"""Explanations: every fact about every column is checked by another search. None is false."""

import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest

import fourfold as ff
from fourfold.analysis.analyst import Analyst, ColumnAnalysis
from fourfold.analysis.explain import Explanation, Fact
from fourfold.analysis.explain.explainer import MOST_SENTENCES, ONLY_THE_SCORE, explain_analysis
from fourfold.rules import Position, Rules
from fourfold.search import Limit
from tests.analysis.coach_positions import COUNT, count_or, random_position, small_positions
from tests.analysis.explain.oracle import solve

ENOUGH = Limit(nodes=50_000_000)


def kinds(fact: type[Fact] = Fact) -> set[str]:
    """Return the names of all kinds of facts that there are."""
    own = {fact.kind} if "kind" in vars(fact) else set()
    return own.union(*(kinds(each) for each in fact.__subclasses__()))


def standard_positions(count: int, seed: int) -> Iterator[Position]:
    """Yield positions of 7x6, plain and with forbidden cells, that are solved in no time."""
    chance = random.Random(seed)
    for number in range(count):
        rules = Rules.parse(("7x6", "7x6-xd1", "7x6-xc2-xe5")[number % 3])
        yield random_position(rules, chance, most_free=18)


def explanations(positions: Iterator[Position]) -> Iterator[Explanation]:
    """Explain every column of every position."""
    analyst = Analyst(seed=1)
    for position in positions:
        analysis = analyst.analyse(position, ENOUGH)
        for column in position.legal_columns:
            yield explain_analysis(analysis, column)


def test_no_sentence_is_false() -> None:
    seen: Counter[str] = Counter()
    best = telling = 0
    small = small_positions(count_or(90), seed=3)
    standard = standard_positions(count_or(40), seed=4)
    for positions in (small, standard):
        for explanation in explanations(positions):
            for fact in explanation.facts:
                assert fact.holds(solve), (explanation.move, fact)
                seen[fact.kind] += 1
            assert 1 <= len(explanation.sentences) <= MOST_SENTENCES, explanation
            assert set(explanation.chosen) <= set(explanation.facts)
            if not {fact.kind for fact in explanation.facts} & {"gives up", "slower"}:
                best += 1
                plain = ONLY_THE_SCORE | {"all moves"}
                telling += any(fact.kind not in plain for fact in explanation.chosen)
    print(f"{dict(seen)}, {telling} of {best} best moves say more than the score")
    assert telling >= 0.95 * best
    missing = kinds() - set(seen) - {"estimate", "proven outcome"}
    assert not missing or not COUNT, missing
    assert len(missing) <= 4


def test_sentences_read_well() -> None:
    """Whole sentences, without a double space or a forgotten part."""
    for explanation in explanations(small_positions(30, seed=9)):
        for fact in explanation.facts:
            for short in (False, True):
                sentence = fact.sentence(short)
                assert sentence[0].isupper() or sentence[1].isdigit(), sentence
                assert sentence.endswith(".")
                assert "  " not in sentence
                assert len(sentence) < 200
            assert len(fact.sentence(short=True)) <= len(fact.sentence())
            rules = explanation.move.position.rules
            assert all(0 <= column < rules.columns for column in fact.columns)
            assert all(cell[0] < rules.columns and cell[1] < rules.rows for cell in fact.cells)


@pytest.mark.parametrize(
    ("text", "column", "sentence"),
    [
        ("7x6:415161", 2, "Wins at once: c1, d1, e1 and f1 are in a row."),
        ("7x6:51617", 3, "Blocks d1, the only cell where the opponent would win at once."),
        ("7x6:51617", 0, "Leaves d1 free: the opponent wins there at once."),
        (
            "7x6:4455",
            2,
            "Makes two threats at once, at b1 and f1: the opponent cannot stop them all.",
        ),
        ("7x6:4455", 1, "Forces the opponent to answer at c1."),
        ("7x6:", 3, "The only move that wins in 41 moves."),
        ("7x6:33241272332433142247", 0, "Opens a4 for the opponent, who wins there at once."),
        ("7x6:33241272332433142247", 3, "All moves lose."),
        ("5x5-bc2:3", 2, "Takes the star at c2: now a ban must be dropped."),
    ],
)
def test_examples(text: str, column: int, sentence: str) -> None:
    assert sentence in ff.explain(text, column).sentences


def test_the_best_column_is_explained_unless_another_is_given() -> None:
    assert ff.explain("7x6:4455").column == 2


def test_what_is_not_proven_is_an_estimate() -> None:
    explanation = ff.explain("12x12:", 5, limit=Limit(0.05))
    (estimate,) = [fact for fact in explanation.facts if fact.kind == "estimate"]
    assert estimate.holds(solve)
    assert "estimate" in estimate.sentence()


def test_a_column_is_proven_while_others_are_not() -> None:
    for position in small_positions(20, seed=21):
        found = Analyst(seed=1).analyse(position, ENOUGH)
        for column in list(found.columns)[:-1]:
            open_columns = {each: ColumnAnalysis(win_chance=0.4) for each in found.columns}
            partly = replace(found, columns=open_columns | {column: found.columns[column]})
            facts = explain_analysis(partly, column).facts
            outcomes = [fact for fact in facts if fact.kind == "proven outcome"]
            assert len(outcomes) == 1
            assert outcomes[0].holds(solve)


def test_what_cannot_be_explained_is_refused() -> None:
    with pytest.raises(ff.IllegalMove, match="the game is over"):
        ff.explain("7x6:4151617")
    with pytest.raises(ff.IllegalMove, match="has no room"):
        ff.explain("7x6:444444", 3)
    with pytest.raises(ff.FourfoldError, match="must be a Position or its text"):
        ff.explain(None)  # type: ignore[arg-type]
