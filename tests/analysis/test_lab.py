"""The lab: a table of improvements of alpha-beta, measured as its source asks (docs/sources.md)."""

import pytest

from fourfold import InvalidAgent, Rules
from fourfold.agents.threat import dynamic_depth
from fourfold.analysis.lab import FURTHER_STEPS, SOURCE_STEPS, Lab, alpha_beta_agents, measure
from fourfold.analysis.lab_positions import lab_positions

AGENTS = ["classic", "hard", "threat"]


@pytest.fixture(scope="module", params=AGENTS)
def measured(request: pytest.FixtureRequest) -> Lab:
    return measure(request.param, lab_positions(), steps=SOURCE_STEPS + FURTHER_STEPS)


def test_alpha_beta_evaluates_a_tenth(measured: Lab) -> None:
    """Its table "none / alpha-beta / + ordering / + table / + dynamic depth" is reproduced with
    measured node counts and times on a fixed set of positions by one command.

    It says 1/10 with pruning, and 1/200 with ordering and table; 1/50 must be there.

    The source counts evaluated positions; it holds for visited ones as well.
    """
    plain, pruning, _, table = measured.rows[:4]
    assert [row.step for row in measured.rows[: len(SOURCE_STEPS)]] == list(SOURCE_STEPS)
    assert all(row.seconds > 0 for row in measured.rows)
    assert pruning.evaluated * 10 <= plain.evaluated
    assert pruning.nodes * 10 <= plain.nodes
    assert table.evaluated * 50 <= plain.evaluated
    assert table.nodes * 50 <= plain.nodes


def test_every_improvement_visits_fewer_nodes_than_the_one_before(measured: Lab) -> None:
    """But deepening, which looks at the shallower depths as well, and is there for the clock."""
    fixed = [row for row in measured.rows if not row.step.dynamic][:-1]
    nodes = [row.nodes for row in fixed]
    assert nodes == sorted(nodes, reverse=True)
    assert len(set(nodes)) == len(nodes)


def test_no_improvement_changes_a_choice(measured: Lab) -> None:
    assert measured.agree
    assert len(measured.rows[0].columns) == len(lab_positions())


def test_without_improvements_it_is_plain_minimax() -> None:
    """From the empty board 7 + 7**2 + ... + 7**6 positions, of which 7**6 are evaluated."""
    (row,) = measure("threat", lab_positions()[:1], steps=SOURCE_STEPS[:1]).rows
    assert row.evaluated == 7**6
    assert row.nodes == sum(7**depth for depth in range(1, 7))


def test_the_dynamic_depth_is_that_of_threat() -> None:
    positions = lab_positions()
    (row,) = measure("threat", positions, steps=SOURCE_STEPS[4:]).rows
    assert [dynamic_depth(Rules(), p.ply) for p in positions[:4]] == [6, 8, 10, 12]
    least, most = row.depths
    assert least == 6
    assert most >= 10


def test_ratios() -> None:
    measured = measure("classic", lab_positions()[:2], depth=3)
    plain, pruning, *_, dynamic = measured.rows
    assert (measured.fewer(plain), measured.fewer_nodes(plain), measured.faster(plain)) == (1, 1, 1)
    assert measured.fewer(pruning) == plain.evaluated / pruning.evaluated
    assert measured.fewer_nodes(pruning) == plain.nodes / pruning.nodes
    assert measured.fewer(dynamic) is measured.faster(dynamic) is None


def test_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    measure(
        "classic", lab_positions()[:3], 2, report=lambda done, total: told.append((done, total))
    )
    assert told == [(number, 15) for number in range(1, 16)]


def test_the_options_of_an_agent_count() -> None:
    """Another weight is another evaluation, which prunes elsewhere."""
    positions = lab_positions()
    one = measure("hard", positions, steps=SOURCE_STEPS[1:2])
    other = measure("hard:centre=300", positions, steps=SOURCE_STEPS[1:2])
    assert one.rows[0].nodes != other.rows[0].nodes


def test_who_can_be_measured() -> None:
    assert list(alpha_beta_agents()) == AGENTS
    with pytest.raises(
        InvalidAgent, match="agent 'greedy' does not play by alpha-beta; those that do are classic"
    ):
        measure("greedy", lab_positions())


@pytest.mark.parametrize("text", ["4x4", "6x5-xc1", "5x5-bb2", "12x12-xa1-bl12"])
def test_every_board(text: str) -> None:
    measured = measure("threat", lab_positions(Rules.parse(text), 6), depth=3)
    assert measured.agree
    assert measured.rows[1].nodes < measured.rows[0].nodes
