"""The lines of the protocol: what is written is read again, and rubbish does no harm."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fourfold as ff
from fourfold.agents.engine import protocol
from fourfold.agents.engine.protocol import Info
from fourfold.rules import Position, Rules
from fourfold.search import Limit
from fourfold.search.limits import ClockLimit, GameClock
from fourfold.search.score import outcome_of, score_of

POSITIONS = st.sampled_from(
    [Position.parse(text) for text in ("7x6:4455", "12x12-xa1:abc", "5x4-bc1:3", "4x4:")]
)
COLUMNS = st.integers(0, 3)
COUNTS = st.none() | st.integers(0, 10**15)
WORDS = st.sampled_from(
    [
        *("info", "depth", "nodes", "time", "nps", "score", "cp", "mate", "draw", "win", "loss"),
        *("lowerbound", "evaluation", "winchance", "pv", "currmove", "string", "multipv"),
        *("x", "4", "-3", "1e400", "nan", "0.5", "99999999999999999999", "²", "é"),
    ]
)


@st.composite
def infos(draw: st.DrawFn) -> tuple[Position, Info]:
    position = draw(POSITIONS)
    free = position.rules.playable_cells - position.ply
    scores = st.sampled_from(
        [
            *(None, score_of(0, free), score_of(free, free), score_of(-free, free)),
            *(outcome_of(1), outcome_of(-1)),
        ]
    )
    return position, Info(
        depth=draw(COUNTS),
        nodes=draw(COUNTS),
        seconds=draw(st.none() | st.integers(0, 10**9).map(lambda ms: ms / 1000)),
        score=draw(scores),
        evaluation=draw(st.none() | st.integers(-(10**6), 10**6).map(float)),
        win_chance=draw(st.none() | st.sampled_from([0.0, 0.25, 1.0])),
        line=tuple(draw(st.lists(COLUMNS, max_size=5))),
        column=draw(st.none() | COLUMNS),
        text=" ".join(draw(st.lists(st.sampled_from(["wins", "depth", "4", "pv"]), max_size=4))),
    )


@given(infos())
def test_an_info_line_is_read_as_it_was_written(pair: tuple[Position, Info]) -> None:
    position, info = pair
    assert protocol.read_info(protocol.info_line(info, position), position) == info


@given(POSITIONS, st.lists(WORDS, max_size=12))
def test_rubbish_in_an_info_line_does_no_harm(position: Position, words: list[str]) -> None:
    info = protocol.read_info(" ".join(["info", *words]), position)
    assert all(0 <= column < position.rules.columns for column in info.line)
    assert info.win_chance is None or 0 <= info.win_chance <= 1


@given(POSITIONS, st.text(max_size=4))
def test_a_move_is_legal_or_refused(position: Position, text: str) -> None:
    if len(text) == 1 and text.lower() in "123456789abcdefghijkl":
        wanted = int(text) - 1 if text.isdigit() else "abcdefghijkl".index(text.lower())
        if wanted in position.legal_columns:
            assert protocol.read_move(text, position) == wanted
            return
    with pytest.raises(ff.FourfoldError, match="it could play"):
        protocol.read_move(text, position)


@given(POSITIONS)
def test_a_position_is_read_as_it_was_written(position: Position) -> None:
    words = protocol.position_line(position).split()
    assert protocol.read_position(words[1:], Rules()) == position


@pytest.mark.parametrize(
    "limit",
    [Limit(), Limit(seconds=2.5), Limit(nodes=7), Limit(depth=3), Limit(0.001, 5, 6)],
)
def test_a_limit_is_read_as_it_was_written(limit: Limit) -> None:
    words = protocol.go_line(limit).split()
    assert protocol.read_go(words[1:], Position.parse("7x6:")) == limit


def test_a_limit_of_ages_can_be_read_again() -> None:
    words = protocol.go_line(Limit(seconds=1e300)).split()
    assert protocol.read_go(words[1:], Position.parse("7x6:")).seconds == pytest.approx(1e15)


@pytest.mark.parametrize(("text", "seconds"), [("7x6:", 10.0), ("7x6:4", 1.0)])
def test_a_clock_is_shared_out(text: str, seconds: float) -> None:
    clock = GameClock((100.0, 10.0))
    words = protocol.go_line(ClockLimit(1.0, clock=clock)).split()
    assert protocol.read_go(words[1:], Position.parse(text)).seconds == seconds


def test_an_evaluation_may_have_another_middle() -> None:
    position = Position.parse("7x6:")
    line = protocol.info_line(Info(evaluation=0.6), position, even=0.5)
    assert line == "info score cp 10 evaluation 0.6"


def test_a_bound_is_no_score() -> None:
    position = Position.parse("7x6:")
    assert protocol.read_info("info score cp 30 lowerbound depth 4", position) == Info(depth=4)
    assert protocol.read_info("info score mate 0", position) == Info()
    assert protocol.read_info("info score mate 43", position) == Info()
