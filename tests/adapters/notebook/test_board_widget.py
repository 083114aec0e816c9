"""The widget without a notebook: its traits, its agents, and what its page asks for and is told."""

import builtins
import threading
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import fourfold as ff
from fourfold.errors import MissingPackage
from tests.rules.strategies import positions
from tests.waiting import wait_for

pytest.importorskip("anywidget", reason="anywidget is missing: the board of notebooks")

# What its traits are is known to mypy only where the extra is installed.
BoardWidget: Any = import_module("fourfold.adapters.notebook").BoardWidget


@pytest.fixture(autouse=True)
def closed_widgets() -> Iterator[None]:
    """Close every widget that a test has made: they stop their threads, and are forgotten."""
    yield
    BoardWidget.close_all()


def ask(board: Any, **content: Any) -> dict[str, Any]:
    """Send what the page would send, and return what the page would show."""
    number = board._view["answered"] + 1
    board._receive(board, {**content, "number": number}, [])
    assert board._view["answered"] == number
    return dict(board._view)


def click(board: Any, column: int) -> dict[str, Any]:
    return ask(board, kind="choose", column=column, ply=board.ply)


def lowest(position: ff.Position) -> int:
    return position.legal_columns[0]


def test_two_people() -> None:
    board = BoardWidget()
    for column in (3, 3, 4, 4, 5, 5):
        assert click(board, column)["message"] == ""
    assert board.position == ff.Position.parse("7x6:445566")
    assert (board.turn, board.outcome, board.moves) == (ff.FIRST, None, (3, 3, 4, 4, 5, 5))
    shown = click(board, 6)
    assert board.outcome == board.position.outcome
    assert shown["status"] == "FIRST wins: four in line."
    assert shown["board"]["line"] == [[3, 0], [4, 0], [5, 0], [6, 0]]
    assert not shown["board"]["playable"]
    assert click(board, 0)["message"] == "The game is over: begin a new one, or take a move back."
    assert repr(board) == "<BoardWidget 7x6:4455667>"


def test_a_click_that_does_nothing_says_why() -> None:
    board = BoardWidget("4x4-xb1-xb2-xb3-xb4:1111")
    shown = click(board, 0)
    assert shown["message"] == "Column 1 has no room: you can play 3, 4."
    assert click(board, 1)["message"] == "Column 2 has no room: you can play 3, 4."
    assert click(board, 9)["message"] == "There is no such column: you can play 3, 4."
    assert board.position.ply == 4
    assert click(board, 2)["message"] == ""


def test_a_click_on_a_position_that_has_changed_is_ignored() -> None:
    board = BoardWidget("7x6:44")
    shown = ask(board, kind="choose", column=0, ply=1)
    assert (shown["ply"], shown["message"]) == (2, "")
    assert ask(board, kind="nonsense")["ply"] == 2
    assert ask(board, kind="step", ply=-1)["ply"] == 2


@pytest.mark.parametrize(
    "agent",
    ["greedy", lowest, ff.agent("greedy"), ("Anna", lowest)],
    ids=["spec", "function", "instance", "named"],
)
def test_an_agent_answers(agent: Any) -> None:
    board = BoardWidget(second=agent)
    click(board, 3)
    assert board.wait(60)
    assert (board.ply, board.turn, board.thinking) == (2, ff.FIRST, False)
    assert board._view["status"] == "Your move."
    board.undo()
    assert board.moves == ()
    assert not board._view["undo"]


def test_an_agent_that_begins() -> None:
    board = BoardWidget("5x4:", first=lowest)
    assert board.wait(60)
    assert board.moves == (0,)
    with pytest.raises(ff.InvalidOption, match="no ply of a person"):
        board.undo()


def test_two_agents_play_to_the_end() -> None:
    board = BoardWidget("4x4:112233", first=lowest, second=lowest)
    wait_for(lambda: board.outcome is not None)
    assert board.record.players[0].name == "lowest"
    assert board.record.ending is not None


class Slow:
    """An agent that thinks until it is allowed to move, or is stopped."""

    def __init__(self) -> None:
        self.may_move = threading.Event()
        self.asked: list[ff.Position] = []

    def choose(self, position: ff.Position, stop: ff.Stop) -> int:
        self.asked.append(position)
        while not self.may_move.wait(0.001):
            if stop.requested:
                break
        return position.legal_columns[-1]


