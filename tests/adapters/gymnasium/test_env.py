"""Gymnasium's own check of the environment, and games against agents."""

from typing import Any

import pytest

import fourfold as ff

np = pytest.importorskip("numpy", reason="environments: the package NumPy is missing")
gymnasium = pytest.importorskip(
    "gymnasium", reason="environments of Gymnasium: the package Gymnasium is missing"
)

from gymnasium.utils.env_checker import check_env  # noqa: E402

from fourfold.adapters.gymnasium import ENV_ID, ConnectFourEnv  # noqa: E402

RULES = ["7x6", "4x4", "9x8-xd3", "6x6-bc2", "12x12-xa1-bl12"]


def leftmost(position: ff.Position) -> int:
    return position.legal_columns[0]


class Rightmost:
    def choose(self, position: ff.Position) -> int:
        return position.legal_columns[-1]


def play_game(env: Any, choose: Any, **reset: Any) -> tuple[float, dict[str, Any]]:
    """Play a game, and return its reward and its last info."""
    _, info = env.reset(**reset)
    reward, over = 0.0, False
    while not over:
        _, reward, over, truncated, info = env.step(choose(info["action_mask"]))
        assert not truncated
        assert reward == 0 or over
    return reward, info


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("opponent", ["random", "greedy", leftmost, Rightmost, Rightmost()])
def test_the_checker_of_gymnasium_is_content(rules: str, opponent: Any) -> None:
    name = f"fourfold.adapters.gymnasium:{ENV_ID}"
    env = gymnasium.make(name, rules=rules, opponent=opponent)
    check_env(env.unwrapped)


def test_the_id_is_registered_on_import() -> None:
    env = gymnasium.make(ENV_ID, rules="9x8-xd3", opponent="greedy")
    assert isinstance(env.unwrapped, ConnectFourEnv)
    assert env.observation_space.shape == (5, 8, 9)
    assert env.action_space.n == 9


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("side", ["first", "second", "random", "alternate"])
def test_games_are_legal_and_rewards_are_the_outcome(rules: str, side: str) -> None:
    env = ConnectFourEnv(rules, "random", side=side)
    space = env.action_space
    space.seed(3)
    env.reset(seed=4)
    for _ in range(6):
        reward, info = play_game(env, space.sample)
        outcome = ff.Position.parse(info["position"]).outcome
        assert outcome is not None
        expected = {None: 0, ff.Player(info["side"]): 1, ff.Player(1 - info["side"]): -1}
        assert reward == expected[outcome.winner]


def test_the_observation_is_the_learners() -> None:
    env = ConnectFourEnv(opponent=leftmost, side="second")
    seen, info = env.reset(seed=1)
    assert info["side"] == 1
    assert info["position"] == "7x6:1"
    assert seen[1, 0].tolist() == [1, 0, 0, 0, 0, 0, 0]
    seen, *_ = env.step(3)
    assert seen[0, 0].tolist() == [0, 0, 0, 1, 0, 0, 0]
    assert seen[1, :2, 0].tolist() == [1, 1]


def test_the_last_observation_is_the_learners_too() -> None:
    env = ConnectFourEnv(opponent=leftmost, side="first")
    env.reset(seed=1)
    for _ in range(4):
        seen, reward, over, _, info = env.step(6)
    assert over
    assert reward == 1
    assert seen[0, :4, 6].all()
    assert seen[1, :3, 0].all()
    assert not info["action_mask"].any()
    assert not env.action_masks().any()


def test_a_loss_is_minus_one() -> None:
    env = ConnectFourEnv(opponent=leftmost, side="second")
    env.reset()
    rewards = [env.step(column)[1] for column in (6, 6, 5)]
    assert rewards == [0, 0, -1]


@pytest.mark.parametrize("side", ["first", "second"])
def test_whoever_reaches_the_bonus_cell_drops_the_ban(side: str) -> None:
    def third(position: ff.Position) -> int:
        return 2

    env = ConnectFourEnv("6x6-bc2", third, side=side)
    seen, _ = env.reset()
    if side == "first":
        seen, *_ = env.step(2)  # the opponent lands on c2 and drops the ban on c3
        assert env.position.to_text() == "6x6-bc2:333"
        assert seen[2, 2, 2] == 1
    else:
        seen, _, over, *_ = env.step(2)  # the learner lands on c2, and is to move again
        assert env.position.must_ban
        assert seen[4].all()
        assert not over
        seen, *_ = env.step(0)
        assert seen[2, 0, 0] == 1
        assert env.position.turn is ff.SECOND


