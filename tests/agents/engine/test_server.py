"""What `fourfold engine` answers to each command, also while its agent thinks."""

import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from fourfold.agents import AgentKind, Decision, Option
from fourfold.agents.engine.server import EngineServer
from fourfold.agents.registry import look_up
from fourfold.search import SearchProgress


class Conversation:
    """Talks to a server that runs in a thread."""

    def __init__(self, commands: int, answers: Iterator[str]) -> None:
        self._commands = commands
        self._answers = answers

    def send(self, *lines: str) -> None:
        os.write(self._commands, "".join(f"{line}\n" for line in lines).encode())

    def read(self) -> str:
        return next(self._answers)

    def ask(self, *lines: str) -> str:
        self.send(*lines)
        return self.read()

    def until(self, beginning: str) -> list[str]:
        """Read on up to a line that begins so, and return all."""
        lines = [self.read()]
        while not lines[-1].startswith(beginning):
            lines.append(self.read())
        return lines


@contextmanager
def talking_to(kind: AgentKind, **options: Any) -> Iterator[Conversation]:
    source, commands = os.pipe()
    answers, target = os.pipe()
    server = EngineServer(kind, options, source, target, "fourfold 1.2")
    thread = threading.Thread(target=server.run)
    thread.start()
    with os.fdopen(answers, encoding="utf-8") as lines:
        try:
            yield Conversation(commands, (line.rstrip("\n") for line in lines))
        finally:
            os.close(commands)  # the end of the input is the end of the server
            thread.join()
            os.close(target)
            os.close(source)


def planted(choose: Callable[..., Any]) -> AgentKind:
    """A kind of agent whose `choose` is this function."""

    class Planted:
        def choose(self, *arguments: Any) -> Any:
            return choose(*arguments)

    return AgentKind(name="planted", summary="Does as a test says.", make=Planted)


def leftmost(position: Any, *_: Any) -> Decision:
    return Decision(position.legal_columns[0])


def test_it_introduces_itself() -> None:
    options = (
        Option("seed", int, None, "Chance."),
        Option("depth", int, 3, "Plies.", least=1, most=9),
        Option("quick", bool, True, "Hurry."),
        Option("policy", str, "plain", "How.", choices=("plain", "strong")),
    )
    kind = AgentKind(name="planted", summary="", make=lambda **_: None, options=options)  # type: ignore[arg-type]
    with talking_to(kind, seed=None, depth=3, quick=True, policy="plain") as engine:
        engine.send("ugi")
        assert engine.until("ugiok") == [
            "id name fourfold 1.2 planted",
            "id author the authors of fourfold",
            "option name Rules type string default 7x6",
            "option name seed type string default none",
            "option name depth type spin default 3 min 1 max 9",
            "option name quick type check default true",
            "option name policy type combo default plain var plain var strong",
            "ugiok",
        ]


@pytest.mark.parametrize(
    ("position", "move"),
    [
        ("position startpos", "1"),
        ("position startpos moves 1 1 1 1 1 1", "2"),
        ("position fen 7x6:111111", "2"),
        ("position fen 7x6:1111 moves 1 1", "2"),
        ("position 7x6:111111", "2"),
        ("position 111111", "2"),
        ("position 12x4:aaaa moves b b B 2", "c"),
        ("position 4x4-xa1-xa2-xa3-xa4:", "2"),
    ],
)
def test_every_form_of_a_position(position: str, move: str) -> None:
    with talking_to(planted(leftmost)) as engine:
        engine.send(position, "go")
        assert engine.until("bestmove")[-1] == f"bestmove {move}"


def test_the_rules_of_startpos_are_an_option() -> None:
    with talking_to(planted(leftmost)) as engine:
        engine.send("setoption name Rules value 12x4-xa1", "position startpos moves a a a", "go")
        assert engine.until("bestmove")[-1] == "bestmove b"
        engine.send("uginewgame", "go")
        assert engine.until("bestmove")[-1] == "bestmove a"


@pytest.mark.parametrize(
    ("command", "error"),
    [
        ("position 7x6:8", "column 8 is not on the board"),
        ("position", "the position is ''"),
        ("position here and there", "the position is 'here and there'"),
        ("position startpos moves 1 x", "moves '1x' have 'x'"),
        ("position 7x6:1212121 moves 1", "over"),
        ("setoption name size value 4", "there is no option 'size'; the options are Rules"),
        ("setoption name Rules value 3x3", "3"),
        ("query weather", "there is no query 'weather'"),
        ("fly", "there is no command 'fly'; the commands are ugi, isready,"),
    ],
)
def test_bad_commands_get_a_sentence(command: str, error: str) -> None:
    with talking_to(planted(leftmost)) as engine:
        answer = engine.ask(command)
        assert answer.startswith("info string error ")
        assert error in answer
        assert engine.ask("isready") == "readyok"


@pytest.mark.parametrize("words", ["movetime", "movetime x", "nodes -3", "sooner"])
def test_a_bad_go_has_no_move(words: str) -> None:
    with talking_to(planted(leftmost)) as engine:
        engine.send(f"go {words}")
        error, answer = engine.until("bestmove")
        assert error.startswith("info string error ")
        assert answer == "bestmove none"


def test_a_finished_game_has_no_move() -> None:
    with talking_to(planted(leftmost)) as engine:
        engine.send("position 7x6:1212121", "go")
        assert engine.until("bestmove") == [
            "info string error no column of '7x6:1212121' can be played",
            "bestmove none",
        ]


