"""`fourfold play` with agents, clocks and files, typed a line at a time."""

from collections.abc import Callable
from pathlib import Path

import pytest

import fourfold as ff
from fourfold.agents import registry
from fourfold.agents.registry import AgentKind
from fourfold.cli import play
from fourfold.game import EndReason, Participant, Record, TimeControl, load, save
from fourfold.tui import ExitResult
from tests.game.mocks import Answers, FullColumn, Hangs, Leftmost, Raises
from tests.game.test_files import room_for

from .conftest import Command


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> Callable[[str, Callable[[], object]], None]:
    """Lets a test have an agent of its own."""
    registry.list_agents()

    def add(name: str, make: Callable[[], object]) -> None:
        kind = AgentKind(name, "For a test.", make)  # type: ignore[arg-type]
        monkeypatch.setitem(registry._kinds, name, kind)

    return add


# The three modes


@pytest.mark.parametrize("mode", ["human-human", "human-ai", "ai-ai"])
def test_003_modes(fourfold: Command, mode: str) -> None:
    """Modes: human against human, human against AI, AI against AI. (Red and blue pieces are a
    theme of the page: tests/web/page.)"""
    typed = "1 2 1 2 1 2 1" if mode == "human-human" else "1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 4 5 5 5 5"
    done = fourfold("play", "--mode", mode, "--rules", "5x4", typed=typed)
    assert (done.status, done.errors) == (0, "")
    assert done.last_line in ("FIRST wins", "SECOND wins", "draw")
    agents_moves = done.output.count(") plays ")
    assert (agents_moves == 0) == (mode == "human-human")
    assert ("to move: " in done.output) == (mode != "ai-ai")


def test_a_person_against_an_agent(fourfold: Command) -> None:
    done = fourfold(
        "play", "--mode", "human-ai", "--rules", "4x4", "--second", "perfect:memory=16",
        typed="1 1 1 1 1 2 2 2 2 3 3 3 3 4 4 4 4",
    )  # fmt: skip
    assert (done.status, done.errors) == (0, "")
    assert "SECOND (perfect:memory=16) plays " in done.output
    assert done.last_line in ("SECOND wins", "draw")


def test_an_agent_can_begin(fourfold: Command) -> None:
    for arguments, person in (
        (["--mode", "human-ai", "--first", "greedy"], "human"),
        (["--first", "greedy", "--second", "human:Ann"], "human:Ann"),
    ):
        done = fourfold("play", *arguments, typed="moves")
        assert "FIRST (greedy) plays 4" in done.output
        assert done.last_line == f"fourfold play --moves 7x6:4 --first greedy --second {person}"


def test_two_agents_play_by_themselves(fourfold: Command) -> None:
    done = fourfold(
        "play", "--mode", "ai-ai", "--rules", "6x6-bc2", "--first", "greedy",
        "--second", "random:seed=2",
    )  # fmt: skip
    assert (done.status, done.errors) == (0, "")
    assert done.last_line in ("FIRST wins", "SECOND wins", "draw")
    assert "to move: " not in done.output


def test_the_default_agent_is_one() -> None:
    assert Participant.parse(play.DEFAULT_AGENT).agent == play.DEFAULT_AGENT


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--mode", "solo"], "the mode is 'solo', but must be human-human, human-ai, ai-ai"),
        (["--mode", "human-human", "--first", "random"], "--first must be a person, not 'random'"),
        (["--mode", "ai-ai", "--second", "human"], "--second must be an agent, not 'human'"),
        (
            ["--mode", "human-ai", "--first", "random", "--second", "random"],
            "--second must be a person, not 'random'",
        ),
        (
            ["--mode", "human-ai", "--first", "human", "--second", "human"],
            "--second must be an agent, not 'human'",
        ),
        (["--first", "nobody"], "there is no agent 'nobody'"),
        (["--first", "human:"], "a name was expected after 'human:'"),
        (["--second", "random:speed=1"], "has no option 'speed'"),
        (["--clock", "soon"], "the clock is 'soon'"),
        (["--load", "x.games", "--rules", "7x6"], "--load brings the board"),
    ],
)
def test_bad_arguments(fourfold: Command, arguments: list[str], message: str) -> None:
    done = fourfold("play", *arguments)
    assert (done.status, done.output) == (2, "")
    assert message in done.errors
    assert done.errors.count("\n") == 1


# Words


def test_undo_against_an_agent_goes_back_to_the_own_move(
    fourfold: Command, known: Callable[[str, Callable[[], object]], None]
) -> None:
    known("left", Leftmost)
    done = fourfold("play", "--second", "left", typed="4 4 undo moves redo moves undo undo undo")
    texts = [line for line in done.output.splitlines() if line.startswith("7x6:")]
    assert texts == ["7x6:41", "7x6:4141"]
    assert "There is nothing to undo." in done.output


def test_resigning(fourfold: Command) -> None:
    done = fourfold("play", typed="4 resign")
    assert done.output.endswith("Resignation.\nFIRST wins\n")


