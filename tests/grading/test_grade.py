"""`grade`: what is counted, for good, bad and broken players, on one worker and on two."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

import fourfold as ff
from fourfold.arena.statistics.quality import Phase
from fourfold.errors import WorkerError
from fourfold.grading import NAME, list_boards, load_benchmark
from fourfold.grading.api import QUICK
from fourfold.search import Result

from . import players


def test_best_moves_are_perfect() -> None:
    grade = ff.grade(players.best, quick=True)
    assert grade.benchmark == NAME
    assert len(grade.answers) == QUICK
    assert grade.perfect_rate == grade.outcome_rate == 1.0
    assert grade.points_per_move == 0
    assert grade.total.perfect_interval[1] == 1.0
    assert grade.total.points_interval == (0.0, 0.0)
    assert not grade.faults


def test_worst_moves_keep_nothing() -> None:
    grade = ff.grade(players.worst, quick=True)
    assert grade.perfect_rate == grade.outcome_rate == 0.0
    given = [each.best.score - each.worst.score for each in load_benchmark(count=QUICK)]
    assert grade.total.points == sum(given)
    assert grade.points_per_move == sum(given) / QUICK
    low, high = grade.total.points_interval
    assert low < grade.points_per_move < high


def test_the_solver_is_perfect_on_every_kind_of_board() -> None:
    grade = ff.grade("perfect", quick=True)
    assert grade.perfect_rate == 1.0
    assert set(grade.by_kind) == {"plain", "forbidden", "bonus"}
    assert grade.calibration.proofs > 0
    assert grade.calibration.wrong_proofs == 0


def test_random_moves_lie_between() -> None:
    grade = ff.grade("random", quick=True)
    assert 0.2 < grade.perfect_rate < 0.6
    assert 0.3 < (grade.outcome_rate or 0) < 0.9
    assert not grade.calibration


def test_the_parts_add_up() -> None:
    grade = ff.grade("greedy", quick=True)
    total = grade.total
    parts: list[dict[Any, Any]] = [grade.by_phase, grade.by_kind, grade.by_size, grade.by_outcome]
    for part in parts:
        for name in ("positions", "perfect", "at_stake", "kept", "points"):
            assert sum(getattr(each, name) for each in part.values()) == getattr(total, name)
    assert list(grade.by_phase) == list(Phase)
    assert list(grade.by_outcome) == list(Result)
    assert grade.by_outcome[Result.LOSS].outcome_rate is None  # nothing to keep
    assert grade.by_outcome[Result.LOSS].outcome_interval is None


def test_faults_count_as_the_worst_column_and_are_named() -> None:
    grade = ff.grade(players.never_legal, quick=True)
    assert grade.total.perfect == grade.total.kept == 0
    assert grade.total == ff.grade(players.worst, quick=True).total
    assert sum(grade.faults.values()) == QUICK
    assert all("chose 99, which is no column" in what for what in grade.faults)
    assert f"{QUICK} faults, each of which counts as the worst column" in str(grade)


def test_an_error_costs_its_own_positions_only() -> None:
    grade = ff.grade(players.fails_on_7x6, quick=True)
    standard = [each for each in grade.answers if str(each.solved.position.rules) == "7x6"]
    assert grade.faults == {"raised RuntimeError: seven is too many": len(standard)}
    assert 0 < len(standard) < QUICK
    assert all(each.column is None for each in standard)
    others = [each for each in grade.answers if str(each.solved.position.rules) != "7x6"]
    assert all(each.column == each.solved.position.legal_columns[0] for each in others)


def test_a_player_that_cannot_be_made_fails_everywhere() -> None:
    grade = ff.grade(players.NotMade, quick=True)
    assert grade.faults == {"could not be made: ValueError: no weights": QUICK}


def test_a_limit_is_kept() -> None:
    texts = [each.position for each in load_benchmark(count=2)]
    grade = ff.grade(players.Sleeper, positions=texts, limit=ff.Limit(seconds=0.01))
    assert len(grade.answers) == 2
    assert list(grade.faults) == ["exceeded its time"]


def test_a_limit_that_an_agent_cannot_keep_is_refused() -> None:
    with pytest.raises(ff.InvalidOption, match="cannot keep to a limit of depth 3"):
        ff.grade("perfect", limit=ff.Limit(depth=3))


@pytest.mark.parametrize("spec", ["casual", "uct:simulations=50,memory=8"])
def test_the_grade_does_not_depend_on_the_workers(spec: str) -> None:
    assert ff.grade(spec, quick=True, workers=2, seed=5) == ff.grade(spec, quick=True, seed=5)


def test_another_seed_gives_another_grade() -> None:
    first, second = (ff.grade("random", quick=True, seed=seed) for seed in (1, 2))
    assert first.answers != second.answers


def test_a_worker_that_dies_costs_one_position() -> None:
    grade = ff.grade(players.Dies, quick=True, workers=2)
    assert grade.faults == {"its process died": 1}
    (lost,) = (each for each in grade.answers if each.column is None)
    assert lost.solved.position == players.Dies.FATAL


def test_workers_that_all_die_end_it_with_a_sentence() -> None:
    with pytest.raises(WorkerError, match="every worker process has died"):
        ff.grade(players.DiesAlways, quick=True, workers=2)


def test_only_some_boards() -> None:
    grade = ff.grade("random", rules=["4x4", ff.Rules.parse("5x4")])
    assert set(grade.by_size) == {"4x4", "5x4"}
    assert len(grade.answers) == sum(list_boards()[ff.Rules.parse(t)] for t in ("4x4", "5x4"))
    assert len(ff.grade("random", rules="7x6", quick=True).answers) == QUICK


def test_boards_that_an_agent_does_not_play_are_left_out(tmp_path: Path) -> None:
    from fourfold.agents import registry

    kind = next(kind for kind in ff.list_agents() if kind.name == "random")
    limited = registry.AgentKind(
        "only-plain", "Plays plain boards.", kind.make, kind.options, "plain boards", _is_plain
    )
    registry.register(limited)
    try:
        grade = ff.grade("only-plain", quick=True)
        assert set(grade.by_kind) == {"plain"}
        assert grade.skipped == QUICK - len(grade.answers) > 0
        assert "left out" in str(grade)
        with pytest.raises(ff.InvalidAgent, match="it plays plain boards"):
            ff.grade("only-plain", rules="7x6-bd4")
    finally:
        del registry._kinds["only-plain"]


def _is_plain(rules: ff.Rules) -> bool:
    return not rules.forbidden and rules.bonus is None


def test_own_positions_are_solved_first(tmp_path: Path) -> None:
    known = [each for each in load_benchmark(count=30) if each.phase is Phase.END]
    texts = [each.position.to_text() for each in known]
    grade = ff.grade("perfect", positions=texts)
    assert [each.solved.columns for each in grade.answers] == [each.columns for each in known]
    assert grade.benchmark == "your own"
    assert grade.perfect_rate == 1.0
    file = tmp_path / "mine.txt"
    file.write_text("# mine\n" + "\n".join(texts) + "\n", encoding="utf-8")
    assert ff.grade("perfect", positions=file).answers == grade.answers


def test_positions_without_a_choice_are_left_out() -> None:
    cells = [(column, row) for column in range(3) for row in range(4)]
    position = ff.Position(ff.Rules(4, 4, forbidden=cells))
    assert position.legal_columns == (3,)
    grade = ff.grade("random", positions=[position, "7x6:444444"])
    assert len(grade.answers) == 1
    with pytest.raises(ff.InvalidOption, match="no position in which one column is better"):
        ff.grade("random", positions=[position])


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"rules": "6x12"}, "the boards are 6x12, but those of the benchmark are 7x6, "),
        ({"positions": "7x6:44"}, "must be a list of positions, or a Path"),
        ({"workers": 0}, "the number of workers is 0"),
        ({"seed": -1}, "the seed is -1"),
        ({"positions": ["7x6:445566 7"]}, "moves '445566 7' have ' ' at ply 7"),
    ],
)
def test_bad_arguments_get_one_sentence(wrong: dict[str, Any], message: str) -> None:
    with pytest.raises(ff.FourfoldError, match=re.escape(message)):
        ff.grade("random", **wrong)


def test_what_is_no_player_is_refused() -> None:
    with pytest.raises(ff.InvalidAgent, match="there is no agent 'nobody'"):
        ff.grade("nobody")
    with pytest.raises(ff.InvalidAgent, match="is no player"):
        ff.grade(42)


def test_a_player_that_cannot_be_sent_is_refused() -> None:
    with pytest.raises(ff.InvalidOption, match="cannot be sent to other processes"):
        ff.grade(lambda position: 0, workers=2)


def test_progress_is_reported() -> None:
    seen: list[tuple[int, int]] = []
    ff.grade("random", quick=True, report=lambda done, total: seen.append((done, total)))
    assert seen[0] == (0, QUICK)
    assert seen[-1] == (QUICK, QUICK)
    assert seen == sorted(seen)


def test_it_shows_itself() -> None:
    grade = ff.grade(("mine", players.best), quick=True)
    shown = "<Grade of mine: 100.0% perfect, 0.00 points given away per move, 200 positions>"
    assert repr(grade) == shown
    text = str(grade)
    assert text.startswith(f"mine: 200 positions, {NAME}, seed 0\n")
    for name in ("all", "opening", "middle", "end", "win", "draw", "loss", "bonus", "7x6"):
        assert re.search(rf"^{name} +\d+ +100\.0%", text, re.MULTILINE)
    assert "…" not in text
    assert all(len(line) <= 96 for line in text.splitlines())


def test_it_shows_itself_in_a_notebook() -> None:
    grade = ff.grade(("<mine>", players.certain), quick=True)
    page = grade._repr_html_()
    assert "&lt;mine&gt;: 200 positions" in page
    assert "<mine>" not in page
    for name in ("all", "opening", "draw", "bonus"):
        assert f'<th scope="row">{name}</th>' in page
    assert "Win chances: 200, Brier score 0.000" in page
    faulty = ff.grade(players.never_legal, quick=True)._repr_html_()
    assert "chose 99, which is no column" in faulty


def test_everything_is_in_the_json() -> None:
    grade = ff.grade("uct:simulations=20,memory=8", quick=True)
    told = json.loads(grade.to_json())
    assert told == grade.to_dict()
    assert told["total"]["perfect_rate"] == grade.perfect_rate
    assert told["by_phase"]["end"]["positions"] == grade.by_phase[Phase.END].positions
    assert told["calibration"]["brier"] == grade.calibration.brier
    assert len(told["moves"]) == QUICK
    perfect = sum(move["perfect"] for move in told["moves"])
    assert perfect == grade.total.perfect
