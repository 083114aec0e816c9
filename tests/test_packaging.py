"""What people install: an sdist, the wheel built from it, and both in a clean place."""

import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import zipfile
from collections.abc import Sequence
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parent.parent
VERSION: str = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
PIP = [sys.executable, "-m", "pip", "--disable-pip-version-check"]

pytestmark = pytest.mark.packaging


def run(command: Sequence[str | Path], cwd: Path) -> str:
    result = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False)
    assert result.returncode == 0, result.stdout + result.stderr
    return result.stdout


def unpack(sdist: Path, target: Path) -> Path:
    """Unpack, leaving unchanged files alone so that a second build has little to do."""
    with tarfile.open(sdist) as archive:
        contents = {
            PurePosixPath(*PurePosixPath(member.name).parts[1:]): archive.extractfile(member)
            for member in archive.getmembers()
            if member.isfile()
        }
        for path in target.rglob("*"):
            relative = PurePosixPath(path.relative_to(target))
            if path.is_file() and relative.parts[0] != "build" and relative not in contents:
                path.unlink()
        for relative, stream in contents.items():
            assert stream is not None
            data = stream.read()
            path = target / relative
            if not path.exists() or path.read_bytes() != data:
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
    return target


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("sdist")
    code = "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])"
    run([sys.executable, "-c", code, folder], ROOT)
    (path,) = folder.iterdir()
    return path


@pytest.fixture(scope="module")
def wheel(sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wheel")
    source = unpack(sdist, ROOT / "build" / "from-sdist")
    offline = ["--no-index", "--no-deps", "--no-build-isolation"]
    # What is looked at here is what lies where, not how fast it is: that takes minutes to compile.
    quickly = [
        "--config-settings=cmake.define.FOURFOLD_X86_LEVELS=OFF",
        "--config-settings=cmake.define.CMAKE_UNITY_BUILD=ON",
        "--config-settings=cmake.build-type=Debug",
        "--config-settings=cmake.define.CMAKE_CXX_FLAGS_DEBUG=-O0",
    ]
    run([*PIP, "wheel", *offline, *quickly, "-w", str(folder), "."], source)
    (path,) = folder.iterdir()
    return path


@pytest.fixture(scope="module")
def clean_venv(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A new environment with the wheel; the dependencies are borrowed, to need no network."""
    venv = tmp_path_factory.mktemp("clean") / "venv"
    run([sys.executable, "-m", "venv", "--without-pip", venv], ROOT)
    (site,) = venv.glob("lib/python*/site-packages")
    (site / "borrowed.pth").write_text(sysconfig.get_path("purelib") + "\n")
    offline = ["--no-index", "--no-deps"]
    run([*PIP, "--python", str(venv), "install", *offline, str(wheel)], venv)
    return venv


def test_the_sdist_holds_all_that_a_build_and_a_test_need(sdist: Path) -> None:
    assert sdist.name == f"fourfold-{VERSION}.tar.gz"
    with tarfile.open(sdist) as archive:
        names = {str(PurePosixPath(*PurePosixPath(name).parts[1:])) for name in archive.getnames()}
    assert names >= {
        "CMakeLists.txt",
        "LICENSE",
        "Makefile",
        "native/bindings/module.cpp",
        "pyproject.toml",
        "scripts/setup_venv.py",
        "src/fourfold/__init__.py",
        "tests/test_packaging.py",
    }
    folders = {PurePosixPath(name).parts[0] for name in names if "/" in name}
    assert folders.isdisjoint({".ci", ".git", ".venv", "build", "dist"})


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {PurePosixPath(name).parts[0] for name in names} == {
        "fourfold",
        f"fourfold-{VERSION}.dist-info",
    }
    assert set(names) >= {
        "fourfold/py.typed",
        "fourfold/tui/app.tcss",
        "fourfold/analysis/data/lab.positions",
        "fourfold/puzzles/data/puzzles.txt",
        "fourfold/grading/data/fourfold-benchmark-1.csv",
        "fourfold/lessons/data/01-four-in-a-row.toml",
        "fourfold/analysis/review/report.css",
        "fourfold/analysis/review/report.js",
        "fourfold/analysis/trees/tree.css",
        "fourfold/analysis/trees/tree.js",
        "fourfold/search/book/data/7x6.book",
        "fourfold/web/static/index.html",
        "fourfold/_native/portable.pyi",
        f"fourfold-{VERSION}.dist-info/licenses/LICENSE",
    }
    # From Python 3.12 on a wheel is for the stable ABI, and for every later Python.
    tag = "cp311-cp311" if sys.version_info < (3, 12) else "cp312-abi3"
    assert wheel.name.startswith(f"fourfold-{VERSION}-{tag}-")
    modules = [name for name in names if PurePosixPath(name).suffix in (".so", ".pyd")]
    assert any(name.startswith("fourfold/_native/portable.") for name in modules)
    sources = {".cpp", ".hpp", ".h", ".a", ".o", ".pyc"}
    in_package = [name for name in names if name.startswith("fourfold/")]
    assert not [name for name in in_package if PurePosixPath(name).suffix in sources]
    assert not [name for name in in_package if PurePosixPath(name).name == "CMakeLists.txt"]


def test_the_wheel_works_in_a_clean_environment(clean_venv: Path) -> None:
    code = (
        "import fourfold; from fourfold import _native as n;"
        "print(fourfold.__file__, n._module.__file__, n.perft(n.Rules(7, 6), [], 4), sep='\\n')"
    )
    python, core, leaves = run([clean_venv / "bin/python", "-I", "-c", code], clean_venv).split()
    assert Path(python).is_relative_to(clean_venv)
    assert Path(core).is_relative_to(clean_venv)
    assert int(leaves) == 7**4


def test_the_command_is_installed_and_tells_its_version(clean_venv: Path) -> None:
    assert VERSION in run([clean_venv / "bin/fourfold", "--version"], clean_venv)


def test_a_first_user_can_solve_move_and_serve(clean_venv: Path) -> None:
    """By the script that tries every wheel before it is published."""
    script = ROOT / "scripts" / "check_install.py"
    told = run([clean_venv / "bin/python", "-I", script], clean_venv)
    assert "the first position is solved" in told
    assert f"version {VERSION}" in told
    assert "types and stubs are there" in told
    assert "the server shows its page and plays" in told
