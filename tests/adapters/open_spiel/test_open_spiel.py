"""OpenSpiel's own tests of our game, our plain boards against its own, and our agents as bots."""

import copy
import pickle
import random
from typing import Any

import pytest

import fourfold as ff

np = pytest.importorskip("numpy", reason="games of OpenSpiel: the package NumPy is missing")
pyspiel = pytest.importorskip("pyspiel", reason="games of OpenSpiel: OpenSpiel is not installed")

from open_spiel.python.observation import make_observation  # noqa: E402

from fourfold.adapters.open_spiel import AgentBot, FourfoldState, position_of, state_of  # noqa: E402

RULES = ["7x6", "4x4", "9x8-xd3", "6x6-bc2", "5x4-xa1-xa2-xa3-xa4-bb1", "12x12-xa1-bl12"]


def load(rules: str) -> Any:
    return pyspiel.load_game(f"fourfold(rules={rules})")


def first_legal(position: ff.Position) -> int:
    return position.legal_columns[0]


@pytest.mark.parametrize("rules", RULES)
def test_the_random_simulations_of_open_spiel_pass(rules: str) -> None:
    pyspiel.random_sim_test(load(rules), num_sims=3, serialize=True, verbose=False)


@pytest.mark.parametrize("rules", RULES)
def test_its_checks_of_a_game_pass(rules: str) -> None:
    """Those of `games_sim_test`, which it runs over all games that come with it."""
    sim_test = pytest.importorskip(
        "open_spiel.python.tests.games_sim_test",
        reason="games of OpenSpiel: its own tests are not installed",
        exc_type=ImportError,
    )
    case = sim_test.GamesSimTest()
    np.random.seed(5)
    case.sim_game(load(rules))


def test_the_game_says_what_it_is() -> None:
    game = pyspiel.load_game("fourfold")
    assert game.get_type().short_name == "fourfold"
    assert game.num_distinct_actions() == 7
    assert game.max_game_length() == 42
    assert game.observation_tensor_shape() == [5, 6, 7]
    assert (game.min_utility(), game.max_utility(), game.utility_sum()) == (-1, 1, 0)
    wide = load("12x12-xa1-bl12")
    assert wide.num_distinct_actions() == 12
    assert wide.max_game_length() == 143
    for each in (game, wide):
        again = pickle.loads(pickle.dumps(each))
        assert again.rules == each.rules
        assert again.new_initial_state().position == each.new_initial_state().position


@pytest.mark.parametrize("columns", range(4, 13))
def test_plain_boards_agree_with_connect_four(columns: int) -> None:
    """Legal actions, whose turn it is, ends and returns, at every ply of random games."""
    chance = random.Random(columns)
    for rows in range(4, 13):
        theirs = pyspiel.load_game(f"connect_four(rows={rows},columns={columns})")
        for _ in range(2):
            ours = load(f"{columns}x{rows}").new_initial_state()
            state = theirs.new_initial_state()
            while True:
                assert ours.is_terminal() == state.is_terminal()
                assert ours.current_player() == state.current_player()
                assert ours.legal_actions() == state.legal_actions()
                assert ours.returns() == state.returns()
                assert ours.rewards() == state.rewards()
                assert position_of(state) == position_of(ours)
                if state.is_terminal():
                    break
                action = chance.choice(state.legal_actions())
                ours.apply_action(action)
                state.apply_action(action)


def test_a_ban_is_a_second_action_of_the_same_player() -> None:
    state = state_of("6x6-bc2:33")
    assert state.current_player() == 1
    state.apply_action(3)
    assert state.current_player() == 0
    assert state.position.to_text() == "6x6-bc2:334"


