"""Kaggle's agents: loaded as Kaggle does it, shown what Kaggle shows, and held to its time."""

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import fourfold as ff
from fourfold import Position
from fourfold.agents import registry
from fourfold.agents.external.kaggle import (
    KaggleAgent,
    configuration_of,
    kaggle_kind,
    load_agent,
    observation_of,
    time_of,
)
from fourfold.errors import BadAnswer
from fourfold.game import Game
from fourfold.game.players import Participant
from fourfold.game.runner import play_out
from fourfold.search import Limit

LEFTMOST = """
def helper(board, columns):
    return [column for column in range(columns) if board[column] == 0]

def my_agent(observation, configuration):
    return helper(observation.board, configuration["columns"])[0]
"""


@pytest.fixture
def submission(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], str]:
    """Write a source to a file, and return its path."""
    monkeypatch.setattr(registry, "_admitted", {})
    monkeypatch.setattr("sys.path", [*sys.path])

    def write(source: str) -> str:
        path = tmp_path / "submission.py"
        path.write_text(source, "utf-8")
        return str(path)

    return write


def test_the_observation_is_that_of_kaggle() -> None:
    position = Position.parse("7x6:4455571")
    observation = observation_of(position, bank=42.5)
    assert observation == {
        "remainingOverageTime": 42.5,
        "step": 7,
        "board": [0] * 21 + [0, 0, 0, 0, 1, 0, 0] + [0, 0, 0, 2, 2, 0, 0] + [1, 0, 0, 1, 1, 0, 2],
        "mark": 2,
    }
    assert observation.mark == 2
    observation.mark = 1
    assert observation["mark"] == 1
    assert not hasattr(observation, "nothing")
    assert observation_of(Position()).mark == 1


def test_the_configuration_is_that_of_kaggle() -> None:
    """Its values were printed by an agent in a game of kaggle-environments 1.33.2."""
    assert configuration_of(ff.Rules()) == {
        "episodeSteps": 1000,
        "actTimeout": 2,
        "runTimeout": 1200,
        "columns": 7,
        "rows": 6,
        "inarow": 4,
        "agentTimeout": 60,
        "timeout": 2,
    }


def test_the_last_callable_is_the_agent(submission: Callable[[str], str]) -> None:
    agent = ff.agent(f"kaggle:{submission(LEFTMOST)}")
    assert agent.choose(Position.parse("7x6:111111")).column == 1
    assert agent.choose(Position.parse("12x4:")).column == 0


@pytest.mark.parametrize(
    "source",
    [
        "def agent(observation): return observation['mark'] + 2",
        "agent = lambda observation, configuration: configuration.inarow - 1",
        "class Agent:\n def __call__(self, observation, configuration): return 3\nagent = Agent()",
        "import math\nfrom os import path\ndef agent(o, c):\n return math.floor(3.5)",
        "from kaggle_beside import THREE\ndef agent(o, c):\n return THREE",
        "class Number:\n def __index__(self): return 3\ndef agent(o, c): return Number()",
    ],
)
def test_forms_of_agents(source: str, submission: Callable[[str], str], tmp_path: Path) -> None:
    (tmp_path / "kaggle_beside.py").write_text("THREE = 3\n", "utf-8")
    assert KaggleAgent(submission(source)).choose(Position()).column == 3


def test_what_it_prints_goes_to_standard_error(
    submission: Callable[[str], str], capsys: pytest.CaptureFixture[str]
) -> None:
    source = "print('loading')\ndef agent(o, c):\n print('thinking', o.step)\n return 0"
    KaggleAgent(submission(source)).choose(Position.parse("44"))
    assert capsys.readouterr() == ("", "loading\nthinking 2\n")


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("def agent(o, c): return 0", "chose column 1, which has no room"),
        ("def agent(o, c): return 7", "chose 7, which is no column"),
        ("def agent(o, c): return 3.0", "chose 3.0, which is no column"),
        ("def agent(o, c): return None", "chose None, which is no column"),
    ],
)
def test_bad_answers(source: str, message: str, submission: Callable[[str], str]) -> None:
    agent = KaggleAgent(submission(source))
    with pytest.raises(BadAnswer, match=message):
        agent.choose(Position.parse("7x6:111111"))


