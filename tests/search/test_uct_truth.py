"""The Monte Carlo search is right: plain is textbook UCT, and its proofs hold."""

import math
import random
from collections import Counter

import pytest

from fourfold import Limit, Position, Result, Rules, Solver
from fourfold.search.uct import POLICIES, Policy, Uct

# The formula


@pytest.mark.parametrize("text", ["7x6:", "9x6-xd2:5", "6x5-bc2:333", "4x4-bb1:2"])
@pytest.mark.parametrize("c", [0.0, 0.3, 1.0, 2.5])
def test_plain_follows_ucb1_move_by_move(text: str, c: float) -> None:
    """Q/N + c sqrt(2 ln N(parent) / N(child)), each untried column before any is tried again."""
    position = Position.parse(text)
    uct = Uct("plain", c=c, seed=2, memory_mb=8)
    before = dict.fromkeys(position.legal_columns, 0)
    rates: dict[int, float] = {}
    for count in range(600):
        found = uct.search(position, simulations=1)
        visits = {tried.column: tried.visits for tried in found.columns}
        (chosen,) = [column for column in visits if visits[column] != before[column]]
        assert visits[chosen] == before[chosen] + 1
        untried = [column for column in before if not before[column]]
        if untried:
            assert chosen in untried
        else:
            scores = {
                column: rates[column] + c * math.sqrt(2 * math.log(count) / before[column])
                for column in before
            }
            assert scores[chosen] == pytest.approx(max(scores.values()), abs=1e-5)
        before = visits
        rates = {t.column: t.win_rate for t in found.columns if t.win_rate is not None}
        assert found.column in [c for c in visits if visits[c] == max(visits.values())]


def test_plain_adds_one_node_for_each_simulation() -> None:
    found = Uct("plain", seed=1, memory_mb=8).search(Position(), simulations=2_000)
    assert found.nodes == 2_000
    # Later, simulations end in finished games that are in the tree already.
    late = Position.parse("4x4:214324244")
    found = Uct("plain", seed=1, memory_mb=8).search(late, simulations=2_000)
    assert 0 < found.nodes < 2_000
    assert found.simulations == 2_000


def test_plain_plays_uniformly() -> None:
    """The first playouts after each column win as often as random games do."""
    position = Position.parse("7x6:4444")
    totals: Counter[int] = Counter()
    games = 400
    for seed in range(games):
        found = Uct("plain", seed=seed, memory_mb=1).search(position, simulations=7)
        for tried in found.columns:
            assert tried.visits == 1
            assert tried.win_rate is not None
            totals[tried.column] += round(2 * tried.win_rate)
    for column in position.legal_columns:
        expected = 2 * games * random_win_rate(position, column)
        assert abs(totals[column] - expected) < 5 * math.sqrt(games)


def random_win_rate(position: Position, column: int) -> float:
    generator = random.Random(column)
    wins = 0.0
    for _ in range(1_000):
        game = position.play(column)
        while game.outcome is None:
            game = game.play(generator.choice(game.legal_columns))
        wins += 0.5 if game.outcome.winner is None else game.outcome.winner is position.turn
    return wins / 1_000


# Values of finished games, and signs


@pytest.mark.parametrize("policy", POLICIES)
def test_a_draw_is_worth_a_half(policy: Policy) -> None:
    last = Position.parse("4x4:243421221313431")  # one cell is left, and it draws
    found = Uct(policy, seed=1).search(last, simulations=50)
    assert found.columns[0].win_rate in (0.5, None)
    assert found.score is None or found.score.outcome is Result.DRAW
    if policy == "plain":
        assert found.columns[0].win_rate == 0.5