def test_while_an_agent_thinks() -> None:
    slow = Slow()
    board = BoardWidget(second=slow)
    shown = click(board, 3)
    assert shown["status"] == "Slow is thinking."
    assert board.thinking
    assert not board.wait(0.01)
    assert click(board, 2)["message"] == "It is not your turn: Slow is thinking."
    wait_for(lambda: len(slow.asked) == 1)
    ask(board, kind="undo")  # its answer comes too late
    assert (board.moves, board.thinking) == ((), False)
    click(board, 4)
    wait_for(lambda: len(slow.asked) == 2)
    slow.may_move.set()
    assert board.wait(60)
    assert board.moves == (4, 6)


def broken(position: ff.Position) -> int:
    raise RuntimeError("<b>no idea</b>")


def test_an_agent_that_fails_is_told_of_and_not_asked_again() -> None:
    board = BoardWidget(second=broken)
    click(board, 3)
    assert board.wait(60)
    assert list(board.moves) == [3]
    assert board._view["message"] == "broken raised RuntimeError: <b>no idea</b>."
    assert click(board, 3)["message"] == "It is not your turn: broken is to move here."
    ask(board, kind="undo")
    assert board.moves == ()


def test_who_steps_back_is_left_in_peace() -> None:
    board = BoardWidget(second=lowest)
    click(board, 3)
    assert board.wait(60)
    shown = ask(board, kind="step", ply=1)
    assert shown["status"] == "Ply 1 of 2. SECOND to move."
    assert not board.thinking
    assert click(board, 3)["message"] == "It is not your turn: lowest is to move here."
    board.ply = 0
    click(board, 3)  # the move that was played
    assert (board.ply, board.game) == (1, (3, 0))
    board.ply = 0
    click(board, 5)  # another one: the game goes on from there
    assert board.wait(60)
    assert board.game == board.moves == (5, 0)


def test_a_record_is_stepped_through() -> None:
    played = ff.Record.from_text("7x6-bd2:4414")
    board = BoardWidget(played)
    assert (board.ply, board.game) == (0, played.moves)
    shown = ask(board, kind="step", ply=3)
    assert shown["board"]["pieces"][-1] == {"column": 0, "row": 0, "owner": "BAN"}
    assert board.position == ff.Position.parse("7x6-bd2:441")
    ask(board, kind="choose", column=6, ply=3)
    assert board.game == (3, 3, 0, 6)
    assert ask(board, kind="new")["plies"] == 4
    assert (board.ply, board.game) == (0, played.moves)
    with pytest.raises(ff.InvalidOption, match=r"BoardWidget\(record\.position"):
        BoardWidget(played, second="greedy")


def test_quick_steps_all_count() -> None:
    """Each is from where the board is when it arrives, not from where the page saw it last."""
    board = BoardWidget(ff.Record.from_text("7x6:4455"))
    for _ in range(3):
        ask(board, kind="step", by=1)
    assert board.ply == 3
    assert ask(board, kind="step", by=-1)["ply"] == 2
    assert ask(board, kind="step", by=9)["ply"] == 4
    assert ask(board, kind="step", by=-9)["ply"] == 0


def test_the_opening_of_a_record_is_there_from_the_beginning() -> None:
    board = BoardWidget(ff.Record(opening=(3, 3), plies=ff.Record.from_text("7x6:1").plies))
    assert (board.ply, board.game) == (2, (3, 3, 0))


@given(positions())
def test_the_page_sees_the_position_as_it_is(position: ff.Position) -> None:
    board = BoardWidget(position)
    seen = board._view["board"]
    cells = {(each["column"], each["row"]): each["owner"] for each in seen["pieces"]}
    rules = position.rules
    for column in range(rules.columns):
        for row in range(rules.rows):
            content = position.cell(column, row)
            if content is not None and content.name != "FORBIDDEN":
                assert cells.pop((column, row)) == content.name
    assert not cells
    legal = [column for column, row in enumerate(seen["landing"]) if row is not None]
    assert tuple(legal) == position.legal_columns
    assert seen["next"] == ("BAN" if position.must_ban else position.turn.name)
    assert board.record.position == position
    board.close()


