"""The locked versions: they fit pyproject.toml, each with hashes, from nowhere in particular."""

import re
import shutil
import subprocess
import sys
import tomllib
from importlib import metadata
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from scripts.dependencies import LOCKED, SERVER, TESTS, extras_of, main, pins, read_audit

ROOT = Path(__file__).resolve().parent.parent
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))[
    "project"
]


def allowed(path: Path) -> list[Requirement]:
    extras = PROJECT["optional-dependencies"]
    texts = [*PROJECT["dependencies"]]
    for extra in extras_of(path):
        texts += extras[extra]
    return [Requirement(text) for text in texts]


@pytest.mark.parametrize("path", LOCKED, ids=lambda path: path.name)
def test_every_dependency_is_locked_to_a_version_that_is_allowed(path: Path) -> None:
    found = pins(path)
    for wanted in allowed(path):
        entries = found.get(canonicalize_name(wanted.name))
        assert entries, f"{wanted.name} is not in {path.name}: make lock"
        for _, version, _ in entries:
            assert version in wanted.specifier, f"{wanted} does not allow {version}: make lock"


@pytest.mark.parametrize("path", LOCKED, ids=lambda path: path.name)
def test_each_has_hashes_and_no_address(path: Path) -> None:
    assert all(count for entries in pins(path).values() for _, _, count in entries)
    text = path.read_text(encoding="utf-8")
    assert "://" not in text
    assert not re.search(r"^\s*--?(index|extra|find|trusted)", text, re.MULTILINE)


def test_the_server_has_what_was_tested() -> None:
    server, tested = pins(SERVER), pins(TESTS)
    for name, entries in server.items():
        assert {entry[1] for entry in entries} <= {entry[1] for entry in tested[name]}, name


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="versions differ between Pythons")
def test_these_versions_are_tested_now() -> None:
    """What is installed is what is locked, as far as markers are for this machine."""
    for name, entries in pins(SERVER).items():
        due = [entry for entry in entries if not entry[0].marker or entry[0].marker.evaluate()]
        for _, version, _ in due:
            assert metadata.version(name) == str(version), name


def test_constraints_of_the_set_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from scripts import setup_venv

    monkeypatch.setattr(setup_venv, "VENV", tmp_path)
    lines = setup_venv.write_constraints().read_text(encoding="utf-8").splitlines()
    assert "--hash" not in "".join(lines)
    entries = [str(entry[0]) for each in pins(TESTS).values() for entry in each]
    assert sorted(str(Requirement(line)) for line in lines) == sorted(entries)


def test_an_audit_says_what_it_could_not_ask() -> None:
    found: list[dict[str, object]] = [
        {"name": "good", "version": "1", "vulns": []},
        {"name": "unknown", "skip_reason": "not found"},
        {
            "name": "bad",
            "version": "2",
            "vulns": [{"id": "PYSEC-1", "fix_versions": ["2.1"]}, {"id": "X", "fix_versions": []}],
        },
    ]
    assert read_audit(found) == (
        ["bad 2: PYSEC-1, mended in 2.1", "bad 2: X, mended in no version"],
        1,
    )


def test_nonsense(capsys: pytest.CaptureFixture[str]) -> None:
    assert main("nonsense") == 2
    assert "sbom" in capsys.readouterr().err


def test_the_image_takes_the_locked_versions() -> None:
    text = (ROOT / "deploy" / "Containerfile").read_text(encoding="utf-8")
    assert "--require-hashes" in text
    assert "-r requirements/server.txt" in text
    ignored = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert "!requirements" in ignored
    if shutil.which("git"):
        done = subprocess.run(
            ["git", "check-ignore", "requirements/server.txt"], cwd=ROOT, check=False
        )
        assert done.returncode != 0