def test_observations_are_those_of_the_player_who_asks() -> None:
    game = load("7x6")
    state = state_of("7x6:443")
    observation = make_observation(game)
    for player in (0, 1):
        observation.set_from(state, player)
        seen = observation.dict["observation"]
        assert seen[player, 0].tolist() == [0, 0, 1, 1, 0, 0, 0]
        assert seen[1 - player, 1].tolist() == [0, 0, 0, 1, 0, 0, 0]
        assert state.observation_tensor(player) == seen.reshape(-1).tolist()
        assert state.observation_string(player) == str(state.position)
    with pytest.raises(ValueError, match="have no parameters"):
        make_observation(game, params={"size": 3})


def test_a_clone_goes_its_own_way() -> None:
    state = state_of("7x6:44")
    clone = state.clone()
    clone.apply_action(0)
    assert state.history() == [3, 3]
    assert clone.history() == [3, 3, 0]
    assert state.position.to_text() == "7x6:44"
    assert clone.position.to_text() == "7x6:441"
    assert copy.deepcopy(state.position) is state.position


def test_a_state_is_written_and_read() -> None:
    state = state_of("9x8-xd3:4455")
    game = state.get_game()
    again = game.deserialize_state(state.serialize())
    assert isinstance(again, FourfoldState)
    assert again.position == state.position
    both = pyspiel.serialize_game_and_state(game, state)
    game, again = pyspiel.deserialize_game_and_state(both)
    assert again.position == state.position
    assert state.action_to_string(3) == "4"


def test_bad_rules_get_one_sentence() -> None:
    with pytest.raises(ff.InvalidRules, match="13x6"):
        load("13x6")
    with pytest.raises(ff.InvalidOption, match="must be fourfold or connect_four"):
        position_of(pyspiel.load_game("tic_tac_toe").new_initial_state())
    five = pyspiel.load_game("connect_four(x_in_row=5)")
    with pytest.raises(ff.InvalidOption, match="a line of 5 wins"):
        position_of(five.new_initial_state())


@pytest.mark.parametrize("name", ["fourfold(rules=6x6-bc2)", "connect_four", "fourfold"])
def test_bots_play_each_other(name: str) -> None:
    game = pyspiel.load_game(name)
    bots = [AgentBot("greedy"), AgentBot(first_legal)]
    returns = pyspiel.evaluate_bots(game.new_initial_state(), bots, 3)
    assert returns == [1, -1]


def test_a_bot_plays_the_bot_of_open_spiel() -> None:
    game = pyspiel.load_game("connect_four")
    evaluator = pyspiel.RandomRolloutEvaluator(1, 3)
    policy = pyspiel.ChildSelectionPolicy.UCT
    mcts = pyspiel.MCTSBot(game, evaluator, 2.0, 20, 10, False, 1, False, policy)
    ours = AgentBot("uct:simulations=300", seed=1)
    assert pyspiel.evaluate_bots(game.new_initial_state(), [ours, mcts], 1) == [1, -1]


def test_a_bot_tells_its_policy_and_repeats_itself() -> None:
    state = state_of("7x6:4455")
    bot = AgentBot("random", seed=7)
    policy, action = bot.step_with_policy(state)
    assert [pair for pair in policy if pair[1]] == [(action, 1.0)]
    assert len(policy) == 7
    columns = set()
    for _ in range(30):
        bot.restart()
        columns.add(bot.step(state))
    assert len(columns) > 3
    assert AgentBot("random", seed=7).step(state) == action


def test_a_bot_is_refused_at_once() -> None:
    with pytest.raises(ff.InvalidAgent):
        AgentBot("nobody")


def test_its_algorithms_play_our_game() -> None:
    """The value of a small position by OpenSpiel's alpha-beta, and by our solver."""
    minimax = pytest.importorskip("open_spiel.python.algorithms.minimax", reason="no minimax")
    position = ff.Position.parse("4x4-bb2:1122334")
    state = state_of(position)
    value, _ = minimax.alpha_beta_search(
        state.get_game(), state=state, maximizing_player_id=state.current_player()
    )
    assert value == {"win": 1, "draw": 0, "loss": -1}[ff.solve(position).outcome]
