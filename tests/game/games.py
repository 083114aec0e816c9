"""Players and games that several tests know."""

from fourfold.game import Ending, EndReason, Event, Game, Participant, Ply, Record, TimeControl
from fourfold.rules import SECOND, Position
from fourfold.search.score import score_of

ANN = Participant.human("Ann")
BEN = Participant.human("Ben")
ROBOT = Participant("robot", "robot:level=3", {"level": 3})
FULL = Record(
    Position.parse("6x6-xa1-bc2:").rules,
    (ANN, ROBOT),
    (2, 2),
    (
        Ply(0, 0.25, score_of(7, 30), None, 12, None, "proven — «quoted»"),
        Ply(3, 1.5, None, -3.75, 1000, 8, "line\nbreak \ud800"),
        Ply(3),
    ),
    Ending(SECOND, EndReason.RESIGNATION, "tired"),
    TimeControl(60.0, 2.5, 0.5),
    "2026-01-02T03:04:05+00:00",
    {"event": "test", "game": "3"},
)
PLAIN = Record.from_text("7x6:4455667")
OPEN = Record(players=(ANN, BEN), plies=(Ply(3), Ply(3)))
GAMES = (FULL, PLAIN, OPEN)


class Third:
    """The third column, though not as an int."""

    def __index__(self) -> int:
        return 2


def played(game: Game, moves: str) -> Game:
    for column in game.position.play_text(moves).moves[game.position.ply :]:
        game.play(column)
    return game


def heard(game: Game) -> list[Event]:
    events: list[Event] = []
    game.subscribe(events.append)
    return events
