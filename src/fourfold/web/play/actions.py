"""What people do in a game, without any database or thread.

An action changes the `Game` that it is given, and returns what else changes in the stored game, or
None if nothing has changed. The caller saves all of it at once, and nothing if it raises an error.
"""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from fourfold.errors import GameError, InvalidNotation, describe
from fourfold.game import Game, Mode, Participant, answer_offer
from fourfold.game.variations import variations_beside
from fourfold.rules import Player, Position
from fourfold.rules.notation import column_label, parse_moves
from fourfold.store import StoredGame, update_stored
from fourfold.store.sizes import cut_texts
from fourfold.web.api.views.texts import title

Changes = Mapping[str, Any]
Action = Callable[[StoredGame, Game, Player], Changes | None]


def mode_of(stored: StoredGame) -> Mode:
    """Return who plays whom."""
    return Mode.of(stored.record.players)


def after(stored: StoredGame, game: Game, changes: Changes) -> StoredGame:
    """Return what is to be saved of a game after an action.

    The clock of a person runs once both have joined and the first move is made. That of an agent
    runs while it thinks, which only the process that runs its turn knows.
    """
    changed = replace(update_stored(stored, game), **changes)
    has_begun = bool(changed.record.plies) or not game.control
    runs = not game.is_over and game.player().is_human and all(changed.joined) and has_begun
    return replace(
        changed,
        record=cut_texts(changed.record),
        ply_began=time.monotonic() if runs else None,
        ply_spent=changed.ply_spent if has_begun else 0.0,
        # A wish for hints ends with the game; one for a rematch, if the game goes on after all.
        hints_offer=None if game.is_over else changed.hints_offer,
        rematch_offer=changed.rematch_offer if game.is_over else None,
        rematch_declined=changed.rematch_declined if game.is_over else None,
    )


# Moving


def column_of(text: str, position: Position) -> int:
    """Return the column that a text names; an error says why it cannot be played."""
    columns = position.rules.columns
    try:
        (column,) = parse_moves(text)
    except (InvalidNotation, ValueError):
        raise InvalidNotation(
            f"{describe(text)} is not a column: a column is a digit or a letter, such as "
            f"{column_label(0, columns)}"
        ) from None
    label = column_label(column, columns)
    if column >= columns:
        last = column_label(columns - 1, columns)
        raise GameError(f"column {label} is not on the board, whose last column is {last}")
    if column not in position.legal_columns:
        raise GameError(f"column {label} is full")
    return column


def move(text: str, kind: str | None) -> Action:
    """Drop a piece, or the ban that is due."""

    def act(stored: StoredGame, game: Game, side: Player) -> Changes:
        _check_running(game)
        if game.turn is not side or not game.player().is_human:
            raise GameError(f"it is not your turn: {_title(game, game.turn)} is to move")
        due = "ban" if game.position.must_ban else "piece"
        if kind is not None and kind != due:
            raise GameError(f"a {due} is to be dropped now, not a {kind}")
        game.play(column_of(text, game.position))
        return {"undo_offer": None, **_join(stored, side)}

    return act


# Taking back


def undo(accept: bool | None) -> Action:
    """Take back a ply, or all since the person's own; two people at two screens must agree."""

    def act(stored: StoredGame, game: Game, side: Player) -> Changes | None:
        if accept is False:
            if stored.undo_offer is None:
                raise GameError("nobody has asked to take a move back")
            return {"undo_offer": None}
        if accept is True and stored.undo_offer is not side.other:
            raise GameError("your opponent has not asked to take a move back")
        if stored.is_link and stored.undo_offer is not side.other:
            if not game.can_undo:
                raise GameError("there is nothing to undo")
            if stored.undo_offer is side:
                raise GameError("you have asked already: your opponent has not answered yet")
            return {"undo_offer": side}
        took_back = stored.took_back or not game.is_over
        game.undo()
        return {"undo_offer": None, "took_back": took_back, **_paused_for(stored)}

    return act


def redo(stored: StoredGame, game: Game, side: Player) -> Changes:
    """Play again what was taken back."""
    if stored.is_link:
        raise GameError("a move that was taken back by agreement is played again by its player")
    game.redo()
    return {"undo_offer": None, **_paused_for(stored)}


# Ending


def resign(stored: StoredGame, game: Game, side: Player) -> Changes:
    """Resign the game."""
    _check_running(game)
    _check_person(stored, "resign")
    game.resign(side)
    return {"undo_offer": None}


