"""Hold uploads of 1 MB that lack their last byte, while people play: what they take in memory."""

from argparse import ArgumentParser, Namespace

from fourfold.web.middleware.body_limit import MAX_RECORDS_BODY, RECORDS_PATH
from scripts.load import held_attacks
from scripts.load.client import head
from scripts.load.holding import Holder

_HEAD = head("POST", RECORDS_PATH, MAX_RECORDS_BODY, Content_Type="text/plain")
_MOST = 3  # times that each upload is sent


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    held_attacks.add_held_arguments(parser, 1000, 20.0)


def attacker(port: int, count: int, sources: list[str]) -> Holder:
    """Return a holder that sends all but the last byte of each upload at once."""
    body = b"x" * (MAX_RECORDS_BODY - 1)
    return Holder(port, count, sources, _HEAD + body, most=_MOST * count)


def run(options: Namespace) -> int:
    """Hold them from one address, then from many."""
    return held_attacks.run_cases("half bodies", options, attacker)