@given(positions(), st.data())
def test_whatever_is_set_the_traits_agree(position: ff.Position, data: st.DataObject) -> None:
    board = BoardWidget()
    seen: list[tuple[object, ...]] = []
    board.observe(
        lambda change: seen.append((board.position, board.moves, board.ply, board.turn)),
        ["position", "moves", "ply", "turn"],
    )
    board.position = position
    ply = data.draw(st.integers(0, position.ply))
    board.ply = ply
    board.moves = position.moves[: data.draw(st.integers(0, position.ply))]
    for shown, moves, at, turn in seen:
        assert isinstance(shown, ff.Position)
        if shown.moves == moves:
            assert (len(shown.moves), shown.turn) == (at, turn)
    last = board.position
    assert (last.moves, last.ply, last.turn) == (board.moves, board.ply, board.turn)
    assert board._view["position"] == last.to_text()
    board.close()


def test_what_cannot_be_set_changes_nothing() -> None:
    board = BoardWidget("7x6:44")
    before = dict(board._view)
    for name, value, error in (
        ("position", "7x6:8", ff.IllegalMove),
        ("position", 3, ff.InvalidOption),
        ("moves", (9,), ff.IllegalMove),
        ("ply", 3, ff.InvalidOption),
        ("ply", "two", ff.InvalidOption),
    ):
        with pytest.raises(error):
            setattr(board, name, value)
    assert (board.moves, board.ply, board._view) == ((3, 3), 2, before)
    with pytest.raises(Exception, match="read-only"):
        board.turn = ff.SECOND


def test_boards_that_an_agent_does_not_play_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "submission.py"
    path.write_text("def act(observation, configuration):\n    return 0\n")
    with pytest.raises(ff.InvalidAgent, match="does not play on 7x6-xd3"):
        BoardWidget("7x6-xd3:", second=f"kaggle:{path}")
    board = BoardWidget(second=f"kaggle:{path}")
    with pytest.raises(ff.InvalidAgent, match="does not play on 7x6-xd3"):
        board.position = "7x6-xd3:"
    assert board.position == ff.Position()


@pytest.mark.parametrize(
    ("start", "error"),
    [("8", ff.IllegalMove), ("9y9:", ff.InvalidNotation), (7, ff.InvalidOption)],
)
def test_what_a_board_cannot_start_with(start: Any, error: type[Exception]) -> None:
    with pytest.raises(error):
        BoardWidget(start)


def test_rules_of_every_kind() -> None:
    board = BoardWidget(ff.Rules.parse("12x12-xa1-bl12"))
    assert board._view["board"]["labels"] == list("abcdefghijkl")
    assert board._view["board"]["forbidden"] == [[0, 0]]
    assert board._view["board"]["bonus"] == [11, 11]


def test_scores() -> None:
    board = BoardWidget("5x4:12312", show_scores=True)
    wait_for(lambda: not board._view["analysing"])
    exact = ff.Solver().columns(board.position)
    assert board.scores == exact
    assert board.analysis.is_complete
    chips = board._view["chips"]
    assert [chip["outcome"] for chip in chips] == [str(exact[c].outcome) for c in range(5)]
    top = max(score.rank for score in exact.values())
    assert board._view["best"] == [column for column, score in exact.items() if score.rank == top]
    click(board, 0)
    wait_for(lambda: not board._view["analysing"])
    assert board.scores == ff.Solver().columns(board.position)
    assert ask(board, kind="scores", on=False)["chips"] == []
    assert (board.scores, board.analysis, board.show_scores) == ({}, None, False)


def test_names_are_shown_as_they_are_and_without_control_characters() -> None:
    board = BoardWidget(second=("<i>\x07\ud800", lowest))
    assert board._view["players"][1]["name"] == "<i>··"


def test_a_picture_for_whoever_has_no_widgets() -> None:
    bundle = BoardWidget("7x6:44")._repr_mimebundle_()
    assert bundle[0]["image/svg+xml"] == ff.Position.parse("7x6:44")._repr_svg_()


def test_without_the_extra_there_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    import fourfold.adapters.notebook as module

    ordinary = builtins.__import__

    def without(name: str, *arguments: Any, **options: Any) -> Any:
        if name == "anywidget":
            raise ImportError(name)
        return ordinary(name, *arguments, **options)

    monkeypatch.setattr(builtins, "__import__", without)
    with pytest.raises(MissingPackage, match=r"^the board .* pip install 'fourfold\[notebook\]'$"):
        _ = module.BoardWidget