def draw(answer: bool | None) -> Action:
    """Offer a draw, or answer the opponent's offer; an agent answers at once."""

    def act(stored: StoredGame, game: Game, side: Player) -> Changes:
        _check_running(game)
        _check_person(stored, "offer a draw")
        if answer is None:
            game.offer_draw(side)
            if mode_of(stored) is Mode.HUMAN_AI and game.offer is not None:
                answer_offer(game)
            return {}
        if game.offer is side and not answer:
            game.decline_draw()  # withdrawn by the player who made it
            return {}
        if game.offer is not side.other:
            raise GameError("your opponent has not offered a draw")
        if answer:
            game.accept_draw()
        else:
            game.decline_draw()
        return {}

    return act


# Variations


def set_variations(texts: list[str]) -> Action:
    """Keep these variations with a game that is over, in place of those that it had."""

    def act(stored: StoredGame, game: Game, side: Player) -> Changes | None:
        if game.ending is None:
            raise GameError("variations can be kept once the game is over")
        start, played = game.start, tuple(ply.column for ply in game.plies)
        lines = []
        for text in texts:
            moves = Position.parse(text, game.rules).moves
            if moves[: len(start.moves)] != start.moves:
                raise GameError(
                    f"the variation {describe(text)} does not begin with {start.to_text()}, "
                    "where the players began"
                )
            lines.append(moves[len(start.moves) :])
        kept = variations_beside(start, played, lines)
        if kept == game.variations:
            return None
        game.variations = kept
        return {}

    return act


# Joining


def join(name: str, player: str | None = None) -> Action:
    """Take a seat under a name.

    player: the id of the player; the first who is told stays.

    Once the game has ended, names and players stay as they were: it counts under these.
    """

    def act(stored: StoredGame, game: Game, side: Player) -> Changes | None:
        _check_person(stored, "join")
        if game.is_over or stored.is_counted:
            return _join(stored, side) or None
        players = list(game.players)
        players[side.value] = Participant.human(name) if name else players[side.value]
        seated = {**_join(stored, side), **_identify(stored, side, player)}
        if players == list(game.players) and not seated:
            return None
        game.players = (players[0], players[1])
        return seated

    return act


def _join(stored: StoredGame, side: Player) -> dict[str, Any]:
    if stored.joined[side.value]:
        return {}
    joined = list(stored.joined)
    joined[side.value] = True
    return {"joined": (joined[0], joined[1])}


def _identify(stored: StoredGame, side: Player, player: str | None) -> dict[str, Any]:
    known = list(stored.identities)
    if player is None or known[side.value] is not None:
        return {}
    known[side.value] = player
    return {"identities": (known[0], known[1])}


# Two agents


def pause(stored: StoredGame, game: Game, side: Player) -> Changes | None:
    """Pause the agents."""
    _check_agents(stored, "pause")
    _check_running(game)
    return None if stored.paused else {"paused": True}


def resume(stored: StoredGame, game: Game, side: Player) -> Changes | None:
    """Let the agents play on."""
    _check_agents(stored, "resume")
    _check_running(game)
    return {"paused": False} if stored.paused else None


def step(stored: StoredGame, game: Game, side: Player) -> Changes | None:
    """Pause the agents; the hub then lets one of them make one move."""
    _check_agents(stored, "step")
    _check_running(game)
    return None if stored.paused else {"paused": True}


def pace(move_delay: float) -> Action:
    """Set the seconds between two moves."""

    def act(stored: StoredGame, game: Game, side: Player) -> Changes | None:
        _check_agents(stored, "set the pace")
        return None if stored.move_delay == move_delay else {"move_delay": move_delay}

    return act


def hurry(stored: StoredGame, game: Game, side: Player) -> Changes | None:
    """Check that there is an agent to hurry; the hub does it."""
    _check_running(game)
    if game.player().is_human:
        raise GameError("no agent is thinking")
    return None


def touch(stored: StoredGame, game: Game, side: Player) -> Changes:
    """Change nothing but the version, so that another process cancels its turn."""
    return {}


# Checks


def _paused_for(stored: StoredGame) -> dict[str, Any]:
    return {"paused": True} if mode_of(stored) is Mode.AI_AI else {}


def _check_running(game: Game) -> None:
    if game.ending is not None:
        raise GameError(f"the game is over: {game.ending} ({game.ending.reason})")


def _check_person(stored: StoredGame, what: str) -> None:
    if mode_of(stored) is Mode.AI_AI:
        raise GameError(f"nobody can {what}: no person plays")


def _check_agents(stored: StoredGame, what: str) -> None:
    if mode_of(stored) is not Mode.AI_AI:
        raise GameError(f"nobody can {what}: this is not a game of two agents")


def _title(game: Game, side: Player) -> str:
    return title(game.player(side), side)
