"""Hold connections whose headers never end, a few bytes at a time, while people play."""

from argparse import ArgumentParser, Namespace

from scripts.load import held_attacks
from scripts.load.holding import Holder

_FIRST = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Long: "
_MORE = b"x" * 30_000  # just short of the limit for headers


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    held_attacks.add_held_arguments(parser, 5000, 20.0)


def attacker(port: int, count: int, sources: list[str]) -> Holder:
    """Return a holder that sends 1,000 bytes of a header four times a second."""
    return Holder(port, count, sources, _FIRST, _MORE, step=1000)


def run(options: Namespace) -> int:
    """Hold them from one address, then from many."""
    return held_attacks.run_cases("slow headers", options, attacker)
