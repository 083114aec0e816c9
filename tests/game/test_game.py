"""One game: whose turn, offers, clocks, endings, and what subscribers hear."""

import pytest

from fourfold.agents import Decision
from fourfold.errors import GameError, IllegalMove, InvalidAgent, InvalidOption
from fourfold.game import (
    ClockPaused,
    ClockResumed,
    DrawDeclined,
    DrawOffered,
    Ending,
    EndReason,
    Event,
    Game,
    GameEnded,
    HintGiven,
    Participant,
    Ply,
    PlyPlayed,
    Record,
    TimeControl,
)
from fourfold.rules import FIRST, SECOND, Position, Rules

from .games import ANN, BEN, ROBOT, Third, heard, played
from .test_clock import Time

# Moving


def test_a_game_by_the_rules() -> None:
    game = Game(players=(ANN, BEN))
    events = heard(game)
    assert (game.turn, game.player(), game.player(SECOND)) == (FIRST, ANN, BEN)
    played(game, "445566")
    assert not game.is_over
    game.play(6)
    assert game.ending == Ending(FIRST, EndReason.FOUR_IN_LINE)
    assert str(game.ending) == "FIRST wins"
    assert [type(event) for event in events] == [PlyPlayed] * 7 + [GameEnded]
    with pytest.raises(GameError, match="nobody can play now: the game is over, FIRST wins"):
        game.play(0)


def test_a_game_from_a_position_or_its_text() -> None:
    game = Game("6x5:33")
    assert game.start == Position.parse("6x5:33")
    assert Record.from_position("6x5:33") == Record.from_position(game.start)
    with pytest.raises(InvalidOption, match="a position is 7, but must be"):
        Game(7)  # type: ignore[arg-type]


def test_a_full_board_is_a_draw() -> None:
    game = played(Game(Rules(4, 4)), "4321311144234232")
    assert game.ending == Ending(None, EndReason.BOARD_FULL)
    assert str(game.ending) == "draw"


def test_a_ban_is_played_by_the_same_player() -> None:
    game = Game(Rules.parse("7x6-bd1"))
    events = heard(game)
    game.play(3)
    assert (game.turn, game.position.must_ban) == (FIRST, True)
    game.play(3)
    assert game.turn is SECOND
    assert [(event.player, event.is_ban) for event in events if isinstance(event, PlyPlayed)] == [
        (FIRST, False),
        (FIRST, True),
    ]


def test_a_column_is_anything_with_an_index() -> None:
    game = Game()
    events = heard(game)
    game.play(Third())
    assert game.plies[0].column == 2
    assert type(game.plies[0].column) is int
    assert [event.ply.column for event in events if isinstance(event, PlyPlayed)] == [2]


@pytest.mark.parametrize("column", [7, -1, True, "4", None, 0])
def test_what_is_no_move_changes_nothing(column: object) -> None:
    game = played(Game(), "111111")
    events = heard(game)
    before = game.record
    with pytest.raises(IllegalMove):
        game.play(column)  # type: ignore[arg-type]
    assert (game.record, events) == (before, [])


def test_a_board_without_room_is_over_at_once() -> None:
    every = [(column, row) for column in range(4) for row in range(4)]
    game = Game(Rules(4, 4, every))
    assert game.ending == Ending(None, EndReason.BOARD_FULL)


# Draws and resignation


def test_a_draw_by_agreement() -> None:
    game = played(Game(), "44")
    events = heard(game)
    game.offer_draw()
    assert game.offer is FIRST
    game.accept_draw()
    assert game.ending == Ending(None, EndReason.AGREEMENT)
    assert events == [DrawOffered(FIRST), GameEnded(Ending(None, EndReason.AGREEMENT))]


def test_a_draw_declined() -> None:
    game = Game()
    events = heard(game)
    game.offer_draw(SECOND)
    game.decline_draw()
    assert (game.offer, game.is_over) == (None, False)
    assert events == [DrawOffered(SECOND), DrawDeclined(FIRST)]


def test_moving_on_declines() -> None:
    game = Game()
    game.offer_draw(FIRST)
    game.play(3)  # one's own move leaves the offer as it is
    assert game.offer is FIRST
    events = heard(game)
    game.play(3)
    assert game.offer is None
    assert [type(event) for event in events] == [DrawDeclined, PlyPlayed]