def test_a_draw_is_offered_declined_and_agreed(fourfold: Command) -> None:
    done = fourfold("play", typed="draw draw 4 4 draw 4 draw")
    assert "FIRST offers a draw; SECOND can type draw to accept, or move." in done.output
    assert "FIRST has offered a draw already." in done.output
    assert "SECOND declines the draw." in done.output
    assert done.output.endswith("Draw agreed.\ndraw\n")


def test_a_hint(fourfold: Command) -> None:
    done = fourfold("play", "--moves", "4455", typed="hint")
    assert "Column 3: Makes two threats at once. Each column: 1 -4, 2 -3, 3 +18," in done.output
    assert ", 4 +2, 5 +2, 6 +18, 7 -3.\n" in done.output


def test_help_names_the_words(fourfold: Command) -> None:
    done = fourfold("play", typed="help")
    for word in ("undo", "redo", "hint", "draw", "resign", "save FILE", "moves", "help", "quit"):
        assert f"  {word} " in done.output


# Files


def test_save_quit_load_and_finish(fourfold: Command, folder: Path) -> None:
    done = fourfold("play", "--save", "my.games", "--rules", "9x8-xd3", typed="4 4 5 5 quit")
    assert done.last_line == "fourfold play --load my.games"
    done = fourfold("play", "--load", "my.games", "--save", "my.games", typed="6 6 7")
    assert (done.status, done.last_line) == (0, "FIRST wins")
    first, second = load("my.games").records
    assert (first.to_text(), first.ending) == ("9x8-xd3:4455", None)
    assert (second.to_text(), str(second.ending)) == ("9x8-xd3:4455667", "FIRST wins")


