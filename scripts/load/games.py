"""Write a database with very many games, to be searched: real games, by a seed always the same.

The games are short, played at random by people with common and rare names, alone, by link and
against agents, on boards of several sizes; some are not over, and some were uploaded.
"""

import random
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from fourfold.game import Ending, EndReason, Participant, Record
from fourfold.rules import Player, Position, Rules
from fourfold.store import StoredGame
from fourfold.store.stored_game import derived_id
from fourfold.web.play.identities import player_id
from scripts.load import measure
from scripts.load.bulk import write_games
from scripts.load.client import code_of

OWNERS = 20_000
"""Players with a code; `code_of` gives those of 0 and on, of whom the first have most games."""
COMMON_NAMES = (
    "Ann", "Anna", "Bob", "Ada", "Max", "Mia", "Tom", "Eva", "Ben", "Leo", "Ida", "Kim",
    "Zoë", "Ali", "Mei", "José", "Łukasz", "Noah", "Emma", "Olga",
)  # fmt: skip
BOARDS = ("7x6", "7x6", "7x6", "7x6", "7x6", "6x5", "8x8", "9x7", "12x12", "7x6-xd3")
AGENTS = (
    "perfect", "casual", "hard", "uct", "random", "threat", "classic:level=easy",
    "classic:level=expert", "uct:seconds=1", "greedy",
)  # fmt: skip
_BEGIN = 1_600_000_000.0  # when the first game began
_BETWEEN = 60.0  # seconds from one game to the next
_LEAST, _MOST = 4, 16  # plies


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    parser.add_argument("--count", metavar="N", type=int, default=100_000)
    parser.add_argument(
        "--file",
        metavar="FILE",
        type=Path,
        default=measure.FOLDER / "games.db",
        help="a new SQLite file (default %(default)s)",
    )
    parser.add_argument("--seed", metavar="S", type=int, default=1)


def make_games(count: int, seed: int = 1) -> Iterator[StoredGame]:
    """Yield games, the oldest first; the first of a larger number are those of a smaller."""
    choose = random.Random(seed)
    boards = [Rules.parse(text) for text in BOARDS]
    agents = [Participant.of_agent(spec) for spec in AGENTS]
    people = [player_id(code_of(number)) for number in range(OWNERS)]
    for number in range(count):
        record = _play(choose, choose.choice(boards))
        first = (int(choose.paretovariate(0.1)) - 1) % OWNERS  # few play much, many little
        second = choose.randrange(OWNERS)
        kind = choose.random()
        is_link = kind < 0.2
        players = (_person(choose), _person(choose) if kind < 0.4 else choose.choice(agents))
        identities = (people[first], people[second] if is_link else None)
        if choose.random() < 0.5:
            players, identities = (players[1], players[0]), (identities[1], identities[0])
        moment = _BEGIN + _BETWEEN * number
        yield replace(
            StoredGame.new(replace(record, players=players)),
            id=derived_id(f"{seed} {number}"),
            created=moment,
            updated=moment + _BETWEEN,
            is_link=is_link,
            identities=identities,
            uploaded=choose.random() < 0.03,
        )


def _play(choose: random.Random, rules: Rules) -> Record:
    """Play at random until somebody wins or resigns, or both agree on a draw, or all have left."""
    position = Position(rules)
    most = choose.randint(_LEAST, _MOST)
    while position.outcome is None and len(position.moves) < most:
        position = position.play(choose.choice(position.legal_columns))
    record = Record.from_position(position)
    if position.outcome is not None:
        return record
    kind = choose.random()
    if kind < 0.05:
        return record
    if kind < 0.2:
        return replace(record, ending=Ending(None, EndReason.AGREEMENT))
    return replace(record, ending=Ending(choose.choice(list(Player)), EndReason.RESIGNATION))


def _person(choose: random.Random) -> Participant:
    name = choose.choice(COMMON_NAMES)
    if choose.random() < 0.5:  # one of very many
        name = f"{name} {choose.randrange(300_000)}"
    return Participant.human(name)


def run(options: Namespace) -> int:
    """Write the file, and say how long it took and how large it is."""
    file: Path = options.file
    file.parent.mkdir(parents=True, exist_ok=True)
    start, used = time.monotonic(), time.process_time()
    games = write_games(file, make_games(options.count, options.seed))
    row = {
        "games": games,
        "seconds": time.monotonic() - start,
        "cpu s": time.process_time() - used,
        "MB": file.stat().st_size / 1e6,
    }
    measure.show(f"games in {file}", [row])
    return 0
