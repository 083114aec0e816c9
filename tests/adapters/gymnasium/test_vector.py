"""The vector environment against the environment of one game, and in self-play."""

from typing import Any

import pytest

import fourfold as ff

np = pytest.importorskip("numpy", reason="environments: the package NumPy is missing")
gymnasium = pytest.importorskip(
    "gymnasium", reason="environments of Gymnasium: the package Gymnasium is missing"
)

from gymnasium.vector import AutoresetMode, VectorEnv  # noqa: E402

from fourfold.adapters.gymnasium import (  # noqa: E402
    ENV_ID,
    BatchPlayer,
    ConnectFourEnv,
    ConnectFourVectorEnv,
)
from fourfold.adapters.gymnasium.batch_players import greedy_columns  # noqa: E402

RULES = ["7x6", "9x8-xd3", "6x6-bc2", "5x4-xa1-xa2-xa3-xa4-bb1"]


def rightmost(position: ff.Position) -> int:
    return position.legal_columns[-1]


def rightmost_columns(batch: ff.Batch) -> Any:
    columns = batch.rules.columns
    return columns - 1 - batch.legal_mask[:, ::-1].argmax(axis=1)


def masked_columns(random: Any, mask: Any) -> Any:
    """Draw a legal column for each board; 0 where there is none."""
    return (random.random(mask.shape) * mask).argmax(axis=1)


