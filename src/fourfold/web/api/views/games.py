"""Games and positions as the page sees them."""

from dataclasses import replace
from typing import cast

from fourfold.agents import SearchProgress
from fourfold.analysis.threats import threat_cells
from fourfold.game import Ending, Game, Participant, Ply, Record
from fourfold.rules import Player, Position, Rules
from fourfold.rules.notation import column_label, format_position
from fourfold.store import StoredGame, restore_game
from fourfold.store.emotes import Emote as StoredEmote
from fourfold.web.api.responses import (
    ClockView,
    EmoteView,
    GameView,
    LegalView,
    PlayerView,
    PlyView,
    ResultView,
    RulesView,
    SeriesView,
    ThinkingView,
    ThreatCells,
)
from fourfold.web.api.responses import Emote as EmoteName
from fourfold.web.api.views.lines import variation_views
from fourfold.web.api.views.opponents import opponent_id
from fourfold.web.api.views.texts import (
    encodable,
    labels,
    mode_name,
    optional_side,
    outcome_name,
    side_name,
    timestamp,
    title,
)


def game_view(stored: StoredGame) -> GameView:
    """Show a stored game, to nobody in particular and as if nobody were there."""
    game = restore_game(stored)
    record = stored.record
    has_hints = not stored.is_link or stored.hints_agreed or game.is_over
    first, second = (
        _player(record.players[side.value], side, stored.joined[side.value]) for side in Player
    )
    return GameView(
        id=stored.id,
        version=stored.version,
        mode=mode_name(record.players),
        link=stored.is_link,
        rules=rules_view(game.rules),
        position=game.position.to_text(),
        start=format_position(game.rules.parts, game.start.moves),
        players=(first, second),
        turn=side_name(game.turn),
        must_ban=game.position.must_ban and game.ending is None,
        legal=[] if game.ending is not None else _legal(game.position),
        plies=_plies(game.start, record.plies),
        result=None if game.ending is None else _result(game.position, game.ending),
        can_undo=game.can_undo,
        can_redo=game.can_redo and not stored.is_link,
        offer=optional_side(stored.offer),
        undo_offer=optional_side(stored.undo_offer),
        rematch_offer=optional_side(stored.rematch_offer),
        rematch_declined=optional_side(stored.rematch_declined),
        hints_allowed=has_hints,
        hints_offer=optional_side(stored.hints_offer),
        clock=_clock(game),
        thinking=None,
        paused=stored.paused,
        move_delay=stored.move_delay,
        threat_cells=(
            threats_view(game.position) if has_hints else ThreatCells(FIRST=[], SECOND=[])
        ),
        series=_series(stored.score),
        variations=variation_views(record),
        previous=stored.previous,
        next=stored.next,
        created=timestamp(stored.created),
        watchers=0,
        you=None,
    )


def position_view(position: Position, variations: tuple[tuple[int, ...], ...] = ()) -> GameView:
    """Show a bare position, in the form of a game without an id."""
    record = replace(Record.from_position(position), variations=variations)
    ending = None if position.outcome is None else Ending.from_outcome(position.outcome)
    start = Position(position.rules)
    first, second = (_player(Participant.human(), side, True, True) for side in Player)
    return GameView(
        id=None,
        version=0,
        mode="study",
        link=False,
        rules=rules_view(position.rules),
        position=position.to_text(),
        start=format_position(position.rules.parts, ()),
        players=(first, second),
        turn=side_name(position.turn),
        must_ban=position.must_ban and ending is None,
        legal=[] if ending is not None else _legal(position),
        plies=_plies(start, tuple(Ply(column) for column in position.moves)),
        result=None if ending is None else _result(position, ending),
        can_undo=bool(position.moves),
        can_redo=False,
        offer=None,
        undo_offer=None,
        rematch_offer=None,
        rematch_declined=None,
        hints_allowed=True,
        hints_offer=None,
        clock=None,
        thinking=None,
        paused=False,
        move_delay=0.0,
        threat_cells=threats_view(position),
        series=_series((0, 0, 0)),
        variations=variation_views(record),
        previous=None,
        next=None,
        created=None,
        watchers=0,
        you=None,
    )


