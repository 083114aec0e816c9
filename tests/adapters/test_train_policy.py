"""The example that trains a network: it learns, and the same seed gives the same network."""

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import fourfold as ff

np = pytest.importorskip("numpy", reason="examples/train_policy.py: the package NumPy is missing")

FILE = Path(__file__).parents[2] / "examples/train_policy.py"


@pytest.fixture(scope="module")
def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("train_policy", FILE)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("rules", ["5x4", "5x4-xa1-bc2"])
def test_the_gradients_are_those_of_the_loss(example: Any, rules: str) -> None:
    """Against differences of the loss itself, in double precision."""
    random = np.random.default_rng(3)
    batch = ff.Batch(rules, 12, seed=1)
    batch.step_random(5)
    weights = {
        name: weight.astype(float) + 0.1 * random.standard_normal(weight.shape)
        for name, weight in example.new_weights(batch.rules, random).items()
    }
    seen, legal = example.look(batch).astype(float), batch.legal_mask.copy()
    columns = np.array(batch.random_columns())
    advantage, target = random.standard_normal((2, 12))
    rows = np.arange(12)
    old = example.forward(weights, seen, legal)[2][rows, columns]  # nothing is clipped

    def loss() -> float:
        *_, chances, value = example.forward(weights, seen, legal)
        logs = np.log(np.maximum(chances, 1e-9))
        entropy = -(chances * logs).sum(axis=1)
        gained = advantage * chances[rows, columns] / old
        wrong = example.VALUE_WEIGHT * (value - target) ** 2
        return float((wrong - gained - example.ENTROPY * entropy).mean())

    found = example.gradients(weights, seen, legal, columns, old, advantage, target)
    for name, weight in weights.items():
        place = tuple(int(random.integers(side)) for side in weight.shape)
        before, size = weight[place], 1e-5
        weight[place] = before + size
        above = loss()
        weight[place] = before - size
        difference = (above - loss()) / (2 * size)
        weight[place] = before
        assert found[name][place] == pytest.approx(difference, abs=1e-5)


def test_it_learns_in_seconds(tmp_path: Path) -> None:
    """As a command, in a process of its own, which does not spread small matrices over threads."""
    options = ["--updates", "20", "--boards", "256", "--games", "60", "--file", "policy.npz"]
    done = subprocess.run(
        [sys.executable, "-W", "error", FILE, *options],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    before, after = done.stdout.split("Trained in ")
    for what, least, gain in (
        ("of the points against random", 75, 5),
        ("of the points against greedy", 15, 10),
        ("perfect moves", 40, 2),
    ):
        score, later = (percentage(text, what) for text in (before, after))
        assert later > max(least, score + gain), what
    assert "±" in after
    assert (tmp_path / "policy.npz").exists()


def percentage(report: str, what: str) -> float:
    match = re.search(rf"([\d.]+)%.* {what}", report)
    assert match is not None, report
    return float(match[1])


@pytest.mark.parametrize("rules", ["4x4", "6x5-xa1-bc2"])
def test_a_seed_repeats_the_network(example: Any, rules: str) -> None:
    first, second = (example.train(ff.Rules.parse(rules), 2, 16, seed=5) for _ in range(2))
    other = example.train(ff.Rules.parse(rules), 2, 16, seed=6)
    assert all((first[name] == second[name]).all() for name in first)
    assert (first["w1"] != other["w1"]).any()


def test_its_file_is_a_player(
    example: Any,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    options = ["--rules", "4x4", "--updates", "1", "--boards", "8", "--games", "4"]
    assert example.main(options) == 0
    assert "Trained in" in capsys.readouterr().out
    player = example.Policy("policy.npz")
    decision = player.choose(ff.Position.parse("4x4:1212"))
    assert decision.column in range(4)
    assert -1 <= decision.evaluation <= 1
    with pytest.raises(ff.InvalidAgent, match="plays 4x4, not 7x6"):
        player.choose(ff.Position())
    agent = ff.agent(f"{FILE}:Policy")
    assert agent.choose(ff.Position.parse("4x4:1212")).column == decision.column


def test_nonsense_gets_one_sentence(example: Any, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        example.main(["--rules", "3x3"])
    assert caught.value.code == 2
    assert "3x3" in capsys.readouterr().err.splitlines()[-1]
