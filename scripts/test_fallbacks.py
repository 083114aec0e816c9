"""Build the core in the ways that `make test` does not, and test each of them.

    gcc-fallbacks      standard C++ alone (-DFOURFOLD_FALLBACKS=ON), by GCC
    clang-fallbacks    the same by Clang: as near as one gets to MSVC without it
    clang              the usual code, with every level of processor, by Clang

Each runs all C++ tests, and its Python modules must visit the same nodes as the usual build
(tests/data/signature.txt). With the name of a build it does only that one. Warnings are errors.
`make ARGS=clang test-fallbacks` does so.
"""

import importlib.util
import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"
BUILDS: dict[str, tuple[str, list[str]]] = {
    "gcc-fallbacks": ("g++", ["-DFOURFOLD_FALLBACKS=ON", "-DFOURFOLD_X86_LEVELS=OFF"]),
    "clang-fallbacks": ("clang++", ["-DFOURFOLD_FALLBACKS=ON", "-DFOURFOLD_X86_LEVELS=OFF"]),
    "clang": ("clang++", []),
}


def main(wanted: list[str]) -> None:
    if unknown := [name for name in wanted if name not in BUILDS]:
        sys.exit(f"there is no build {unknown[0]!r}: use {', '.join(BUILDS)}")
    missing = []
    for name in wanted or BUILDS:
        compiler, options = BUILDS[name]
        if shutil.which(compiler) is None:
            missing.append(f"*** {name} was not tested: {compiler} is missing ***")
            continue
        test_build(name, compiler, options)
    if missing:
        sys.exit("\n".join(missing))


def test_build(name: str, compiler: str, options: list[str]) -> None:
    """Compile one build, run its C++ tests, and compare its nodes."""
    print(f"--- {name}", flush=True)
    folder = ROOT / "build" / f"test-{name}"
    settings = [
        f"-DCMAKE_CXX_COMPILER={compiler}",
        f"-DCMAKE_MAKE_PROGRAM={BIN / 'ninja'}",
        f"-DPython_EXECUTABLE={BIN / 'python'}",
        "-DFOURFOLD_WERROR=ON",
        "-DFOURFOLD_DOMAIN=test",  # to be loaded beside the usual modules
        *options,
    ]
    cmake = str(BIN / "cmake")
    run(cmake, "-S", str(ROOT), "-B", str(folder), "-G", "Ninja", "--log-level=WARNING", *settings)
    run(cmake, "--build", str(folder), "--target", "all", "native_tests")
    run(str(BIN / "ctest"), "--test-dir", str(folder), "--output-on-failure")
    for module in sorted(folder.glob("*.so")):
        run(str(BIN / "python"), str(Path(__file__)), "--nodes", str(module))


def run(*command: str) -> None:
    if (status := subprocess.run(command, check=False).returncode) != 0:
        sys.exit(status)


def compare_nodes(path: Path) -> None:
    """Compare the nodes that the solver of a module visits with those of the usual build."""
    sys.path.insert(0, str(ROOT))
    from fourfold import _native
    from tests.search.signature import POSITIONS, count, written

    level = path.name.partition(".")[0]
    levels = _native.LEVELS
    if levels.index(level) > levels.index(_native.cpu_level()):
        print(f"{level}: not run, this processor has no such instructions")
        return
    spec = importlib.util.spec_from_file_location(level, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = {text: count(module, text) for text in POSITIONS}
    if found != written():
        sys.exit(f"{level}: the search visits other nodes than the usual build")
    print(f"{level}: {len(found)} positions, {sum(found.values()):,} nodes, as in the usual build")


if __name__ == "__main__":
    if sys.argv[1:2] == ["--nodes"]:
        os.environ["FOURFOLD_NATIVE"] = "portable"  # the reference is a file: any level will do
        compare_nodes(Path(sys.argv[2]))
    else:
        main(sys.argv[1:])
