"""Hold silent connections to a server that may have 1,024 files open, while people play.

Nobody may be locked out, nor the log be filled: newcomers come in, and moves are answered.
"""

from argparse import ArgumentParser, Namespace

from scripts.load import held_attacks
from scripts.load.holding import Holder

FILES = 1024


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    held_attacks.add_held_arguments(parser, 1100, 20.0)


def run(options: Namespace) -> int:
    """Hold silent connections from one address, then from many."""
    return held_attacks.run_cases("silent connections", options, Holder, FILES)