def test_sides() -> None:
    def sides(side: str, **reset: Any) -> list[int]:
        env = ConnectFourEnv(side=side)
        env.reset(seed=5)
        return [env.reset(**reset)[1]["side"] for _ in range(20)]

    assert set(sides("first")) == {0}
    assert set(sides("second")) == {1}
    assert set(sides("random")) == {0, 1}
    assert sides("alternate") == [1, 0] * 10
    assert set(sides("first", options={"side": "second"})) == {1}


def test_a_seed_repeats_all_games() -> None:
    def games(seed: int) -> list[str]:
        env = ConnectFourEnv(opponent="random", side="random")
        env.action_space.seed(0)
        seeds = [seed, *[None] * 5]
        played = [play_game(env, env.action_space.sample, seed=each)[1] for each in seeds]
        return [info["position"] for info in played]

    assert games(1) == games(1)
    assert len({*games(1), *games(2)}) == 12


def test_a_game_can_begin_in_a_position() -> None:
    env = ConnectFourEnv(opponent=leftmost)
    _, info = env.reset(options={"position": "7x6:44", "side": "second"})
    assert info["position"] == "7x6:441"
    with pytest.raises(ff.InvalidOption, match="over before the learner moves"):
        env.reset(options={"position": "7x6:121212", "side": "second"})
    with pytest.raises(ff.GameError, match="reset"):
        env.step(0)


def test_an_illegal_column_loses_or_raises() -> None:
    env = ConnectFourEnv(opponent="greedy", side="first")
    env.reset(options={"position": "7x6:444444"})
    _, reward, over, _, info = env.step(3)
    assert (reward, over, info["illegal_action"]) == (-1, True, True)
    with pytest.raises(ff.GameError, match="reset"):
        env.step(0)
    strict = ConnectFourEnv(opponent="greedy", side="first", illegal="raise")
    strict.reset(options={"position": "7x6:444444"})
    for wrong in (3, 7, "4"):
        with pytest.raises(ff.IllegalMove):
            strict.step(wrong)  # type: ignore[arg-type]
    assert strict.position.ply == 6


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"side": "left"}, "the side is 'left', but must be first, second, random or alternate"),
        ({"illegal": "skip"}, "'skip', but must be lose or raise"),
        ({"opponent": "nobody"}, "there is no agent 'nobody'"),
        ({"opponent": 5}, "5 is no player"),
        ({"rules": "3x3"}, "3x3"),
        ({"render_mode": "video"}, "'video'"),
    ],
)
def test_bad_arguments_get_one_sentence(arguments: dict[str, Any], words: str) -> None:
    with pytest.raises(ff.FourfoldError) as caught:
        ConnectFourEnv(**arguments)
    assert words in str(caught.value)


def test_an_opponent_that_plays_nonsense_is_named() -> None:
    def stuck(position: ff.Position) -> int:
        return 99

    env = ConnectFourEnv(opponent=stuck, side="second")
    with pytest.raises(ff.MatchError, match="the opponent stuck chose 99"):
        env.reset()


def test_masks_are_those_of_sb3() -> None:
    env = ConnectFourEnv(opponent="greedy", side="first")
    _, info = env.reset(options={"position": "7x6:444444"})
    assert env.action_masks().dtype == np.bool_
    assert env.action_masks().tolist() == [True, True, True, False, True, True, True]
    assert info["action_mask"].tolist() == [1, 1, 1, 0, 1, 1, 1]
    assert env.action_space.sample(info["action_mask"]) != 3


def test_human_mode_prints_every_position(capsys: pytest.CaptureFixture[str]) -> None:
    env = ConnectFourEnv(opponent=leftmost, side="first", render_mode="human")
    env.reset()
    env.step(3)
    assert capsys.readouterr().out.count("FIRST (O) to move") == 2