def test_two_offers_are_an_agreement() -> None:
    game = Game()
    game.offer_draw(FIRST)
    with pytest.raises(GameError, match="FIRST has offered a draw already"):
        game.offer_draw(FIRST)
    game.offer_draw(SECOND)
    assert game.ending == Ending(None, EndReason.AGREEMENT)


def test_no_offer() -> None:
    game = Game()
    for answer in (game.accept_draw, game.decline_draw):
        with pytest.raises(GameError, match="nobody has offered a draw"):
            answer()


def test_undo_forgets_an_offer() -> None:
    game = played(Game(), "4")
    game.offer_draw()
    game.undo()
    assert game.offer is None


def test_resigning() -> None:
    game = Game()
    game.resign()
    assert game.ending == Ending(SECOND, EndReason.RESIGNATION)
    game = Game()
    game.resign(SECOND)
    assert game.ending == Ending(FIRST, EndReason.RESIGNATION)
    for act in (game.resign, game.offer_draw, game.accept_draw, game.decline_draw, game.pause):
        with pytest.raises(GameError, match="the game is over, FIRST wins: resignation"):
            act()


# Clocks


def test_time_runs_out() -> None:
    time = Time()
    game = Game(players=(ANN, BEN), control=TimeControl(game=10), now=time)
    time.passes(6)
    game.play(3)
    time.passes(9)
    assert not game.check_clock()
    game.play(3)
    time.passes(4.5)
    assert game.check_clock()
    assert game.ending == Ending(SECOND, EndReason.TIME, "Ann had 10 s a game")
    assert not game.check_clock()  # it has ended already
    assert [ply.seconds for ply in game.plies] == [6, 9]


def test_a_move_after_the_time_does_not_count() -> None:
    time = Time()
    game = Game(control=TimeControl(move=1), now=time)
    time.passes(1.5)
    with pytest.raises(GameError, match="FIRST is out of time, and the game is over"):
        game.play(3)
    assert (game.position.ply, game.ending and game.ending.reason) == (0, EndReason.TIME)


def test_a_margin() -> None:
    time = Time()
    game = Game(control=TimeControl(move=1), now=time)
    time.passes(1.5)
    game.play(3, margin=0.6)
    assert game.position.ply == 1


def test_undo_gives_the_time_back() -> None:
    time = Time()
    game = Game(control=TimeControl(game=10), now=time)
    for seconds in (1, 2, 3):
        time.passes(seconds)
        game.play(3)
    assert (game.clock.left(FIRST), game.clock.left(SECOND)) == (6, 8)
    game.undo()
    assert (game.clock.left(FIRST), game.clock.left(SECOND)) == (9, 8)
    game.redo()
    assert (game.clock.left(FIRST), game.clock.left(SECOND)) == (6, 8)


def test_pausing() -> None:
    time = Time()
    game = Game(control=TimeControl(game=10), now=time)
    events = heard(game)
    game.pause()
    game.pause()
    time.passes(100)
    game.resume()
    game.resume()
    time.passes(1)
    assert game.clock.left(FIRST) == 9
    assert events == [ClockPaused(), ClockResumed()]


def test_the_clock_stands_once_the_game_is_over() -> None:
    time = Time()
    game = Game(control=TimeControl(game=10), now=time)
    game.resign()
    time.passes(100)
    assert game.clock.left(FIRST) == 10
    assert not game.check_clock()


# Records


def test_what_an_agent_told_is_recorded() -> None:
    game = Game()
    game.play(3, Decision(3, evaluation=2, nodes=7, depth=4, reason="because"))
    assert game.plies[0] == Ply(3, game.plies[0].seconds, None, 2.0, 7, 4, "because")


@pytest.mark.parametrize("rubbish", [float("nan"), float("inf"), "x", True, 10**400, [], -1j])
def test_what_an_agent_told_and_makes_no_sense_is_dropped(rubbish: object) -> None:
    game = Game()
    decision = Decision(
        3,
        score=rubbish,  # type: ignore[arg-type]
        evaluation=rubbish,  # type: ignore[arg-type]
        nodes=rubbish,  # type: ignore[arg-type]
        depth=rubbish,  # type: ignore[arg-type]
        reason=rubbish if isinstance(rubbish, str) else 3,  # type: ignore[arg-type]
    )
    game.play(3, decision)
    ply = game.plies[0]
    assert (ply.score, ply.evaluation, ply.nodes, ply.depth) == (None, None, None, None)