def best_columns(position: Position) -> list[int]:
    """Those that keep the outcome."""
    columns = Solver(memory_mb=16, book=False).columns(position)
    signs = {column: (s.score > 0) - (s.score < 0) for column, s in columns.items()}
    return [column for column, sign in signs.items() if sign == max(signs.values())]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    "text",
    [
        "5x4-xd1-bb1:11534152",  # loss, loss, draw, draw, win
        "5x4-xd1-bb1:1135554132",  # loss, win, loss, loss, loss
        "5x5-bc2:242524514141343",  # win, loss, loss, loss
    ],
)
def test_the_sign_of_a_ban(policy: Policy, text: str) -> None:
    """The player who fills the bonus cell drops the ban as well: what is good for them is good."""
    position = Position.parse(text)
    assert position.must_ban
    assert len(best_columns(position)) == 1
    found = Uct(policy, seed=1, memory_mb=32).search(position, simulations=40_000)
    assert [found.column] == best_columns(position)


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize(
    "text",
    [
        "5x5-bc2:354112251",
        "5x5-bc2:21141142553",
        "6x4-bc2:41354422",
        "5x4-xd1-bb1:455341",
        "5x5-bc2:5325554221441152",
    ],
)
def test_the_sign_through_a_ban(policy: Policy, text: str) -> None:
    """The one move that wins is the piece on the bonus cell, six plies and more before the end."""
    position = Position.parse(text)
    (bonus,) = [column for column in position.legal_columns if position.play(column).must_ban]
    assert best_columns(position) == [bonus]
    found = Uct(policy, seed=1, memory_mb=32).search(position, simulations=60_000)
    assert found.column == bonus


# Proofs


def any_position(generator: random.Random, most_free: int) -> Position:
    """Somewhere late in a game, on rules of every kind."""
    while True:
        columns, rows = generator.randint(4, 8), generator.randint(4, 7)
        cells = [(column, row) for column in range(columns) for row in range(rows)]
        forbidden = set(generator.sample(cells, generator.choice([0, 0, 1, 2, 6])))
        bonus = generator.choice(cells) if generator.random() < 0.6 else None
        rules = Rules(columns, rows, sorted(forbidden - {bonus}), bonus)
        position = Position(rules)
        plies = generator.randint(rules.playable_cells - most_free, rules.playable_cells - 2)
        # Now and then the bonus cell is filled on purpose, or a ban would seldom be due.
        while position.outcome is None and position.ply < plies:
            position = position.play(generator.choice(position.legal_columns))
        if position.outcome is None:
            return position


def test_every_proof_is_right() -> None:
    generator = random.Random(11)
    solver = Solver(memory_mb=16, book=False)
    claims: Counter[tuple[bool, Result]] = Counter()
    bans = 0
    for seed in range(900):
        position = any_position(generator, 18)
        bonus = position.rules.bonus
        open_bonus = bonus is not None and (position.must_ban or position.cell(*bonus) is None)
        found = Uct(seed=seed, memory_mb=4).search(
            position, simulations=generator.choice([30, 300, 3_000])
        )
        proven = {t.column: t.proven for t in found.columns if t.proven is not None}
        plies = {t.column: t.plies for t in found.columns}
        if not proven and found.score is None:
            continue
        truth = solver.columns(position)
        for column, score in proven.items():
            assert score.outcome is truth[column].outcome, f"{position.to_text()} {column}"
            claims[open_bonus, score.outcome] += 1
            if score.outcome is not Result.DRAW:  # the winner needs no longer than the proof says
                assert (plies[column] or 0) >= (truth[column].plies or 0), position.to_text()
            bans += position.must_ban
        if found.score is not None:
            best = max(truth.values(), key=lambda score: score.rank)
            assert found.score.outcome is best.outcome, position.to_text()
            assert truth[found.column].outcome is best.outcome, position.to_text()
    assert min(claims[bonus, result] for bonus in (True, False) for result in Result) >= 20, claims
    assert bans >= 10


def test_a_proof_of_the_position_ends_the_search() -> None:
    position = Position.parse("4x4:4443114")  # draw, loss, win
    found = Uct(seed=1).search(position, Limit(seconds=20))
    assert found.score is not None
    assert found.score.outcome is Result.WIN
    assert found.seconds < 10
    again = Uct(seed=1).search(position, simulations=1_000_000)
    assert again.simulations < 1_000_000


@pytest.mark.parametrize("text", ["4x4:2143", "4x4-bb1:3312", "5x4-xb2:334455", "4x5-xa1:33222442"])
def test_what_is_near_enough_to_the_end_is_proven(text: str) -> None:
    position = Position.parse(text)
    found = Uct(seed=1, memory_mb=256).search(position, Limit(seconds=60))
    assert found.score is not None
    assert found.score.outcome is Solver(memory_mb=16, book=False).solve(position).outcome
