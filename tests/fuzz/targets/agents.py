"""The texts of agents, and UGI in both directions."""

import os
import tempfile
import threading

from fourfold.agents import registry
from fourfold.agents.engine import protocol
from fourfold.agents.engine.server import EngineServer
from fourfold.agents.external import spec as external
from fourfold.agents.options import format_value
from fourfold.errors import FourfoldError, InvalidAgent, InvalidNotation, InvalidOption
from fourfold.rules import Position
from tests.fuzz.registry import check_sentence, target, text_of

_POSITION = Position.parse("7x6-bb2:4455")


@target("agents", share=15)
def fuzz_agents(data: bytes) -> None:
    """Look an agent up; what it is told is written as a text that means the same."""
    text = text_of(data)
    parts = external.parse(text)
    if parts is not None:
        assert isinstance(parts.title, str)
        assert isinstance(parts.head, str)
    try:
        kind, options = registry.look_up(text)
    except InvalidAgent as error:
        check_sentence(error)
        return
    shown = ",".join(f"{name}={format_value(value)}" for name, value in options.items())
    same, again = registry.look_up(f"{kind.name}:{shown}" if shown else kind.name)
    assert same is kind
    for name, value in options.items():
        other = again[name]
        if isinstance(value, float) and isinstance(other, float):
            assert format_value(other) == format_value(value)
        else:
            assert other == value
    assert registry.title_of(text)


@target("engine_answers", share=8)
def fuzz_engine_answers(data: bytes) -> None:
    """Read what a program answers: its `info` lines and its move."""
    for line in text_of(data).split("\n"):
        info = protocol.read_info(line, _POSITION)
        shown = protocol.info_line(info, _POSITION)
        assert "\n" not in shown
        again = protocol.read_info(shown, _POSITION)
        assert (again.depth, again.nodes) == (info.depth, info.nodes)
        assert (again.line, again.column) == (info.line, info.column)
        assert again.score == info.score
        try:
            column = protocol.read_move(line, _POSITION)
        except InvalidNotation as error:
            check_sentence(error)
        else:
            assert column in _POSITION.legal_columns


@target("engine_commands", share=15)
def fuzz_engine_commands(data: bytes) -> None:
    """Read the commands `position` and `go`."""
    for line in text_of(data).split("\n"):
        words = line.split()
        try:
            position = protocol.read_position(words, _POSITION.rules)
        except FourfoldError as error:
            check_sentence(error)
        else:
            command = protocol.position_line(position).split()
            assert protocol.read_position(command[1:], _POSITION.rules) == position
        try:
            limit = protocol.read_go(words, _POSITION)
        except InvalidOption as error:
            check_sentence(error)
        else:
            assert limit.seconds is None or limit.seconds > 0
            again = protocol.read_go(protocol.go_line(limit).split()[1:], _POSITION)
            assert (again.nodes, again.depth) == (limit.nodes, limit.depth)


@target("engine_server", share=6, mutations=150)
def fuzz_engine_server(data: bytes) -> None:
    """Send lines to `fourfold engine`: every `go` is answered by one `bestmove`."""
    data = data[:4_096].replace(b"quit", b"quti")
    kind, options = registry.look_up("greedy")
    read, write = os.pipe()
    failures: list[BaseException] = []
    hook = threading.excepthook
    threading.excepthook = lambda raised: failures.append(raised.exc_value or SystemError())
    try:
        with tempfile.TemporaryFile() as target_file:
            os.write(write, data)
            os.close(write)
            EngineServer(kind, options, read, target_file.fileno()).run()
            target_file.seek(0)
            answers = target_file.read().decode().split("\n")
    finally:
        threading.excepthook = hook
        os.close(read)
    assert not failures, failures
    *lines, _ = data.decode("utf-8", "replace").split("\n")
    wanted = sum(line.split()[:1] == ["go"] for line in lines)
    assert sum(answer.startswith("bestmove ") for answer in answers) == wanted
    allowed = ("id ", "option ", "ugiok", "readyok", "info ", "bestmove ", "response ", "")
    assert all(answer.startswith(allowed) for answer in answers)
