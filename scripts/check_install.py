"""Try an installed fourfold as its first user does: run by the Python that it is installed for.

It solves a position, asks for the version, the agents and a move, and plays against the server. It
uses nothing but the standard library and the installed package, so that it tests wheels anywhere:
`make wheels` and cibuildwheel (pyproject.toml) run it. One line for each thing that works.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
import urllib.request
from importlib import metadata, resources
from pathlib import Path
from typing import Any


def main() -> None:
    began = time.perf_counter()
    command = Path(sysconfig.get_path("scripts")) / f"fourfold{'.exe' if os.name == 'nt' else ''}"
    check(command.exists(), f"the command {command} is not there")

    def fourfold(*arguments: str) -> str:
        done = subprocess.run(
            [command, *arguments], capture_output=True, text=True, check=False, timeout=300
        )
        check(done.returncode == 0, f"fourfold {' '.join(arguments)}: {done.stderr}")
        return done.stdout.strip()

    solved = fourfold("solve", "--no-book", "7x6:2252576253462244111563365343671351441")
    check(solved.endswith("1441 -1"), solved)
    report(f"the first position is solved: {solved}", began)

    version = metadata.version("fourfold")
    check(version in fourfold("--version"), "another version")
    report(f"version {version}, Python {sys.version.split()[0]}", began)

    import fourfold as ff
    from fourfold import _native

    place = Path(str(ff.__file__)).parent
    check(place.is_relative_to(sysconfig.get_path("platlib")), f"imported from {place}")
    package = resources.files("fourfold")
    for name in ("py.typed", "_native/portable.pyi", "web/static/index.html"):
        check(package.joinpath(name).is_file(), f"{name} is missing")
    report(f"types and stubs are there; native level {_native.LEVEL}", began)

    names = {kind.name for kind in ff.list_agents()}
    check({"random", "greedy", "hard", "perfect", "uct"} <= names, str(names))
    check("perfect" in fourfold("agents"), "fourfold agents")
    check(fourfold("move", "--agent", "perfect", "7x6:445566") in ("3", "7"), "another move")
    report(f"{len(names)} agents, and one of them moves", began)

    serve_a_game(command)
    report("the server shows its page and plays", began)


def serve_a_game(command: Path) -> None:
    """Start the server on a free port and a new database, and play one move against an agent."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        database = f"sqlite:///{(Path(folder) / 'games.db').as_posix()}"
        server = subprocess.Popen(
            [command, "serve", "--port", "0", "--database", database],
            stdout=subprocess.PIPE,
            text=True,
        )
        try:
            assert server.stdout is not None
            address = None
            while address is None:
                line = server.stdout.readline()
                check(line != "", "the server ended before it said where it listens")
                address = re.search(r"http://\S+/", line)
            with urllib.request.urlopen(address[0], timeout=60) as page:
                check(b"<title>" in page.read(), "the page is not shown")
            players = [{"name": "Ada"}, {"agent": "greedy"}]
            game = call(address[0], "api/games", {"players": players})
            secret = game["seats"]["FIRST"]
            moves = f"api/games/{game['game']['id']}/moves"
            moved = call(address[0], moves, {"column": "4"}, secret)
            check(moved["position"].startswith("7x6:4"), str(moved))
        finally:
            server.terminate()
            server.wait(60)


def call(address: str, path: str, body: dict[str, Any], secret: str = "") -> Any:
    headers = {"Content-Type": "application/json"}
    if secret:
        headers["Authorization"] = f"Bearer {secret}"
    request = urllib.request.Request(address + path, json.dumps(body).encode(), headers)
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


def check(holds: bool, problem: str) -> None:
    if not holds:
        sys.exit(f"check_install: {problem}")


def report(what: str, began: float) -> None:
    print(f"{time.perf_counter() - began:6.1f} s  {what}", flush=True)


if __name__ == "__main__":
    compilers = [name for name in ("cc", "c++", "gcc", "g++", "clang", "cl") if shutil.which(name)]
    print(f"compilers on the path: {', '.join(compilers) or 'none'}")
    main()
