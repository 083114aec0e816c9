"""PettingZoo's own tests of our environments, and what they do not ask."""

import warnings
from types import SimpleNamespace
from typing import Any

import pytest

import fourfold as ff

np = pytest.importorskip("numpy", reason="environments: the package NumPy is missing")
REASON = "environments of PettingZoo: the package PettingZoo is missing"
pytest.importorskip("pettingzoo", reason=REASON)

from pettingzoo import test as pettingzoo_test  # noqa: E402
from pettingzoo.test import performance_benchmark as benchmark_module  # noqa: E402
from pettingzoo.utils.env_logger import EnvLogger  # noqa: E402

from fourfold.adapters import pettingzoo as connect_four  # noqa: E402

RULES = ["7x6", "4x4", "9x8-xd3", "6x6-bc2", "5x4-xa1-xa2-xa3-xa4-bb1", "12x12-xa1-bl12"]

# PettingZoo keeps lists of the names of its own games that are spared these: they all observe a
# dict, begin on an empty board, and have nothing to play at the end. Ours do the same by design.
ADVICE = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or "
    "gymnasium.spaces.discrete",
    "Observation numpy array is all zeros.",
    "Action mask numpy array is all zeros (no legal actions).",
}


def play(env: Any, moves: str) -> None:
    """Reset an environment, and play moves of the notation."""
    env.reset()
    for column in ff.Position.parse(moves).moves:
        env.step(column)


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("make", [connect_four.env, connect_four.raw_env])
def test_api(make: Any, rules: str) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        pettingzoo_test.api_test(make(rules=rules), num_cycles=60)
    assert {str(warning.message) for warning in caught} <= ADVICE


@pytest.mark.parametrize("rules", RULES)
def test_parallel_api(rules: str) -> None:
    pettingzoo_test.parallel_api_test(connect_four.parallel_env(rules=rules), num_cycles=200)


@pytest.mark.parametrize("rules", RULES)
def test_seeds(rules: str) -> None:
    pettingzoo_test.seed_test(lambda: connect_four.env(rules=rules), num_cycles=100)
    pettingzoo_test.seed_test(lambda: connect_four.raw_env(rules=rules), num_cycles=100)


def test_parallel_seeds() -> None:
    pettingzoo_test.parallel_seed_test(lambda: connect_four.parallel_env(), num_cycles=100)
    EnvLogger.flush()


@pytest.mark.parametrize("rules", ["7x6", "6x6-bc2"])
def test_render(rules: str, capsys: pytest.CaptureFixture[str]) -> None:
    def make(render_mode: str) -> Any:
        return connect_four.env(rules=rules, render_mode=render_mode)

    pettingzoo_test.render_test(make)
    assert "to move" in capsys.readouterr().out


def test_state() -> None:
    env = connect_four.raw_env()
    env.action_space("player_0").seed(1)
    env.action_space("player_1").seed(2)
    pettingzoo_test.state_test(env, connect_four.parallel_env(), num_cycles=5)


