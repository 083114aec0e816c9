"""`fourfold engine` for the sandbox: a player whose own code is watched.

    python -P -m fourfold.agents.engine.audited SPEC [forbid-search]

The process has given up its rights before this is imported. From here on it is noted what the
player's own code reaches for, and, if asked, the searches of this package are refused to it.
"""

import os
import sys
from pathlib import Path

from fourfold import errors
from fourfold.agents.engine.server import serve
from fourfold.agents.registry import admit
from fourfold.search.audit import SEARCH_EVENT
from fourfold.support.sandbox.audit import Audit
from fourfold.support.sandbox.policy import python_files


def main(arguments: list[str]) -> None:
    """Play for a submission until the game's side says `quit`."""
    spec, *options = arguments
    log = os.environ.pop("SANDBOX_LOG", "")
    if log:
        Audit(
            str(Path.cwd()),
            python_files([str(Path(errors.__file__).parent)]),
            int(log),
            further=(SEARCH_EVENT,),
            forbidden=(SEARCH_EVENT,) if "forbid-search" in options else (),
        ).install()
    serve(lambda: admit(spec), "fourfold")


if __name__ == "__main__":
    main(sys.argv[1:])