def test_the_word_save(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import io

    from fourfold.cli.main import run

    lines = "4\nsave\nsave Mine.games\nsave Mine.games\nsave no/where\n"
    monkeypatch.setattr("sys.stdin", io.StringIO(lines))
    written = io.StringIO()
    monkeypatch.setattr("sys.stdout", written)
    assert run(["play"]) == 0
    told = written.getvalue()
    assert "Type save and the name of a file.\n" in told
    assert "Saved to Mine.games.\n" in told
    assert "Mine.games already exists; type another name.\n" in told
    assert "The games no/where cannot be written: No such file or directory.\n" in told
    assert load("Mine.games").records[0].to_text() == "7x6:4"


def test_others_can_go_on_with_a_game(fourfold: Command, folder: Path) -> None:
    save("one.games", Record.from_text("4x4:1"))
    done = fourfold("play", "--load", "one.games", "--first", "random:seed=1", "--second", "random")
    assert done.last_line in ("FIRST wins", "SECOND wins", "draw")


def test_a_damaged_file(fourfold: Command, folder: Path) -> None:
    save("cut.games", Record.from_text("7x6:4455"))
    data = Path("cut.games").read_bytes()
    Path("cut.games").write_bytes(data[:-4])
    done = fourfold("play", "--load", "cut.games", typed="moves")
    assert done.status == 0
    assert done.errors.startswith("fourfold: cut.games, line 5: this line is not JSON")
    assert done.errors.count("\n") == 1
    assert "\n7x6:445\n" in done.output
    Path("cut.games").write_bytes(b"Dear diary")
    done = fourfold("play", "--load", "cut.games")
    assert (done.status, done.output) == (1, "")
    assert done.errors == "fourfold: cut.games, line 1: this line is not JSON\n"


# Clocks and bad agents


@pytest.mark.parametrize(
    ("agent", "reason", "told"),
    [
        (Raises(ValueError("boo")), EndReason.FAILURE, "Agent failed: bad raised ValueError: boo."),
        (
            FullColumn(),
            EndReason.BAD_MOVE,
            "Bad move: bad chose column 1, which has no room: it could play 2, 3, 4.",
        ),
        (Answers(None), EndReason.BAD_MOVE, "Bad move: bad answered None, which is no decision."),
        (Hangs(), EndReason.TIME, "Out of time: bad exceeded its time and did not stop."),
    ],
)
def test_an_agent_of_every_bad_kind_loses(
    fourfold: Command,
    known: Callable[[str, Callable[[], object]], None],
    agent: object,
    reason: EndReason,
    told: str,
) -> None:
    known("bad", lambda: agent)
    clock = ["--clock", "/0.2"] if reason is EndReason.TIME else []
    done = fourfold(
        "play",
        "--rules",
        "4x4",
        "--moves",
        "112131",
        "--first",
        "bad",
        *clock,
        "--save",
        "all.games",
    )
    if isinstance(agent, Hangs):
        agent.let_go.set()
    assert done.status == 0
    assert done.output.endswith(f"{told}\nSECOND wins\n")
    kept = load("all.games").records[-1].ending
    assert kept is not None
    assert (kept.winner, kept.reason) == (ff.SECOND, reason)


def test_a_person_who_types_too_late_loses(
    fourfold: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    import time

    def slowly(_: str = "") -> str:
        time.sleep(0.15)
        return "4"

    monkeypatch.setattr("builtins.input", slowly)
    done = fourfold("play", "--clock", "/0.1")
    assert done.output.endswith("Out of time: human had 0.1 s a move.\nSECOND wins\n")


def test_a_game_that_was_saved_goes_on_from_its_file(fourfold: Command) -> None:
    players = ["--first", "human:Ann", "--second", "human:Bob O'Hara"]
    done = fourfold("play", *players, typed="4\nsave my games")
    assert done.last_line == "fourfold play --load 'my games'"
    again = fourfold("play", "--load", "my games", typed="moves")
    assert "\n7x6:4\n" in again.output
    # What was played after it was saved is in no file.
    left = fourfold("play", *players, typed="4\nsave a.games\n5")
    assert left.last_line == (
        """fourfold play --moves 7x6:45 --first human:Ann --second 'human:Bob O'"'"'Hara'"""
    )
    kept = fourfold("play", "--save", "all.games", typed="4 5")
    assert kept.last_line == "fourfold play --load all.games"


def test_what_cannot_be_saved_does_not_end_the_game(fourfold: Command) -> None:
    names = ("~nobody-here/x", "a" * 5000, "a\0b", "no/where", ".")
    lines = "".join(f"save {name}\n" for name in names)
    done = fourfold("play", "--rules", "4x4", typed=f"{lines}1\n2\n1\n2\n1\n2\n1\n")
    assert (done.status, done.last_line) == (0, "FIRST wins")
    refused = done.output.count(" cannot be written: ") + done.output.count(" already exists; ")
    assert refused == len(names)


def test_a_game_is_played_to_its_end_when_the_disk_is_full(fourfold: Command, folder: Path) -> None:
    with room_for(400):
        done = fourfold("play", "--save", "my.games", typed="4 4 5 5 6 6 7")
    assert (done.status, done.last_line) == (1, "FIRST wins")
    assert done.errors.startswith(
        "fourfold: the game is no longer saved: the games my.games cannot be written: "
    )
    assert done.errors.count("\n") == 1
    loaded = load("my.games")
    assert loaded.damage == ""
    assert "7x6:4455667".startswith(loaded.records[-1].to_text())


# A screen


def test_a_terminal_gets_the_screen_and_line_does_not(
    fourfold: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown: list[tuple[object, dict[str, object]]] = []

    def run(record: object, **arguments: object) -> ExitResult:
        shown.append((record, arguments))
        return ExitResult(Record.from_text("7x6:44"))

    monkeypatch.setattr("fourfold.tui.run", run)
    monkeypatch.setattr(play, "_is_terminal", lambda: True)
    done = fourfold("play")
    assert done.last_line == "fourfold play --moves 7x6:44"
    assert shown.pop() == (None, {"remark": "", "file": None, "path": None})
    fourfold("play", "--mode", "human-ai", "--clock", "60")
    record, _ = shown.pop()
    assert isinstance(record, Record)
    assert record.players[1].agent == play.DEFAULT_AGENT
    assert record.control == TimeControl(60)
    assert fourfold("play", "--line", typed="4 4 5 5 6 6 7").last_line == "FIRST wins"
    assert not shown


@pytest.mark.parametrize(
    ("term", "encoding", "is_one"),
    [("xterm", "utf-8", True), ("dumb", "utf-8", False), ("xterm", "ascii", False)],
)
def test_which_terminals_have_a_screen(
    monkeypatch: pytest.MonkeyPatch, term: str, encoding: str, is_one: bool
) -> None:
    class Terminal:
        def __init__(self) -> None:
            self.encoding = encoding

        def isatty(self) -> bool:
            return True

    monkeypatch.setenv("TERM", term)
    monkeypatch.setattr("sys.stdin", Terminal())
    monkeypatch.setattr("sys.stdout", Terminal())
    assert play._is_terminal() == is_one


def test_ctrl_c_says_how_to_continue(fourfold: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """The game was lost."""
    lines = iter(["4", "5"])

    def typed(_: str = "") -> str:
        try:
            return next(lines)
        except StopIteration:
            raise KeyboardInterrupt from None

    monkeypatch.setattr("builtins.input", typed)
    done = fourfold("play", "--rules", "9x8-xd3")
    assert (done.status, done.errors) == (130, "")
    assert done.last_line == "fourfold play --moves 9x8-xd3:45"


@pytest.mark.parametrize("option", ["--load", "--save"])
def test_files_that_cannot_be_opened_are_bad_arguments(fourfold: Command, option: str) -> None:
    """They were status 1 here and 2 in other commands."""
    done = fourfold("play", option, "no/where.games")
    assert (done.status, done.output) == (2, "")
    assert done.errors.startswith("fourfold: the games no/where.games cannot be ")
    assert done.errors.count("\n") == 1