def test_performance_benchmark(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """It runs for five seconds; a clock that ticks a hundredth at each look makes that short."""
    ticks = iter(range(10**6))
    clock = SimpleNamespace(time=lambda: next(ticks) / 100)
    monkeypatch.setitem(benchmark_module.__globals__, "time", clock)
    pettingzoo_test.performance_benchmark(connect_four.env())
    assert "Finished performance benchmark" in capsys.readouterr().out


def test_each_agent_sees_the_board_from_its_own_side() -> None:
    env = connect_four.raw_env("7x6")
    play(env, "7x6:443")
    mine, theirs = (env.observe(agent)["observation"] for agent in env.possible_agents)
    assert mine.shape == (5, 6, 7)
    assert mine[0, 0].tolist() == [0, 0, 1, 1, 0, 0, 0]  # the bottom row: FIRST's pieces
    assert mine[1, 1].tolist() == [0, 0, 0, 1, 0, 0, 0]
    assert (theirs[[1, 0]] == mine[:2]).all()
    assert env.agent_selection == "player_1"
    assert env.observe("player_1")["action_mask"].tolist() == [1] * 7
    assert env.observe("player_0")["action_mask"].tolist() == [0] * 7


def test_the_winner_gets_one_and_the_loser_minus_one() -> None:
    env = connect_four.env()
    play(env, "7x6:1212121")
    assert env.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert all(env.terminations.values())
    assert not any(env.truncations.values())
    assert env.unwrapped.position.to_text() == "7x6:1212121"
    rewards = {}
    for agent in env.agent_iter():
        rewards[agent] = env.last()[1]
        env.step(None)
    assert rewards == {"player_0": 1.0, "player_1": -1.0}


def test_after_a_piece_on_the_bonus_cell_the_same_agent_drops_the_ban() -> None:
    env = connect_four.env("6x6-bc2")
    play(env, "6x6-bc2:33")
    assert env.agent_selection == "player_1"
    assert env.observe("player_1")["observation"][4].all()
    env.step(3)
    assert env.agent_selection == "player_0"
    seen = env.observe("player_0")["observation"]
    assert seen[2, 0, 3] == 1
    assert not seen[3:].any()


def test_an_illegal_column_ends_the_game_by_the_convention() -> None:
    env = connect_four.env()
    play(env, "7x6:444444")
    EnvLogger.suppress_output()
    env.step(3)
    EnvLogger.unsuppress_output()
    assert all(env.terminations.values())
    assert env.rewards == {"player_0": -1.0, "player_1": 0}
    EnvLogger.flush()


def test_without_the_wrappers_an_illegal_column_raises_and_changes_nothing() -> None:
    env = connect_four.raw_env()
    play(env, "7x6:444444")
    for wrong in (3, 7, None):
        with pytest.raises(ff.IllegalMove):
            env.step(wrong)
    assert env.position.ply == 6
    assert env.agent_selection == "player_0"


def test_a_game_can_begin_in_a_position() -> None:
    for env in (connect_four.env(), connect_four.parallel_env()):
        env.reset(options={"position": "7x6:445"})
        assert env.unwrapped.position.to_text() == "7x6:445"
    assert env.position.turn is ff.SECOND
    with pytest.raises(ff.InvalidOption, match="cannot begin on 6x6"):
        env.reset(options={"position": "6x6:44"})
    with pytest.raises(ff.InvalidOption, match="is over"):
        env.reset(options={"position": "7x6:1212121"})


def test_bad_arguments_get_one_sentence() -> None:
    with pytest.raises(ff.InvalidRules, match="13x6"):
        connect_four.env(rules="13x6")
    with pytest.raises(ff.InvalidRules, match="needs Rules or their text, not 7"):
        connect_four.parallel_env(rules=7)  # type: ignore[arg-type]
    full = "4x4" + "".join(f"-x{column}{row}" for column in "abcd" for row in range(1, 5))
    with pytest.raises(ff.InvalidRules, match="needs a cell to play on"):
        connect_four.raw_env(rules=full)
    with pytest.raises(ff.InvalidOption, match="the render mode is 'video'"):
        connect_four.env(render_mode="video")


# The parallel form


def masked(env: Any, seen: Any) -> dict[str, int]:
    return {
        agent: int(env.action_space(agent).sample(seen[agent]["action_mask"])) for agent in seen
    }


@pytest.mark.parametrize("rules", RULES)
def test_parallel_games_are_those_of_the_turn_based_form(rules: str) -> None:
    turns, both = connect_four.env(rules), connect_four.parallel_env(rules)
    for agent in both.possible_agents:
        both.action_space(agent).seed(7)
    turns.reset()
    seen, infos = both.reset()
    rewards: dict[str, float] = {}
    while both.agents:
        mover = turns.agent_selection
        assert infos[mover]["to_move"]
        actions = masked(both, seen)
        assert [agent for agent, action in actions.items() if action == both.wait] == [
            agent for agent in both.agents if agent != mover
        ]
        turns.step(actions[mover])
        seen, rewards, terminations, truncations, infos = both.step(actions)
        for agent in both.possible_agents:
            assert (seen[agent]["observation"] == turns.observe(agent)["observation"]).all()
    assert turns.rewards == rewards
    assert turns.terminations == terminations
    assert not any(truncations.values())
    assert all(seen[agent]["action_mask"].tolist() == [0] * both.wait + [1] for agent in seen)
    assert (turns.state() == both.state()).all()
    with pytest.raises(ff.GameError, match="reset"):
        both.step({})


def test_the_action_of_the_waiting_agent_is_not_looked_at() -> None:
    env = connect_four.parallel_env()
    env.reset()
    env.step({"player_0": 3, "player_1": 99})
    env.step({"player_1": np.int64(3)})
    assert env.position.to_text() == "7x6:44"


@pytest.mark.parametrize("action", [7, 3, -1, None, "4"])
def test_an_illegal_action_of_the_mover_ends_the_parallel_game(action: Any) -> None:
    env = connect_four.parallel_env()
    env.reset(options={"position": "7x6:444444"})
    EnvLogger.suppress_output()
    _, rewards, terminations, truncations, infos = env.step({"player_0": action, "player_1": 0})
    EnvLogger.unsuppress_output()
    assert rewards == {"player_0": -1.0, "player_1": 0.0}
    assert all(terminations.values())
    assert all(truncations.values())
    assert "illegal_action" in infos["player_0"]
    assert env.agents == []
    EnvLogger.flush()