def test_queries() -> None:
    with talking_to(planted(leftmost)) as engine:
        for position, answers in {
            "7x6:": "true false none",
            "7x6:1": "false false none",
            "7x6:1212121": "false true p1win",
            "7x6:31212121": "true true p2win",
        }.items():
            engine.send(f"position {position}")
            queries = ("p1turn", "gameover", "result")
            found = [engine.ask(f"query {query}").removeprefix("response ") for query in queries]
            assert found[1:] == answers.split()[1:]
            if found[1] == "false":
                assert found[0] == answers.split()[0]


def test_limits_reach_the_agent() -> None:
    seen = []

    def choose(position: Any, limit: Any, *_: Any) -> Decision:
        seen.append((limit.seconds, limit.nodes, limit.depth))
        return Decision(0)

    with talking_to(planted(choose)) as engine:
        for words in (
            "",
            "movetime 1500",
            "nodes 100 depth 4",
            "infinite",
            "p1time 80000 p2time 1 p1inc 1000 p2inc 0",
            "p1time 80000 p2time 1 movetime 200",
            "movetime 0 nodes 0",
        ):
            engine.send(f"go {words}")
            engine.until("bestmove")
    assert seen == [
        (None, None, None),
        (1.5, None, None),
        (None, 100, 4),
        (None, None, None),
        (8.9, None, None),
        (0.2, None, None),
        (0.001, 1, None),
    ]


def test_what_the_agent_tells() -> None:
    def choose(position: Any, limit: Any, stop: Any, watch: Any) -> Decision:
        watch(SearchProgress(0.5, nodes=10, depth=2, column=3, evaluation=0.25))
        return Decision(
            3,
            evaluation=0.5,
            evaluations={2: 0.1},
            nodes=20,
            line=(3, 2),
            reason="it is\nnice",
            win_chance=0.6,
        )

    with talking_to(planted(choose)) as engine:
        engine.send("go")
        assert engine.until("bestmove") == [
            "info depth 2 nodes 10 time 500 nps 20 score cp 25 evaluation 0.25 pv 4",
            "info currmove 3 score cp 10 evaluation 0.1",
            "info nodes 20 score cp 50 evaluation 0.5 winchance 0.6 pv 4 3 string it is nice",
            "bestmove 4",
        ]


def test_it_listens_while_the_agent_thinks() -> None:
    begun = threading.Event()

    def choose(position: Any, limit: Any, stop: Any, watch: Any) -> Decision:
        begun.set()
        while not stop.requested:
            time.sleep(0.001)
        return Decision(5)

    with talking_to(planted(choose)) as engine:
        for _ in range(2):  # a stop counts for one search
            begun.clear()
            engine.send("go infinite")
            begun.wait()
            assert engine.ask("isready") == "readyok"
            engine.send("stop")
            assert engine.until("bestmove")[-1] == "bestmove 6"
        engine.send("stop")
        assert engine.ask("isready") == "readyok"


@pytest.mark.parametrize(
    ("answer", "error"),
    [
        (None, "illegal answered None, which is no decision"),
        (Decision(9), "illegal chose 9, which is no column: its columns are 0 to 6"),
        (Decision("x"), "illegal chose 'x', which is no column"),  # type: ignore[arg-type]
        (ValueError("no\nidea"), "error raised ValueError: no idea"),
        (SystemExit(3), "error raised SystemExit: 3"),
    ],
)
def test_an_agent_that_fails(
    answer: object, error: str, capsys: pytest.CaptureFixture[str]
) -> None:
    def choose(*_: Any) -> object:
        if isinstance(answer, BaseException):
            raise answer
        return answer

    with talking_to(planted(choose)) as engine:
        engine.send("go")
        *_, told, move = engine.until("bestmove")
        assert told.startswith(f"info string {error}")
        assert move == "bestmove none"
    if isinstance(answer, BaseException):
        assert "Traceback" in capsys.readouterr().err


def test_a_full_column_is_left_to_the_referee() -> None:
    with talking_to(planted(lambda *_: Decision(0))) as engine:
        engine.send("position 7x6:111111", "go")
        assert engine.until("bestmove")[-1] == "bestmove 1"


def test_an_agent_that_cannot_be_made(capsys: pytest.CaptureFixture[str]) -> None:
    def fail() -> Any:
        raise RuntimeError("no such net")

    with talking_to(AgentKind(name="planted", summary="", make=fail)) as engine:
        assert engine.ask("isready") == "readyok"
        engine.send("go")
        assert engine.until("bestmove") == [
            "info string error raised RuntimeError: no such net",
            "bestmove none",
        ]
    assert "no such net" in capsys.readouterr().err


def test_a_new_game_has_a_new_agent_and_options_change_it() -> None:
    made = []

    def make(**options: Any) -> Any:
        made.append(options)
        return look_up("random")[0].make()

    options = (Option("depth", int, 3, "Plies.", least=1, most=9),)
    kind = AgentKind(name="planted", summary="", make=make, options=options)
    with talking_to(kind, depth=3) as engine:
        engine.ask("isready")
        engine.ask("uginewgame", "isready")
        engine.ask("setoption name Depth value 5", "isready")
        assert "depth is '99', but must be" in engine.ask("setoption name depth value 99")
        assert engine.ask("isready") == "readyok"
    assert made == [{"depth": 3}, {"depth": 3}, {"depth": 5}]
