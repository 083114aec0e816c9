"""Taking back and playing again, and kept games that are gone on with."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fourfold.errors import GameError
from fourfold.game import (
    Ending,
    EndReason,
    Game,
    Participant,
    PliesRedone,
    PliesUndone,
    Ply,
    Record,
    TimeControl,
)
from fourfold.rules import FIRST, SECOND, Position, Rules

from ..rules.strategies import rules
from .games import ANN, BEN, ROBOT, heard, played
from .test_clock import Time


def test_undo_and_redo_between_people() -> None:
    game = played(Game(), "4455")
    events = heard(game)
    assert game.undo() == 1
    assert game.position == Position.parse("445")
    assert game.undo() == 1
    assert game.redo() == 1
    assert game.redo() == 1
    assert game.position == Position.parse("4455")
    assert events == [
        PliesUndone(1),
        PliesUndone(1),
        PliesRedone((game.plies[2],)),
        PliesRedone((game.plies[3],)),
    ]
    with pytest.raises(GameError, match="there is nothing to redo"):
        game.redo()


def test_a_new_move_forgets_what_was_undone() -> None:
    game = played(Game(), "4455")
    game.undo()
    game.play(0)
    assert not game.can_redo


def test_the_beginning_cannot_be_undone() -> None:
    game = Game(Position.parse("44"))
    assert not game.can_undo
    with pytest.raises(GameError, match="there is nothing to undo"):
        game.undo()


@pytest.mark.parametrize(
    ("first", "moves", "plies", "left"),
    [
        (ANN, "44", 2, ""),  # the agent's answer and the person's move
        (ANN, "445", 1, "44"),  # the agent is still thinking
        (ANN, "4455", 2, "44"),
        (ROBOT, "44", 1, "4"),  # the person has moved, the agent thinks
        (ROBOT, "445", 2, "4"),
        (ROBOT, "4", 0, "4"),  # nothing of the person's
    ],
)
def test_undo_against_an_agent_goes_back_to_the_persons_move(
    first: Participant, moves: str, plies: int, left: str
) -> None:
    game = Game(players=(first, ROBOT if first is ANN else ANN))
    played(game, moves)
    assert game.can_undo == (plies > 0)
    if plies:
        assert game.undo() == plies
        assert game.player() is ANN
    assert game.position == Position.parse(left)
    if plies:
        assert game.redo() == plies
        assert game.position == Position.parse(moves)


def test_a_piece_and_its_ban_are_undone_one_by_one() -> None:
    game = Game(Rules.parse("7x6-bd1"), (ANN, ROBOT))
    played(game, "445")  # Ann's piece and ban, then the robot
    assert game.turn is FIRST
    assert game.undo() == 2
    assert (game.position.must_ban, game.player()) == (True, ANN)
    assert game.undo() == 1
    assert game.position.ply == 0
    assert game.redo() == 1
    assert game.position.must_ban
    assert game.redo() == 2
    assert game.position.moves == (3, 3, 4)


def test_an_agents_ban_is_undone_with_its_piece() -> None:
    game = Game(Rules.parse("7x6-bd1"), (ROBOT, ANN))
    played(game, "4451")  # the robot's piece and ban, Ann, the robot
    assert game.undo() == 2
    assert game.position.moves == (3, 3)
    assert not game.can_undo


def test_two_agents_are_undone_ply_by_ply() -> None:
    game = played(Game(players=(ROBOT, ROBOT)), "4455")
    assert game.undo() == 1


def test_undo_takes_an_ending_back() -> None:
    game = played(Game(), "4455667")
    assert game.is_over
    game.undo()
    assert (game.ending, game.turn) == (None, FIRST)
    game.redo()
    assert game.is_over
    game.undo()
    game.resign()
    assert game.undo() == 1
    assert (game.ending, game.turn) == (None, SECOND)


@given(rules(), st.data())
def test_undo_and_redo_lead_through_the_same_positions(board: Rules, data: st.DataObject) -> None:
    players = data.draw(st.sampled_from([(ANN, BEN), (ANN, ROBOT), (ROBOT, ANN), (ROBOT, ROBOT)]))
    game = Game(board, players)
    for choice in data.draw(st.lists(st.integers(0, 11), max_size=40)):
        if game.is_over:
            break
        legal = game.position.legal_columns
        game.play(legal[choice % len(legal)])
    end = game.record
    undone = 0
    while game.can_undo:
        undone += game.undo()
        assert len(game.plies) == len(end.plies) - undone
        assert game.position == Position(board, end.moves[: len(game.plies)])
        # A person is to move, unless only agents play.
        assert game.player().is_human or players == (ROBOT, ROBOT)
    while game.can_redo:
        game.redo()
    assert game.record == end


def test_a_kept_game_goes_on_with_what_was_undone() -> None:
    game = played(Game(players=(ANN, ROBOT), control=TimeControl(60), now=Time()), "4455")
    game.undo()
    again = Game.from_record(game.record, undone=game.undone, offer=SECOND, now=Time())
    assert [ply.column for ply in again.undone] == [4, 4]
    assert again.offer is SECOND
    assert again.redo() == 2
    assert again.record.to_text() == "7x6:4455"


def test_a_kept_game_goes_on_with_its_clock() -> None:
    time = Time()
    record = Record(plies=(Ply(3, 10.0), Ply(3, 20.0)), control=TimeControl(60, 30))
    game = Game.from_record(record, spent=5.0, now=time)
    time.passes(1)
    assert (game.clock.spent, game.clock.left(FIRST), game.clock.left(SECOND)) == (6.0, 44.0, 40.0)
    assert game.clock.budget == 24.0
    standing = Game.from_record(record, spent=5.0, running=False, now=time)
    time.passes(1)
    assert (standing.clock.is_running, standing.clock.spent) == (False, 5.0)


def test_a_kept_game_that_is_over_has_no_offer_and_no_running_clock() -> None:
    record = Record(plies=(Ply(3),), ending=Ending(FIRST, EndReason.RESIGNATION))
    for ended in (record, Record.from_text("4455667")):
        game = Game.from_record(ended, offer=FIRST)
        assert (game.ending, game.offer, game.clock.is_running) == (ended.ending, None, False)