def rules_view(rules: Rules) -> RulesView:
    """Show a board without pieces."""
    return RulesView(
        text=str(rules),
        columns=rules.columns,
        rows=rules.rows,
        forbidden=list(rules.forbidden),
        bonus=rules.bonus,
        labels=labels(tuple(range(rules.columns)), rules),
    )


def thinking_view(
    side: Player, rules: Rules, told: SearchProgress | None, seconds: float, queued: bool = False
) -> ThinkingView:
    """Show what an agent has reported while it thinks; nothing yet if told is None."""
    return ThinkingView(
        side=side_name(side),
        seconds=round(seconds, 2),
        depth=None if told is None else told.depth,
        nodes=None if told is None else told.nodes,
        evaluation=None if told is None else told.evaluation,
        line=[] if told is None else labels(told.line, rules),
        queued=queued,
    )


def emote_view(sent: StoredEmote) -> EmoteView:
    """Show an emote that was read from the database."""
    return EmoteView(
        number=sent.number, side=side_name(sent.side), emote=cast(EmoteName, sent.emote)
    )


def threats_view(position: Position) -> ThreatCells:
    """Show the free cells that would complete four."""
    cells = threat_cells(position)
    return ThreatCells(FIRST=list(cells[Player.FIRST]), SECOND=list(cells[Player.SECOND]))


def _legal(position: Position) -> list[LegalView]:
    return [
        LegalView(
            column=column,
            label=column_label(column, position.rules.columns),
            row=landing_row(position, column),
        )
        for column in position.legal_columns
    ]


def landing_row(position: Position, column: int) -> int:
    """Return the row on which a piece in a column lands that can be played."""
    row = position.landing_row(column)
    assert row is not None  # the column is played now, or was
    return row


def _plies(start: Position, plies: tuple[Ply, ...]) -> list[PlyView]:
    views = []
    names = labels(tuple(range(start.rules.columns)), start.rules)
    position = Position(start.rules)
    opening = tuple(Ply(column) for column in start.moves)
    for number, ply in enumerate(opening + plies):
        views.append(
            PlyView(
                column=ply.column,
                row=landing_row(position, ply.column),
                label=names[ply.column],
                side=side_name(position.turn),
                kind="ban" if position.must_ban else "piece",
                seconds=ply.seconds,
                outcome=None if ply.score is None else outcome_name(ply.score.outcome),
                in_plies=None if ply.score is None else ply.score.plies,
                evaluation=ply.evaluation,
                nodes=ply.nodes,
                depth=ply.depth,
                reason=encodable(ply.reason),
                opening=number < len(opening),
            )
        )
        position = position.play(ply.column)
    return views


def _result(position: Position, ending: Ending) -> ResultView:
    return ResultView(
        winner=optional_side(ending.winner),
        reason=str(ending.reason),
        detail=encodable(ending.detail),
        line_cells=list(position.winning_cells),
    )


def _clock(game: Game) -> ClockView | None:
    if not game.control:
        return None
    first, second = (game.clock.left(side) for side in Player)
    return ClockView(
        game=game.control.game,
        move=game.control.move,
        increment=game.control.increment,
        left=(_left(first), _left(second)),
        running=side_name(game.turn) if game.clock.is_running else None,
        spent=round(game.clock.spent, 3),
    )


def _series(score: tuple[int, int, int]) -> SeriesView:
    first, second, draws = score
    return SeriesView(FIRST=first, SECOND=second, draws=draws)


def _left(seconds: float | None) -> float | None:
    return None if seconds is None else round(max(0.0, seconds), 3)


def _player(player: Participant, side: Player, joined: bool, present: bool = False) -> PlayerView:
    return PlayerView(
        side=side_name(side),
        name=encodable(player.name),
        agent=player.agent,
        options=dict(player.options),
        title=encodable(title(player, side)),
        opponent=opponent_id(player),
        joined=joined,
        present=present,
    )
