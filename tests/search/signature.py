"""How many nodes the search visits in fixed positions, one thread: `make signature`.

The numbers are the same on every machine. They change when the search does, which is no fault,
but should be noticed: `make signature` writes them anew, and the difference belongs in the
commit that made it.
"""

from pathlib import Path
from types import ModuleType

from fourfold import Position, _native

FILE = Path(__file__).parent.parent / "data" / "signature.txt"
MEMORY_MB = 16

POSITIONS = [
    "7x6:4731237",
    "7x6:47311512",
    "7x6:157546",
    "7x6:657436",
    "7x6:52117372473",
    "6x7:5662544564",
    "6x7:46656445661",
    "6x7:4656234465",
    "8x5:5468744812",
    "8x5:18447287868",
    "8x5:8678543",
    "7x6-xd3:66726357562",
    "7x6-xd3:7312377254",
    "7x6-xd3:3332115",
    "6x6-xa1-xd4:5662544",
    "9x7:75775119813318176889988411538",
    "9x7:133532429737557961855773755",
    "6x6-bc2:4544631125514555",
    "6x6-bc2:241115636614",
    "12x12:fiijdgheiheagklcbeafbcakceceeibbklkkeagiiiiiihhgcccbfckchhbgfilfcbiackkbeejjbaahgbebalghhkehggea"
    "bggakh",
]


def count(native: ModuleType, text: str) -> int:
    """The nodes that a solver with an empty table visits."""
    position = Position.parse(text)
    rules = position.rules
    board = native.Rules(rules.columns, rules.rows, list(rules.forbidden), rules.bonus)
    solved = native.Solver(board, MEMORY_MB, 1).solve(list(position.moves))
    assert solved.finished, text
    return int(solved.nodes)


def written() -> dict[str, int]:
    """The numbers as they were, by position."""
    lines = map(str.split, FILE.read_text(encoding="utf-8").splitlines())
    return {text: int(nodes) for text, nodes in lines}


def main() -> None:
    old = written() if FILE.exists() else {}
    new = {text: count(_native._module, text) for text in POSITIONS}
    for text, nodes in new.items():
        change = "" if old.get(text) == nodes else f"  was {old.get(text, 'not there')}"
        print(f"{nodes:>9}  {text}{change}")
    print(f"{sum(new.values()):>9}  in all, was {sum(old.values())}")
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text("".join(f"{text} {nodes}\n" for text, nodes in new.items()), encoding="utf-8")


if __name__ == "__main__":
    main()