def test_going_on_with_a_record() -> None:
    time = Time()
    game = Game(Position.parse("44"), (ANN, ROBOT), TimeControl(game=10), now=time)
    for seconds in (1, 2):
        time.passes(seconds)
        game.play(4)
    again = Game.from_record(game.record, now=time)
    assert again.record == game.record
    assert (again.clock.left(FIRST), again.clock.left(SECOND)) == (9, 8)
    assert again.undo() == 2
    assert again.clock.left(FIRST) == 10
    assert not again.can_undo


@pytest.mark.parametrize("moves", ["4455667", "44"])
def test_a_record_with_its_ending(moves: str) -> None:
    game = played(Game(), moves)
    if not game.is_over:
        game.resign()
    again = Game.from_record(game.record)
    assert again.ending == game.ending
    again.undo()
    assert not again.is_over


def test_a_record_as_text() -> None:
    game = played(Game(Position.parse("9x8-xd3:44")), "55")
    assert game.record.to_text() == "9x8-xd3:4455"
    record = Record.from_text("7x6:4455667")
    assert (record.moves, record.ending) == (
        (3, 3, 4, 4, 5, 5, 6),
        Ending(FIRST, EndReason.FOUR_IN_LINE),
    )
    assert Record.from_text("44").ending is None
    assert Record.from_position(Position.parse("44"), (ANN, BEN)).players == (ANN, BEN)


# Subscribers


def test_a_follower_can_leave() -> None:
    game = Game()
    events: list[Event] = []
    leave = game.subscribe(events.append)
    game.play(3)
    leave()
    leave()
    game.play(3)
    assert len(events) == 1


def test_a_follower_that_moves_is_heard_in_order() -> None:
    game = Game()

    def answer(event: Event) -> None:
        if isinstance(event, PlyPlayed) and event.player is FIRST:
            game.play(0)

    game.subscribe(answer)
    events = heard(game)
    game.play(3)
    assert [event.ply.column for event in events if isinstance(event, PlyPlayed)] == [3, 0]


def test_a_follower_that_fails_keeps_nothing_from_the_others() -> None:
    game = Game()

    def fail(_: Event) -> None:
        raise RuntimeError("no screen")

    game.subscribe(fail)
    events = heard(game)
    with pytest.raises(RuntimeError, match="no screen"):
        game.play(3)
    assert (len(events), game.position.ply) == (1, 1)
    with pytest.raises(RuntimeError, match="no screen"):
        game.resign()
    assert isinstance(events[-1], GameEnded)


def test_hints_are_told() -> None:
    game = Game()
    events = heard(game)
    game.publish_hint(Decision(3))
    assert events == [HintGiven(FIRST, Decision(3))]


# Players


def test_players_from_text() -> None:
    assert Participant.parse("human") == Participant("human")
    assert Participant.parse(" human: Ann ") == ANN
    perfect = Participant.parse("perfect:memory=32")
    assert (perfect.name, perfect.agent) == ("perfect:memory=32", "perfect:memory=32")
    assert perfect.options == {"seconds": None, "threads": 1, "memory": 32}
    assert (perfect.is_human, ANN.is_human, str(ANN)) == (False, True, "Ann")
    assert hash(perfect) == hash(Participant.of_agent("perfect:memory=32"))


@pytest.mark.parametrize("text", ["human:", "nobody", "perfect:iq=3", 3, None])
def test_texts_that_are_no_player(text: object) -> None:
    with pytest.raises(InvalidAgent):
        Participant.parse(text)  # type: ignore[arg-type]


def test_the_referee_decides() -> None:
    game = Game(players=(ANN, BEN))
    game.play(3)
    game.adjudicate(FIRST, "the solver proved it")
    assert game.record.ending == Ending(FIRST, EndReason.ADJUDICATION, "the solver proved it")
    with pytest.raises(GameError, match="over"):
        game.adjudicate(None, "again")