def test_files_that_are_no_agents(submission: Callable[[str], str], tmp_path: Path) -> None:
    with pytest.raises(ff.InvalidAgent, match=r"cannot be read: No such file"):
        kaggle_kind(str(tmp_path / "nothing.py"))
    with pytest.raises(ff.InvalidAgent, match=r"submission.py, line 1: "):
        ff.agent(f"kaggle:{submission('def agent(:')}")
    with pytest.raises(ff.InvalidAgent, match="has no function"):
        load_agent("x = 3")
    with pytest.raises(ZeroDivisionError):
        KaggleAgent(submission("1 / 0"))


def test_which_boards_it_plays(submission: Callable[[str], str]) -> None:
    spec = f"kaggle:{submission(LEFTMOST)}"
    kind, options = registry.admit(spec)
    assert (kind.name, options, kind.limits, kind.title) == (spec, {}, ("seconds",), "submission")
    assert kind.is_external
    assert kind.plays(ff.Rules(12, 4))
    assert not kind.plays(ff.Rules.parse("7x6-xa1"))
    assert not kind.plays(ff.Rules.parse("7x6-ba1"))
    with pytest.raises(ff.InvalidAgent, match="plays plain boards, not 7x6-xa1"):
        kind.make().choose(Position.parse("7x6-xa1:"))


class Clock:
    """A clock that moves on by the next of some times when an agent has moved."""

    def __init__(self, *seconds: float) -> None:
        self._seconds = list(seconds)
        self._now = 0.0
        self._asked = 0

    def __call__(self) -> float:
        self._asked += 1
        if self._asked % 2 == 0:
            self._now += self._seconds.pop(0)
        return self._now


def test_the_bank(submission: Callable[[str], str]) -> None:
    """A move of 2 s costs nothing, one of 32 s half of the bank, and a second one the game."""
    path = submission("def agent(o, c): return 0 if o.remainingOverageTime == 60 else 1")
    agent = KaggleAgent(path, Clock(2, 32, 2, 33))
    assert agent.choose(Position.parse("7x6:")).column == 0
    assert agent.choose(Position.parse("7x6:12")).column == 0
    assert agent.choose(Position.parse("7x6:1233")).column == 1
    with pytest.raises(
        TimeoutError,
        match=r"took 33.00 s for a move, which may take 2 s and the 30.00 s that were left",
    ):
        agent.choose(Position.parse("7x6:123344"))


def test_a_new_game_has_a_full_bank(submission: Callable[[str], str]) -> None:
    path = submission("def agent(o, c): return 0 if o.remainingOverageTime == 60 else 1")
    agent = KaggleAgent(path, Clock(50, 1, 1))
    assert agent.choose(Position.parse("7x6:44")).column == 0
    assert agent.choose(Position.parse("7x6:4455")).column == 1
    assert agent.choose(Position.parse("7x6:")).column == 0


@pytest.mark.parametrize(
    ("limit", "bank", "expected"),
    [
        (None, 60, (2, 60)),
        (Limit(depth=3), 60, (2, 60)),
        (Limit(0.5), 60, (0.5, 0)),
        (Limit(2), 60, (2, 0)),
        (Limit(10), 60, (2, 8)),
        (Limit(10), 3, (2, 3)),
        (Limit(100), 60, (2, 60)),
    ],
)
def test_a_tighter_limit_takes_the_place_of_kaggles_time(
    limit: Limit | None, bank: float, expected: tuple[float, float]
) -> None:
    assert time_of(limit, bank) == expected


def test_a_whole_game(submission: Callable[[str], str]) -> None:
    agent = ff.agent(f"kaggle:{submission(LEFTMOST)}")
    game = Game(players=(Participant("Kaggle"), Participant("greedy")))
    record = play_out(game, {ff.FIRST: agent, ff.SECOND: ff.agent("greedy")})
    assert record.ending is not None
    assert game.position.outcome is not None
