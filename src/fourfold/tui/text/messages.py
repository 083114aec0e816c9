"""The sentences on the screen: names, whose turn it is, what is going on, how it ended."""

from fourfold.agents import SearchProgress
from fourfold.agents.registry import title_of
from fourfold.game import Ending, EndReason, GameSession, Mode, Participant
from fourfold.game.players import HUMAN
from fourfold.rules import Player, Position
from fourfold.rules.notation import column_label, format_moves
from fourfold.support.plain_text import printable

SYMBOLS = {Player.FIRST: "●", Player.SECOND: "○"}
BAN = "▒"
_MORE = ((1_000_000_000, "billion"), (1_000_000, "million"))


def name(session: GameSession, side: Player) -> str:
    """Return how a player is called on the screen."""
    own, other = (_own_name(session, player) for player in (side, side.other))
    return f"{own} ({side})" if own == other else own


def _own_name(session: GameSession, side: Player) -> str:
    player: Participant = session.game.player(side)
    if player.agent is not None:
        return printable(title_of(player.name or player.agent))
    if player.name != HUMAN:
        return printable(player.name)
    return "You" if session.mode is Mode.HUMAN_AI else str(side)


def sentence(words: object) -> str:
    """Turn an error's message into a sentence; a file name at its beginning is left as it is."""
    text = str(words)
    first = text.partition(" ")[0].rstrip(",:")
    if not any(sign in first for sign in "./\\'"):
        text = text[:1].upper() + text[1:]
    return f"{text}."


def status(session: GameSession) -> str:
    """Say whose turn it is and what is going on, in a sentence or two."""
    game = session.game
    if game.ending is not None:
        return how_it_ended(session, game.ending)
    who = name(session, game.turn)
    if session.is_thinking:
        if session.is_hurried:
            return f"{who} was asked to move at once."
        return f"{who} is thinking{progress(session.progress)}."
    if not game.player().is_human:
        if session.is_paused:
            return f"Paused: {who} is to {_what(game.position)}."
        return f"{who} is to {_what(game.position)}."
    offered = ""
    if game.offer is not None:
        offered = f" {name(session, game.offer)} offered a draw: w accepts it, a move declines."
        if game.offer is game.turn:
            offered = f" {_has(who)} offered a draw."
    if game.position.must_ban:
        return f"{who} took the star: now drop the ban.{offered}"
    if who == "You":
        begin = "You begin" if not game.position.ply else "Your move"
        return (
            f"{begin}: drop your piece.{offered}"
            if begin != "Your move"
            else f"Your move.{offered}"
        )
    return f"{who} ({SYMBOLS[game.turn]}) to move.{offered}"


def _what(position: Position) -> str:
    return "drop the ban" if position.must_ban else "move"


def _has(who: str) -> str:
    return f"{who} have" if who == "You" else f"{who} has"


_DRAWS = {
    EndReason.BOARD_FULL: "Draw: the board is full.",
    EndReason.AGREEMENT: "Draw by agreement.",
    EndReason.ADJUDICATION: "Draw: decided before the end.",
}


def how_it_ended(session: GameSession, ending: Ending) -> str:
    """Say who won, or that it is a draw, and why."""
    if ending.winner is None:
        return _DRAWS.get(ending.reason, "A draw.")
    winner, loser = name(session, ending.winner), name(session, ending.winner.other)
    won = f"{winner} win" if winner == "You" else f"{winner} wins"
    match ending.reason:
        case EndReason.FOUR_IN_LINE:
            return f"{won}: four in line!"
        case EndReason.RESIGNATION:
            return f"{won}: {loser[:1].lower() + loser[1:] if loser == 'You' else loser} resigned."
        case EndReason.TIME if (
            not ending.detail or session.game.player(ending.winner.other).is_human
        ):
            return f"{won}: {_has(loser).replace('You', 'you')} no time left."
        case _:
            return f"{won}: {printable(ending.detail) or ending.reason}."


def progress(thinking: SearchProgress | None) -> str:
    """Say how far an agent has got, after `is thinking`; empty if it has not reported."""
    if thinking is None:
        return ""
    parts = []
    if thinking.depth:
        parts.append(f"depth {thinking.depth}")
    if thinking.nodes:
        parts.append(f"{count(thinking.nodes)} positions")
    parts.append(f"{thinking.seconds:.1f} s")
    return ": " + ", ".join(parts)


def count(number: float) -> str:
    """Format a large number as people say it."""
    for size, word in _MORE:
        if number >= size:
            return f"{number / size:.1f} {word}"
    return f"{number:,.0f}"


def clock(seconds: float | None) -> str:
    """Format the time left on a clock."""
    if seconds is None:
        return ""
    seconds = max(0.0, seconds)
    if seconds < 10:
        return f"{int(seconds * 10) / 10:.1f}"
    whole = int(seconds)
    return f"{whole // 60}:{whole % 60:02}"


def moves(position: Position) -> str:
    """Return the moves of the game so far."""
    return format_moves(position.moves, position.rules.columns)


def label(column: int, position: Position) -> str:
    """Return the label of a column on this board."""
    return column_label(column, position.rules.columns)
