"""The sentences: whose turn it is, what is going on, how it ended; tips; files."""

from dataclasses import replace
from pathlib import Path

import pytest

from fourfold.agents import Decision, SearchProgress
from fourfold.errors import RecordError
from fourfold.game import EndReason, Game, GameSession, Participant, Record, load, save
from fourfold.rules import FIRST, SECOND, Player, Position
from fourfold.search.score import outcome_of, score_of
from fourfold.search.uct import UctProgress
from fourfold.tui.game_files import add_game, describe_game, saved_games
from fourfold.tui.text import column_hints, messages
from fourfold.tui.widgets.board import Hint

from .driver import record


def session(text: str = "7x6:", first: str = "human", second: str = "human") -> GameSession:
    return GameSession(Game.from_record(record(text, first, second)))


@pytest.mark.parametrize(
    ("players", "names"),
    [
        (("human", "human"), ("FIRST", "SECOND")),
        (("human:Ann", "human:Bob"), ("Ann", "Bob")),
        (("human:Ann", "human:Ann"), ("Ann (FIRST)", "Ann (SECOND)")),
        (("human", "uct:seconds=2"), ("You", "UCT")),
        (("perfect", "human:Ann"), ("Perfect", "Ann")),
        (("uct", "uct:seconds=2"), ("UCT (FIRST)", "UCT (SECOND)")),
    ],
)
def test_who_is_who(players: tuple[str, str], names: tuple[str, str]) -> None:
    at = session("7x6:", *players)
    assert (messages.name(at, FIRST), messages.name(at, SECOND)) == names


@pytest.mark.parametrize(
    ("game", "told"),
    [
        (("7x6:",), "FIRST (●) to move."),
        (("7x6:4", "human:Ann", "human:Bob"), "Bob (○) to move."),
        (("7x6:", "human", "left"), "You begin: drop your piece."),
        (("7x6:44", "human", "left"), "Your move."),
        (("7x6:4", "human", "left"), "Left is to move."),
        (("6x6-bc2:33",), "SECOND took the star: now drop the ban."),
        (("6x6-bc2:33", "human", "left"), "Left is to drop the ban."),
        (("7x6:4455667", "human", "left"), "You win: four in line!"),
        (("7x6:4455667", "left", "human"), "Left wins: four in line!"),
        (("5x5:5153114222253434123413554",), "Draw: the board is full."),
    ],
)
def test_what_is_going_on(game: tuple[str, ...], told: str) -> None:
    assert messages.status(session(*game)) == told


def test_how_a_game_ended_otherwise() -> None:
    def told(
        loser: Player, reason: EndReason, detail: str = "", players: str = "human left"
    ) -> str:
        at = session("7x6:", *players.split())
        at.game.forfeit(loser, reason, detail)
        return messages.status(at)

    assert told(FIRST, EndReason.RESIGNATION) == "Left wins: you resigned."
    assert told(SECOND, EndReason.RESIGNATION, players="human human") == (
        "FIRST wins: SECOND resigned."
    )
    assert told(FIRST, EndReason.TIME, "human had 5 s") == "Left wins: you have no time left."
    assert told(SECOND, EndReason.TIME, "left exceeded its time") == (
        "You win: left exceeded its time."
    )
    assert told(SECOND, EndReason.FAILURE) == "You win: agent failed."


@pytest.mark.parametrize(
    ("number", "said"),
    [(0, "0"), (999_999, "999,999"), (1_340_000, "1.3 million"), (2.5e9, "2.5 billion")],
)
def test_large_numbers(number: float, said: str) -> None:
    assert messages.count(number) == said


@pytest.mark.parametrize(
    ("seconds", "shown"),
    [(None, ""), (-1, "0.0"), (9.99, "9.9"), (10, "0:10"), (75.9, "1:15"), (3600, "60:00")],
)
def test_clocks(seconds: float | None, shown: str) -> None:
    assert messages.clock(seconds) == shown


def test_an_error_is_a_sentence() -> None:
    assert messages.sentence("there is nothing to undo") == "There is nothing to undo."
    assert messages.sentence("my.games, line 3: bad") == "my.games, line 3: bad."
    assert messages.sentence("'z9' is not a cell") == "'z9' is not a cell."


