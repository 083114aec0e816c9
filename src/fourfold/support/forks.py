"""Brings objects in order in a process that was forked.

Of the threads of a process only the one that forks goes on in the copy. What the others had noted
there, such as that they are searching, is no longer true, and a lock that they held stays locked.
"""

import os
import weakref
from typing import Protocol


class KnowsForks(Protocol):
    """Something that changes in a forked process."""

    def after_fork(self) -> None:
        """Forget what the threads did that this process does not have."""


_known: "weakref.WeakSet[KnowsForks]" = weakref.WeakSet()


def tell_of_forks(owner: KnowsForks) -> None:
    """Call `owner.after_fork` in every process that is forked while it lives."""
    _known.add(owner)


def _after_fork() -> None:
    for owner in list(_known):
        owner.after_fork()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
