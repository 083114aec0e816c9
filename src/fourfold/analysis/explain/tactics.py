"""Finds facts about the next plies: wins, blocks, forced replies and gifts."""

from collections.abc import Iterator

from fourfold.agents.tactics import winning_columns
from fourfold.analysis.explain.fact import Fact, Move
from fourfold.analysis.explain.look import (
    above,
    landing_threats,
    threats_of,
    wins_after_every_reply,
)
from fourfold.analysis.explain.tactic_facts import (
    Blocks,
    FillsTheBoard,
    ForcesAndWins,
    ForcesAReply,
    GivesUpAThreat,
    LeavesAWin,
    LeavesNoSafeReply,
    MakesTwoThreats,
    OnlyColumn,
    OpensAWin,
    TakesTheStar,
    WinsAtOnce,
    WinsByForce,
)
from fourfold.analysis.threats import may_ban

_LONGEST_FORCED_WIN = 4  # own moves, the first among them


def find_tactics(move: Move) -> Iterator[Fact]:
    """Yield the facts about the next plies, the most important ones first."""
    after = move.after
    if after.outcome is not None:
        if after.outcome.winner is None:
            yield FillsTheBoard(move)
        else:
            yield WinsAtOnce(move, after.winning_cells)
        return
    if len(move.position.legal_columns) == 1:
        yield OnlyColumn(move)
    threatened = landing_threats(move.position, move.opponent)
    if move.cell in threatened:
        yield Blocks(move, len(threatened) == 1)
    if after.must_ban:
        yield TakesTheStar(move)
        return
    lost = landing_threats(after, move.opponent)
    for cell in lost:
        yield OpensAWin(move, cell) if cell[0] == move.column else LeavesAWin(move, cell)
    if not lost:
        yield from _threatening(move)
    given_up = above(move.position, move.cell)
    if given_up is not None and given_up in threats_of(move.position, move.mover):
        yield GivesUpAThreat(move, given_up)


def _threatening(move: Move) -> Iterator[Fact]:
    """Yield what the move threatens; the opponent cannot win at once."""
    after = move.after
    mine = landing_threats(after, move.mover)
    if wins_after_every_reply(after, move.mover):
        if len(mine) >= 2:
            yield MakesTwoThreats(move, mine)
        elif mine:
            top = above(after, mine[0])
            if top is not None and top in threats_of(after, move.mover):
                yield ForcesAndWins(move, mine[0], top)
        else:
            yield LeavesNoSafeReply(move)
    elif mine and not may_ban(after):
        line = _forced_win(move, _LONGEST_FORCED_WIN)
        if line:
            yield WinsByForce(move, line)
        else:
            yield ForcesAReply(move, mine[0])


def _forced_win(move: Move, own_moves: int) -> tuple[int, ...]:
    """Return a line that wins with threats alone, each answered by the only reply; () if none.

    The opponent cannot win at once after the move, and has one threat to answer.
    """
    after = move.after
    (reply, _) = landing_threats(after, move.mover)[0]
    answered = after.play(reply)
    if answered.outcome is not None:
        return ()
    wins = winning_columns(answered, move.mover)
    if wins:
        return move.column, reply, wins[0]
    if own_moves <= 2:
        return ()
    must_block = landing_threats(answered, move.opponent)
    for column in [cell[0] for cell in must_block] or answered.legal_columns:
        following = Move(answered, column)
        if following.after.outcome is not None or landing_threats(following.after, move.opponent):
            continue
        mine = landing_threats(following.after, move.mover)
        if len(mine) >= 2:
            blocked, won = mine[0][0], mine[1][0]
            return move.column, reply, column, blocked, won
        if len(mine) == 1:
            line = _forced_win(following, own_moves - 1)
            if line:
                return (move.column, reply, *line)
    return ()