def test_make_vec_makes_it() -> None:
    env = gymnasium.make_vec(ENV_ID, num_envs=8, rules="9x8-xd3", opponent="greedy")
    assert isinstance(env.unwrapped, ConnectFourVectorEnv)
    assert isinstance(env, VectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.NEXT_STEP
    assert env.single_observation_space.shape == (5, 8, 9)
    assert env.observation_space.shape == (8, 5, 8, 9)
    assert env.action_space.shape == (8,)
    seen, infos = env.reset(seed=1)
    assert seen in env.observation_space
    assert infos["action_mask"].shape == (8, 9)
    env.close()
    env.close()


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("side", ["first", "second", "alternate"])
@pytest.mark.parametrize("opponent", ["greedy", rightmost, "batch"])
def test_every_board_is_a_game_of_the_single_environment(
    rules: str, side: str, opponent: Any
) -> None:
    """Also where games end and begin anew, which is one step in both."""
    boards, steps = 5, 45
    single = rightmost if opponent == "batch" else opponent
    many = BatchPlayer(rightmost_columns) if opponent == "batch" else opponent
    vector = ConnectFourVectorEnv(boards, rules, many, side=side)
    ones = [ConnectFourEnv(rules, single, side=side) for _ in range(boards)]
    random = np.random.default_rng(2)
    seen, infos = vector.reset(seed=9)
    over = [False] * boards
    for board, one in enumerate(ones):
        assert (seen[board] == one.reset(seed=9)[0]).all()
    for _ in range(steps):
        columns = masked_columns(random, infos["action_mask"])
        seen, rewards, terminations, truncations, infos = vector.step(columns)
        assert not truncations.any()
        for board, one in enumerate(ones):
            reward = 0.0
            if over[board]:
                expected, info = one.reset()
                over[board] = False
            else:
                expected, reward, over[board], _, info = one.step(columns[board])
            assert (seen[board] == expected).all()
            assert rewards[board] == reward
            assert terminations[board] == over[board]
            assert infos["side"][board] == info["side"]
            assert (infos["action_mask"][board] == info["action_mask"]).all()
            assert (vector.action_masks()[board] == one.action_masks()).all()


@pytest.mark.parametrize("rules", RULES)
def test_the_native_greedy_player_is_the_agent(rules: str) -> None:
    agent = ff.agent("greedy")
    batch = ff.Batch(rules, 40, seed=3)
    for _ in range(30):
        columns = greedy_columns(batch)
        for board in np.flatnonzero(~batch.finished):
            assert columns[board] == agent.choose(batch.position(int(board))).column
        batch.step(batch.random_columns())


@pytest.mark.parametrize("rules", RULES)
def test_self_play_gives_each_ply_to_its_mover(rules: str) -> None:
    env = ConnectFourVectorEnv(6, rules, "self")
    random = np.random.default_rng(1)
    seen, infos = env.reset(seed=1)
    assert not infos["side"].any()
    positions = [ff.Position(ff.Rules.parse(rules))] * 6
    ended = 0
    for _ in range(80):
        columns = masked_columns(random, infos["action_mask"])
        seen, rewards, terminations, _, infos = env.step(columns)
        for board, position in enumerate(positions):
            if position.outcome is not None:
                after, reward = ff.Position(position.rules), 0
                ended += 1
            else:
                after = position.play(columns[board])
                reward = int(after.outcome is not None and after.outcome.winner is not None)
            positions[board] = after
            assert (seen[board] == after.planes()).all()
            assert rewards[board] == reward
            assert terminations[board] == (after.outcome is not None)
            assert infos["side"][board] == after.turn.value
    assert ended > 5


@pytest.mark.parametrize("opponent", ["random", "random:seed=4", "self", "greedy"])
def test_a_seed_repeats_all_games(opponent: str) -> None:
    def games(seed: int) -> list[bytes]:
        env = ConnectFourVectorEnv(4, "6x6-bc2", opponent)
        seen, infos = env.reset(seed=seed)
        random = np.random.default_rng(0)
        observed = [seen.tobytes()]
        for _ in range(40):
            seen, *_, infos = env.step(masked_columns(random, infos["action_mask"]))
            observed.append(seen.tobytes())
        return observed

    assert games(1) == games(1)
    if opponent == "random":
        assert games(1) != games(2)


def test_a_seeded_spec_gives_every_board_its_own_games() -> None:
    env = ConnectFourVectorEnv(8, "7x6", ("by board", "random"), side="second")
    env.reset(seed=1)
    assert len(set(env.batch.moves[:, 0].tolist())) > 1


def test_sides_are_drawn_for_every_game() -> None:
    env = ConnectFourVectorEnv(400, side="random")
    _, infos = env.reset(seed=2)
    assert 140 < infos["side"].sum() < 260  # six standard deviations
    before = infos["side"]
    _, infos = env.reset()
    assert (infos["side"] != before).any()


def test_an_illegal_column_ends_that_game_alone() -> None:
    env = ConnectFourVectorEnv(3, "7x6", rightmost, side="first")
    _, infos = env.reset(seed=1)
    _, rewards, terminations, _, infos = env.step([0, 7, -1])
    assert rewards.tolist() == [0, -1, -1]
    assert terminations.tolist() == [False, True, True]
    assert infos["illegal_action"].tolist() == [False, True, True]
    _, rewards, terminations, _, infos = env.step([0, 99, 99])  # two new games
    assert not terminations.any()
    assert "illegal_action" not in infos
    assert env.batch.ply.tolist() == [4, 0, 0]


def test_an_illegal_column_can_raise() -> None:
    env = ConnectFourVectorEnv(3, illegal="raise", side="first")
    env.reset(seed=1)
    with pytest.raises(ff.IllegalMove, match="board 1"):
        env.step([0, 7, 0])
    assert not env.batch.ply.any()


def test_what_was_returned_stays() -> None:
    env = ConnectFourVectorEnv(4, opponent="self")
    seen, infos = env.reset(seed=1)
    kept = seen.copy(), infos["action_mask"].copy(), infos["side"].copy()
    env.step([0, 1, 2, 3])
    env.step([0, 1, 2, 3])
    for before, after in zip(kept, (seen, infos["action_mask"], infos["side"]), strict=True):
        assert (before == after).all()
    seen[:] = 1  # and can be written to


def test_bad_calls_get_one_sentence() -> None:
    env = ConnectFourVectorEnv(2)
    with pytest.raises(ff.GameError, match="reset"):
        env.step([0, 0])
    env.reset()
    with pytest.raises(ff.InvalidOption, match=r"shape \(3,\).*shape \(2,\)"):
        env.step([0, 0, 0])
    with pytest.raises(ff.InvalidOption, match="float64"):
        env.step([0.0, 1.0])
    with pytest.raises(ff.InvalidOption, match="the number of boards is 0"):
        ConnectFourVectorEnv(0)
    with pytest.raises(ff.InvalidAgent):
        ConnectFourVectorEnv(2, opponent="nobody")


def test_render_modes(capsys: pytest.CaptureFixture[str]) -> None:
    text = ConnectFourVectorEnv(2, render_mode="ansi")
    text.reset()
    assert text.render() == tuple(f"{each}\n" for each in text.batch.positions())
    picture = ConnectFourVectorEnv(2, render_mode="rgb_array")
    picture.reset()
    frames = picture.render()
    assert frames is not None
    assert [np.shape(frame) for frame in frames] == [(288, 336, 3)] * 2
    assert ConnectFourVectorEnv(2).render() is None
    ConnectFourVectorEnv(2, opponent="self", render_mode="human").reset()
    assert capsys.readouterr().out.count("FIRST (O) to move") == 2


def test_the_statistics_of_gymnasium_count_its_games() -> None:
    env = gymnasium.wrappers.vector.RecordEpisodeStatistics(
        ConnectFourVectorEnv(8, "4x4", "random", side="first")
    )
    random = np.random.default_rng(1)
    _, infos = env.reset(seed=1)
    for _ in range(60):
        *_, infos = env.step(masked_columns(random, infos["action_mask"]))
    assert len(env.return_queue) > 20
    assert set(env.return_queue) <= {-1.0, 0.0, 1.0}
    assert max(env.length_queue) <= 8
