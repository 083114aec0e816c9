"""Small parts of views: names of sides, labels of columns, times, texts."""

from datetime import UTC, datetime

from fourfold.agents.registry import title_of
from fourfold.game import Mode, Participant
from fourfold.game.players import HUMAN
from fourfold.rules import Player, Rules
from fourfold.rules.notation import column_label
from fourfold.search import Result
from fourfold.web.api import responses
from fourfold.web.api.responses import Outcome, Side

_SEATS = ("First player", "Second player")
OUTCOMES: dict[Result, Outcome] = {
    Result.WIN: "win",
    Result.DRAW: "draw",
    Result.LOSS: "loss",
}
_MODES: dict[Mode, responses.Mode] = {
    Mode.HUMAN_HUMAN: "human-human",
    Mode.HUMAN_AI: "human-ai",
    Mode.AI_AI: "ai-ai",
}


def side_name(player: Player) -> Side:
    """Return the name of a side."""
    return "FIRST" if player is Player.FIRST else "SECOND"


def optional_side(player: Player | None) -> Side | None:
    """Return the name of a side, if there is one."""
    return None if player is None else side_name(player)


def outcome_name(outcome: Result | None) -> Outcome | None:
    """Return the name of an outcome, if it is known."""
    return None if outcome is None else OUTCOMES[outcome]


def mode_name(players: tuple[Participant, Participant]) -> responses.Mode:
    """Return who plays whom."""
    return _MODES[Mode.of(players)]


def labels(columns: tuple[int, ...], rules: Rules) -> list[str]:
    """Return columns as the notation writes them."""
    return [column_label(column, rules.columns) for column in columns]


def timestamp(seconds: float) -> str:
    """Return a time of day as ISO 8601 writes it."""
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds")


def encodable(text: str) -> str:
    """Show a lone surrogate, which JSON cannot hold, as its code."""
    return text if text.isascii() else text.encode("utf-8", "backslashreplace").decode()


def title(player: Participant, side: Player) -> str:
    """Return what a player is called on the page."""
    if player.agent is None:
        return player.name if player.name not in ("", HUMAN) else _SEATS[side.value]
    if player.name != player.agent:
        return player.name
    name = title_of(player.agent)
    level = player.options.get("level")
    return name if level is None else f"{name}, {level}"
