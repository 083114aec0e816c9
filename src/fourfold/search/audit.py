"""Tells Python's audit hooks when a search of this package is made.

A teacher may want to know whether a student's player only asks our solver, or forbid it: a hook of
that process sees the event, and can refuse it by raising an error. Without a hook it costs nothing.
"""

import sys

SEARCH_EVENT = "fourfold.search"
"""The name of the event; its argument is the name of the search."""


def announce_search(name: str) -> None:
    """Tell the hooks that a search is about to be made; whatever they raise is raised."""
    sys.audit(SEARCH_EVENT, name)
