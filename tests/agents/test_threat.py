"""The agent `threat`: options, the book, and the endgame it is made for."""

import pytest

import fourfold as ff
from fourfold import Limit, Position
from fourfold.search.book.scores import book_scores

ODD = Position.parse("7x6:512624641541646535123322553141323646")
"""FIRST completes a line on g3, and column g is all that is left."""


def test_its_defaults() -> None:
    (kind,) = (kind for kind in ff.list_agents() if kind.name == "threat")
    defaults = {option.name: option.default for option in kind.options}
    assert defaults == {
        "depth": None,
        "seconds": None,
        "deepening": True,
        "book": True,
        "killers": True,
        "history": True,
        "memory": 32,
        "four": 1000,
        "three": 50,
        "two": 10,
        "their_four": -1000,
        "their_three": -80,
        "their_two": -8,
        "centre": 6,
        "adjacent": 3,
        "playable": 500,
        "favourable": 150,
        "unfavourable": 80,
        "their_playable": -450,
        "their_favourable": -140,
        "their_unfavourable": -70,
        "stacked": 300,
        "their_stacked": -300,
        "opens_theirs": -200,
        "opens_mine": 180,
        "controlled": 250,
    }


def test_the_endgame() -> None:
    assert ff.agent("threat").choose(ODD).reason == "wins in 3 moves"


def test_a_depth_of_its_own() -> None:
    agent = ff.agent("threat:depth=3,book=no")
    assert agent.choose(Position()).depth == 3
    assert agent.choose(Position(), Limit(depth=2)).depth == 2
    assert ff.agent("threat:book=no").choose(Position(), Limit(depth=2)).depth == 2


def test_the_book_plays_perfectly() -> None:
    agent = ff.agent("threat")
    solver = ff.Solver()
    for text in ("", "4", "44", "12345", "7x6:4444"):
        position = Position.parse(text)
        decision = agent.choose(position)
        assert decision.column == solver.best_column(position)
        assert decision.score == solver.solve(position)
        assert decision.reason == f"from the opening book: {decision.score}"
        assert decision.evaluation is None
        assert decision.depth is None


@pytest.mark.parametrize("text", ["6x5:", "7x6-xa1:", "7x6-bd1:4", "7x6:44444323"])
def test_where_there_is_no_book(text: str) -> None:
    position = Position.parse(text)
    assert book_scores(position) is None
    assert ff.agent("threat").choose(position).reason.startswith("best of ")


def test_book_scores_of_finished_games() -> None:
    """A column that wins ends the game, and is in no book; it has its score nevertheless."""
    position = Position.parse("7x6:121212")
    scores = book_scores(position)
    assert scores is not None
    assert scores == ff.Solver(book=False).columns(position)
    assert scores[0].plies == 1


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("7x6:121212", "wins in column 1"),
        ("7x6:12121", "blocks column 1"),
        ("7x6:33445", "blocks column 2"),  # the other end stays open, but it is the document's way
        ("7x6-ba6:33445", "is lost in 2 moves, and no column takes longer"),
    ],
)
def test_before_any_search(text: str, reason: str) -> None:
    decision = ff.agent("threat:depth=2").choose(Position.parse(text))
    assert decision.reason in (reason, reason.replace("1 move", "2 plies"))


def test_two_threats_that_a_bonus_cell_meets() -> None:
    """A piece on the bonus cell blocks one, and the ban the other: only a search finds that."""
    position = Position.parse("7x6-bb1:33445")
    agent = ff.agent("threat")
    decision = agent.choose(position)
    assert decision.column == 1
    assert decision.nodes is not None
    assert decision.nodes > 0
    after = position.play(decision.column)
    assert after.must_ban
    assert agent.choose(after).column == 5