def test_progress() -> None:
    assert messages.progress(None) == ""
    assert messages.progress(SearchProgress(0.25)) == ": 0.2 s"
    assert messages.progress(SearchProgress(2, 5, 3)) == ": depth 3, 5 positions, 2.0 s"


# Tips


def test_the_hint_row() -> None:
    scores = {0: score_of(3, 20), 1: score_of(0, 20), 2: score_of(-9, 20)}
    assert column_hints.of_decision(Decision(0, scores=scores, evaluations={3: 0.424, 4: 1.0})) == {
        0: Hint("+2", "good"),
        1: Hint("=", "even"),
        2: Hint("-5", "bad"),
        3: Hint("42%", "guess"),
        4: Hint("99%", "guess"),
    }
    assert column_hints.of_thinking(UctProgress(1, evaluations={0: 0.5})) == {
        0: Hint("50%", "guess")
    }
    numbers = {0: 7.0, 1: -12.34, 2: 99_999.0, 3: -5_000.0, 4: 0.25}
    shown = column_hints.of_thinking(SearchProgress(1, evaluations=numbers))
    assert [shown[column].text for column in range(5)] == ["7", "-12", "++", "--", "0.2"]


def test_a_tip_in_words() -> None:
    position = Position.parse("7x6:4")

    def told(decision: Decision) -> str:
        return column_hints.in_words(decision, position)

    assert told(Decision(3)) == "Tip: column 4."
    assert told(Decision(3, evaluations={3: 0.6})) == (
        "Tip: column 4, which wins about 60% of the time (estimate)."
    )
    assert told(Decision(3, scores={3: score_of(0, 9)})) == "Tip: column 4, which draws."
    assert told(Decision(3, scores={3: score_of(9, 9)})) == "Tip: column 4, which wins in 1 ply."
    assert told(Decision(3, scores={3: score_of(-8, 9)})) == (
        "Tip: column 4, which loses in 2 plies, as late as possible."
    )
    assert told(Decision(3, scores={3: outcome_of(1)})) == "Tip: column 4, which wins."


# Files


def test_a_game_is_kept_beside_others_and_replaced_when_it_is_the_same(folder: Path) -> None:
    path = Path("some.games")
    one = replace(record("7x6:4"), began="2026-01-02T03:04:05+00:00")
    later = replace(one, plies=record("7x6:45").plies)
    other = replace(record("9x8:4"), began="2026-01-02T03:04:05+00:00")
    assert add_game(path, one) == 1
    assert add_game(path, other) == 2
    assert add_game(path, later) == 2
    assert [kept.to_text() for kept in load(path).records] == ["9x8:4", "7x6:45"]


def test_nothing_is_written_into_a_damaged_file(folder: Path) -> None:
    path = Path("some.games")
    save(path, record("7x6:44"))
    damaged = path.read_bytes()[:-3]
    path.write_bytes(damaged)
    with pytest.raises(RecordError, match=r"nothing is written into a damaged file: .*line 3"):
        add_game(path, record("7x6:1"))
    assert path.read_bytes() == damaged


def test_an_empty_file_can_be_saved_to(folder: Path) -> None:
    Path("empty.games").touch()
    assert add_game(Path("empty.games"), record("7x6:4")) == 1


def test_files_of_games_are_found(folder: Path) -> None:
    for name in ("a.games", "b.jsonl", "c.txt"):
        Path(name).touch()
    Path("d.games").mkdir()
    assert {path.name for path in saved_games()} == {"a.games", "b.jsonl"}
    assert saved_games(Path("nowhere")) == []


def test_a_game_in_one_line() -> None:
    long = record("12x12:abcdefghijklabcdefgh", "human:Ann", "uct")
    assert describe_game(7, long) == "  7. Ann - uct, 12x12, not finished, abcdefghijklabc…"
    done = Record(players=(Participant.human(), Participant.human()))
    assert describe_game(1, done).endswith(", not finished, ")
