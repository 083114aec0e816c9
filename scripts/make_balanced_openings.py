"""Write the balanced openings of 7x6 again: `python -m scripts.make_balanced_openings`.

A second run gives the same file. `--prove` writes nothing, but proves every opening of the file
without a book, which takes a quarter of an hour, and says which are wrong.
"""

import sys
from pathlib import Path

from fourfold.arena import balanced_suite
from fourfold.arena.openings import SUITE_FILE, read
from fourfold.search import Solver


def prove(file: Path) -> int:
    """Return the exit status: 1 if an opening is not as it should be."""
    openings = read(file)

    def report(done: int, total: int) -> None:
        if done % 100 == 0 or done == total:
            print(f"{done} of {total} proven", flush=True)

    wrong = list(balanced_suite.verify(openings, Solver(book=False), report))
    for sentence in wrong:
        print(sentence, file=sys.stderr)
    return 1 if wrong else 0


def main(arguments: list[str]) -> int:
    if arguments == ["--prove"]:
        return prove(SUITE_FILE)
    openings = balanced_suite.make_all(Solver())
    SUITE_FILE.parent.mkdir(exist_ok=True)
    SUITE_FILE.write_text(balanced_suite.file_text(openings), encoding="utf-8")
    print(f"{len(openings)} openings in {SUITE_FILE}")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
