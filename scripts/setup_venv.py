"""Create .venv and put into it what pyproject.toml asks for.

    python3 scripts/setup_venv.py base     build tools and what playing needs
    python3 scripts/setup_venv.py docs     what the documentation site needs
    python3 scripts/setup_venv.py dev      the test tools and the site's, then the peers one by one
    python3 scripts/setup_venv.py fuzz     what fuzzes the Python code, if it is to be had
    python3 scripts/setup_venv.py coverage what measures coverage
    python3 scripts/setup_venv.py release  what builds wheels

pyproject.toml stays the only list, and requirements/tests.txt says which versions were tested:
these are installed. pip leaves alone what is there already, so that a second run needs no network.
"""

import sys

if sys.version_info < (3, 11):  # before anything that an older Python cannot read
    found = ".".join(map(str, sys.version_info[:3]))
    sys.exit("fourfold needs Python 3.11 or newer, this is " + found + ": make PYTHON=python3.12")

import os
import re
import shutil
import subprocess
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
TESTED = ROOT / "requirements" / "tests.txt"
BUILD_TOOLS = {"cmake", "ninja"}  # listed under `dev`, and needed to build at all


def need_compiler() -> None:
    wanted = os.environ.get("CXX", "").split()[:1] or ["c++", "g++", "clang++"]
    if not any(map(shutil.which, wanted)):
        sys.exit(f"fourfold needs a C++20 compiler and found no {' or '.join(wanted)}: install g++")


def create_venv() -> None:
    if not (VENV / "bin" / "python").exists():
        print(f"creating {VENV.name} with Python {sys.version.split()[0]}", flush=True)
        subprocess.run([sys.executable, "-m", "venv", VENV], check=True)


def pip_install(*requirements: str) -> bool:
    print("installing", " ".join(requirements), flush=True)
    python = str(VENV / "bin" / "python")
    pip = [python, "-m", "pip", "--disable-pip-version-check", "install", "-q"]
    if TESTED.exists():  # not in an sdist that somebody unpacked
        pip += ["-c", str(write_constraints())]
    return subprocess.run([*pip, *requirements], check=False).returncode == 0


def write_constraints() -> Path:
    """Write the tested versions as pip takes them for constraints: without hashes."""
    lines = TESTED.read_text(encoding="utf-8").splitlines()
    pins = [line.removesuffix("\\").strip() for line in lines if re.match(r"[\w.-]+==", line)]
    path = VENV / "constraints.txt"
    path.write_text("\n".join(pins) + "\n", encoding="utf-8")
    return path


def name_of(requirement: str) -> str:
    match = re.match(r"[\w.-]+", requirement)
    assert match, requirement
    return match.group()


def main(what: str) -> None:
    extras: dict[str, list[str]] = PROJECT["project"]["optional-dependencies"]
    if what == "base":
        need_compiler()
        create_venv()
        tools = [tool for tool in extras["dev"] if name_of(tool) in BUILD_TOOLS]
        wanted = [*PROJECT["build-system"]["requires"], *tools, *PROJECT["project"]["dependencies"]]
        if not pip_install(*wanted):
            sys.exit("the packages above could not be installed")
    elif what in ("coverage", "docs", "release"):
        if not pip_install(*extras[what]):
            sys.exit("the packages above could not be installed")
    elif what == "fuzz":
        if not pip_install(*extras["fuzz"]):
            print("*** atheris could not be installed: the Python code will not be fuzzed ***")
    elif what == "dev":
        if not pip_install(*extras["dev"], *extras["docs"]):
            sys.exit("the packages above could not be installed")
        missing = [peer for peer in extras["peers"] if not pip_install(peer)]
        for peer in missing:
            print(f"*** {peer} could not be installed: its tests will be skipped ***")
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) == 2 else "")
