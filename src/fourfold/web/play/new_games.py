"""New games: from a request, from a file, or as the rematch of another."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime

from fourfold.agents.opponents import find_opponent
from fourfold.agents.registry import canonical_spec
from fourfold.errors import InvalidAgent, InvalidOption, RecordError, describe
from fourfold.game import Game, Mode, Participant, Record, TimeControl, check_players
from fourfold.game.clock import NO_CLOCK
from fourfold.game.json_lines import RecordReader
from fourfold.game.players import HUMAN
from fourfold.rules import Player, Position, Rules
from fourfold.store import StoredGame, sizes
from fourfold.support.names import readable_part
from fourfold.web.api.requests import LONGEST_NAME, NewGame, NewPlayer
from fourfold.web.api.views.texts import title
from fourfold.web.play.actions import after
from fourfold.web.play.seats import digest, new_secret

MAX_GAMES = 100
"""Games in one file."""
MAX_LINES = 20_000

Secrets = Mapping[Player, str]


def from_request(wanted: NewGame, player: str | None = None) -> tuple[StoredGame, Secrets]:
    """Return the game that a request describes, with the secrets of its seats.

    player: the id of the player at this screen. By link, each says who they are when they join.
    """
    players = (_player(wanted.players[0]), _player(wanted.players[1]))
    start = _start(wanted)
    check_players(players, start.rules)
    mode = Mode.of(players)
    if wanted.link and mode is not Mode.HUMAN_HUMAN:
        raise InvalidOption("link is true, but only a game of two people is played by link")
    if wanted.paused and mode is not Mode.AI_AI:
        raise InvalidOption("paused is true, but only a game of two agents can be paused")
    clock = wanted.clock
    control = NO_CLOCK if clock is None else TimeControl(clock.game, clock.move, clock.increment)
    stored = StoredGame.new(
        Record(start.rules, players, start.moves, control=control, began=_now())
    )
    joined = tuple(not wanted.link or bool(new.name) for new in wanted.players)
    stored = replace(
        stored,
        is_link=wanted.link,
        joined=(joined[0], joined[1]),
        identities=(None, None) if wanted.link else _seated(player, players),
        paused=wanted.paused,
        move_delay=wanted.move_delay,
    )
    return _with_secrets(_with_clock(stored))


def rematch(old: StoredGame) -> StoredGame:
    """Return the same game again with sides exchanged; the players keep their secrets."""
    record = old.record
    first, second = record.players
    # Who has won a game of a file is what the file says: it is not part of a series.
    score = old.series if old.uploaded else old.score
    new = StoredGame.new(
        Record(record.rules, (second, first), record.opening, control=record.control, began=_now())
    )
    return _with_clock(
        replace(
            new,
            is_link=old.is_link,
            joined=(old.joined[1], old.joined[0]),
            seats=(old.seats[1], old.seats[0]),
            hints_agreed=old.hints_agreed,
            identities=(old.identities[1], old.identities[0]),
            move_delay=old.move_delay,
            series=(score[1], score[0], score[2]),
            previous=old.id,
        )
    )


def from_file(data: bytes) -> list[tuple[StoredGame, Secrets]]:
    """Return the games of a file, each with new secrets; RecordError names the first bad line."""
    reader = RecordReader()
    lines = data.split(b"\n")
    if len(lines) > MAX_LINES:
        raise RecordError(f"the file has more than {MAX_LINES:,} lines")
    for number, line in enumerate(lines, start=1):
        try:
            reader.read(line)
        except (RecordError, ValueError) as error:
            raise RecordError(f"line {number} {error}") from None
        if reader.games_begun > MAX_GAMES:
            raise RecordError(f"the file has more than {MAX_GAMES} games")
    if not reader.records:
        raise RecordError("there is no game in the file")
    games = (StoredGame.new(_cut_texts(record)) for record in reader.records)
    return [_with_secrets(_with_clock(replace(game, uploaded=True))) for game in games]


def from_record(record: Record, id: str) -> StoredGame:
    """Return a finished game of a file of this server, under an id of its own."""
    first, second = record.players
    record = _cut_texts(record)
    if title(record.players[0], Player.FIRST) == title(record.players[1], Player.SECOND):
        # Such as two levels of one agent, which their names tell apart.
        named = (
            Participant.human(readable_part(first.name, LONGEST_NAME) or HUMAN),
            Participant.human(readable_part(second.name, LONGEST_NAME) or HUMAN),
        )
        record = replace(record, players=named)
    stored = replace(StoredGame.new(record), id=id, uploaded=True)
    return _with_secrets(_with_clock(stored))[0]


def _with_clock(stored: StoredGame) -> StoredGame:
    """Start the clock, if a person is to move."""
    return after(stored, Game.from_record(stored.record), {})


def _with_secrets(stored: StoredGame) -> tuple[StoredGame, Secrets]:
    """Give a secret to each person; for two agents, both to whoever created the game."""
    players = stored.record.players
    no_people = Mode.of(players) is Mode.AI_AI
    given = {side: new_secret() for side in Player if no_people or players[side.value].is_human}
    kept = tuple(digest(given[side]) if side in given else "" for side in Player)
    return replace(stored, seats=(kept[0], kept[1])), given


def _seated(
    player: str | None, players: tuple[Participant, Participant]
) -> tuple[str | None, str | None]:
    """Return who sits where if one player has all seats of people."""
    first, second = (player if each.is_human else None for each in players)
    return first, second


def _start(wanted: NewGame) -> Position:
    rules = None if wanted.rules is None else Rules.parse(wanted.rules)
    return Position.parse(wanted.start or "", rules)


def _player(wanted: NewPlayer) -> Participant:
    if wanted.opponent is not None:
        if wanted.agent is not None or wanted.name is not None:
            raise InvalidOption(
                "a player has an opponent and also a name or an agent, "
                "but an opponent comes with both"
            )
        opponent = find_opponent(wanted.opponent)
        return Participant.of_agent(canonical_spec(opponent.agent), opponent.name)
    if wanted.agent is None:
        return Participant.human(wanted.name) if wanted.name else Participant.human()
    return Participant.of_agent(canonical_spec(wanted.agent), wanted.name or None)


def _cut_texts(record: Record) -> Record:
    """Cut the texts of an uploaded record to what can be shown."""
    first, second = (_cut_player(player, record) for player in record.players)
    ending = None if record.ending is None else replace(record.ending, cause="")
    return sizes.cut_texts(replace(record, players=(first, second), ending=ending, tags={}))


def _cut_player(player: Participant, record: Record) -> Participant:
    name = readable_part(player.name, LONGEST_NAME)
    if player.agent is None:
        return Participant.human(name) if name else Participant.human()
    try:
        agent = Participant.of_agent(canonical_spec(player.agent), name or None)
        check_players((agent, agent), record.rules)
    except InvalidAgent:
        if record.ending is None:
            raise RecordError(
                f"the game is not finished, and {describe(player.agent)} cannot go on with it here"
            ) from None
        return Participant.human(name or readable_part(player.agent, LONGEST_NAME) or HUMAN)
    return agent


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
