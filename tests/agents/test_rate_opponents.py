"""The script that measures the ratings: what it computes, keeps and writes."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from fourfold.agents.opponents import list_opponents
from scripts import rate_opponents
from scripts.rate_opponents import (
    BEGINNER,
    PAGE,
    Played,
    append_result,
    play,
    rate,
    read_results,
    tables,
)

LADDER = list_opponents()


def played(agent: str, other: str, pairs: tuple[int, int, int, int, int]) -> Played:
    return Played(agent, other, 2 * sum(pairs), 1, (0, 0, 0), pairs)


def test_ratings_add_up_and_their_errors_in_squares() -> None:
    weakest, *others = rate(
        [played("b", "a", (5, 5, 30, 20, 40)), played("c", "b", (10, 10, 30, 20, 30))]
    )
    assert (weakest.elo, weakest.error, weakest.games) == (400, 0, 0)
    assert [each.elo for each in others] == [400 + others[0].step, others[1].elo]
    assert abs(others[1].elo - others[0].elo - others[1].step) <= 1
    squares = (others[0].step_error ** 2 + others[1].step_error ** 2) ** 0.5
    assert others[1].error == pytest.approx(squares, abs=2)
    assert others[0].games == 200
    assert others[0].score == pytest.approx((5 * 0.5 + 30 + 20 * 1.5 + 40 * 2) / 200)


def test_the_same_games_with_the_same_seed() -> None:
    one = play("casual:depth=2", "greedy", 10, 7, 1)
    assert one == play("casual:depth=2", "greedy", 10, 7, 1)
    assert sum(one.tally) == 10
    assert one.pairs != play("casual:depth=2", "greedy", 10, 8, 1).pairs


def test_a_finished_match_is_not_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The whole run, with every match found in the file."""
    results = tmp_path / "matches.jsonl"
    steps = [(above.agent, below.agent) for below, above in pairwise(LADDER)]
    for agent, other in [(BEGINNER, LADDER[0].agent), *steps]:
        append_result(results, Played(agent, other, 20, 3, (12, 2, 6), (0, 1, 4, 2, 3)))
    assert len(read_results(results)) == len(LADDER)
    monkeypatch.setattr(rate_opponents, "play", lambda *_: pytest.fail("a match is played again"))
    written: list[object] = []
    monkeypatch.setattr(rate_opponents, "write_ladder", written.append)
    monkeypatch.setattr(rate_opponents, "write_page", lambda *all: written.append(all))
    arguments = ["--results", str(results), "--games", "20", "--seed", "3"]
    assert rate_opponents.main(arguments) == 0
    assert len(written) == 2


def test_the_page_has_the_ratings_of_the_ladder() -> None:
    text = PAGE.read_text("utf-8")
    for opponent in LADDER:
        rating = opponent.rating
        error = f" ± {rating.error}" if rating.error else ""
        row = rf"\| {opponent.name} \| `{re.escape(opponent.agent)}` \| {rating.elo}{error} \|.*"
        found = re.search(row, text)
        assert found is not None, opponent.name
        if rating.games:
            assert f"| {rating.games} |" in found[0]
            assert found[0].endswith(
                f"| {rating.score:.1%} | +{rating.step} ± {rating.step_error} |"
            )
    figures = tables(
        LADDER, [each.rating for each in LADDER], played("greedy", "x", (0, 0, 1, 1, 8)), []
    )
    assert figures.startswith("\n| opponent | agent | rating |")
