"""The agent `uct` does what its source asks (docs/sources.md): each test is named after a point."""

import math

import pytest

import fourfold as ff
from fourfold import FIRST, SECOND, Limit, Player, Position, Result, Rules
from fourfold.agents.uct import UctAgent
from fourfold.rules.splitmix import SplitMix64
from fourfold.search.uct import Uct

# UCT: tree policy, expansion, default policy, backup, until time or simulations run out


def test_tree_policy_is_ucb1_with_the_divisions_restored() -> None:
    """Q/N + c * sqrt(2 ln N(parent) / N(child)); `tests/search/test_uct_truth.py` has more."""
    uct = Uct("plain", c=1.0, seed=4, memory_mb=4)
    found = uct.search(Position(), simulations=500)
    for _ in range(100):
        total = sum(tried.visits for tried in found.columns)
        scores = {
            t.column: (t.win_rate or 0) + math.sqrt(2 * math.log(total) / t.visits)
            for t in found.columns
        }
        after = uct.search(Position(), simulations=1)
        (chosen,) = (
            new.column
            for old, new in zip(found.columns, after.columns, strict=True)
            if new.visits > old.visits
        )
        assert scores[chosen] == pytest.approx(max(scores.values()), abs=1e-5)
        found = after


def test_expansion_of_one_untried_action() -> None:
    for simulations in range(1, 8):
        found = Uct("plain", seed=1, memory_mb=1).search(Position(), simulations=simulations)
        assert sorted(tried.visits for tried in found.columns) == (
            [0] * (7 - simulations) + [1] * simulations
        )
        assert found.nodes == simulations
        assert found.depth == 1
    assert Uct("plain", seed=1, memory_mb=1).search(Position(), simulations=8).depth == 2


def reward(position: Position, player: Player) -> float:
    """What random games from here bring a player on average, worked out in full."""
    if position.outcome is not None:
        winner = position.outcome.winner
        return 0.5 if winner is None else float(winner is player)
    games = [reward(position.play(column), player) for column in position.legal_columns]
    return sum(games) / len(games)


@pytest.mark.parametrize("text", ["4x4:214324244", "5x4-xd1-bb1:1135554132"])
def test_default_policy_plays_uniformly_random_moves(text: str) -> None:
    position = Position.parse(text)
    width, games = len(position.legal_columns), 1_000
    totals = dict.fromkeys(position.legal_columns, 0.0)
    for seed in range(games):
        found = Uct("plain", seed=seed, memory_mb=1).search(position, simulations=width)
        for tried in found.columns:
            assert tried.visits == 1
            totals[tried.column] += tried.win_rate or 0
    for column, total in totals.items():
        expected = reward(position.play(column), position.turn)
        assert total / games == pytest.approx(expected, abs=5 * 0.5 / math.sqrt(games))


def test_backup_alternates_by_the_player_to_move() -> None:
    """What wins for one side loses for the other, which must prevent it."""
    found = Uct("plain", seed=1, memory_mb=8).search(Position.parse("7x6:12121"), simulations=5_000)
    rates = {tried.column: tried.win_rate or 0 for tried in found.columns}
    assert found.column == 0  # where FIRST would win
    assert all(rates[column] < rates[0] - 0.1 for column in range(1, 7))


def test_a_ban_keeps_the_player() -> None:
    """Who has filled the bonus cell owes the ban as well, which wins in one column only."""
    position = Position.parse("5x5-bc2:242524514141343")
    assert position.must_ban
    before = Position(position.rules, position.moves[:-1])
    assert before.turn is position.turn
    for policy in ("plain", "strong"):
        decision = ff.agent(f"uct:policy={policy},simulations=20000,seed=1").choose(position)
        assert ff.solve(position.play(decision.column)).outcome is Result.LOSS  # the opponent's


def test_until_time_or_simulations_run_out() -> None:
    position = Position.parse("12x12:")
    assert UctAgent(simulations=321, seed=1).choose(position).simulations == 321
    decision = UctAgent(seconds=0.1).choose(position)
    assert decision.seconds is not None
    assert 0.1 <= decision.seconds < 2


def test_final_choice_by_visits() -> None:
    for seed in range(20):
        agent = UctAgent(policy="plain", simulations=100, seed=seed, memory=1)
        decision = agent.choose(Position.parse("9x8-xd3:5"))
        assert decision.visits[decision.column] == max(decision.visits.values())


# Options


def test_options_seconds_simulations_c_seed_threads() -> None:
    (kind,) = (kind for kind in ff.list_agents() if kind.name == "uct")
    names = [option.name for option in kind.options]
    assert {"seconds", "simulations", "c", "seed", "threads", "policy"} <= set(names)
    agent = ff.agent("uct:seconds=5,simulations=50,c=1.4,seed=3,threads=2")
    assert agent.choose(Position()).column in range(7)


def test_c_is_how_much_is_explored() -> None:
    def share(c: float) -> float:
        decision = UctAgent(policy="plain", simulations=5_000, seed=1, c=c).choose(Position())
        return max(decision.visits.values()) / 5_000

    assert share(0.1) > share(1) > share(10)
    assert share(10) < 0.2


def test_plain_is_available_exactly() -> None:
    """Without knowledge: even a win in one is found by simulations only, and nothing is proven."""
    decision = UctAgent(policy="plain", simulations=7, seed=1).choose(Position.parse("7x6:121212"))
    assert set(decision.visits.values()) == {1}
    assert not decision.scores
    decision = UctAgent(policy="plain", simulations=700, seed=1).choose(
        Position.parse("7x6:121212")
    )
    assert decision.column == 0
    assert decision.evaluations[0] == 1.0
    assert not decision.scores


# The default policy


def test_the_default_policy_is_the_strong_one() -> None:
    (kind,) = (kind for kind in ff.list_agents() if kind.name == "uct")
    defaults = {option.name: option.default for option in kind.options}
    assert defaults["policy"] == "strong"
    assert defaults["reuse"] is True


def test_immediate_wins_and_forced_blocks_without_a_simulation() -> None:
    win = UctAgent(simulations=1, seed=1).choose(Position.parse("7x6:121212"))
    assert (win.column, win.simulations) == (0, 0)
    block = UctAgent(simulations=1, seed=1).choose(Position.parse("7x6:12121"))
    assert block.column == 0


def test_playouts_know_wins_and_blocks() -> None:
    """Three in a row with both ends open: no playout of the strong policy lets that slip."""
    position = Position.parse("7x6:4455")  # column 3 or 6 makes it
    decision = UctAgent(simulations=100, seed=1).choose(position)
    assert decision.column in (2, 5)
    assert decision.score is not None
    assert decision.score.outcome is Result.WIN


def test_proven_wins_and_losses_are_backed_up() -> None:
    position = Position.parse("6x5-xc1:636665142612")  # lost, in 16 plies at most
    decision = UctAgent(simulations=1_000_000, seed=1).choose(position)
    assert decision.score is not None
    assert decision.score.outcome is Result.LOSS
    assert decision.simulations < 1_000_000


def test_the_tree_is_reused_between_moves() -> None:
    agent = UctAgent(simulations=5_000, seed=1)
    first = agent.choose(Position())
    second = agent.choose(Position(moves=first.line[:2]))
    assert second.reused > 0
    fresh = UctAgent(simulations=5_000, seed=1, reuse=False)
    fresh.choose(Position())
    assert fresh.choose(Position(moves=first.line[:2])).reused == 0


# Adaptive and versatile: plays every rules text well


@pytest.mark.parametrize("bonus", [False, True])
def test_plays_random_rules_well(bonus: bool) -> None:
    """Against greedy on random rules, seats changing, it hardly ever fails to win."""
    chance = SplitMix64(5)
    points = 0.0
    games = 12
    for game in range(games):
        rules = Rules.random(seed=chance.below(10_000), bonus=bonus)
        me = (FIRST, SECOND)[game % 2]
        uct, greedy = UctAgent(simulations=1_500, seed=game, memory=8), ff.agent("greedy")
        position = Position(rules)
        while position.outcome is None:
            player = uct if position.turn is me else greedy
            position = position.play(player.choose(position, Limit()).column)
        winner = position.outcome.winner
        points += 0.5 if winner is None else winner is me
    assert points >= games - 1.5
