"""The Containerfile, as far as it can be read; `make test-deploy` builds and runs the image."""

import json
import re
import subprocess

import pytest

from fourfold.web.settings import DEFAULT_PORT
from tests.deploy.files import ROOT, Step, read_containerfile, read_unit

STEPS = read_containerfile()
IMAGE = {step.name: step for step in STEPS if step.stage == 1}


def test_one_stage_builds_and_the_other_runs() -> None:
    assert [step.text for step in STEPS if step.name == "FROM"] == [
        "${BUILD_IMAGE} AS build",
        "${RUNTIME_IMAGE}",
    ]
    defaults = dict(step.text.split("=") for step in STEPS if step.stage == -1)
    build, runtime = defaults["BUILD_IMAGE"], defaults["RUNTIME_IMAGE"]
    assert build.replace(":3.13-", ":3.13-slim-") == runtime  # the same Python and C library
    commands = " ".join(step.text for step in STEPS if step.stage == 1 and step.name == "RUN")
    assert not re.search(r"\b(pip|apt|apt-get|gcc|g\+\+|curl)\b", commands)


@pytest.mark.parametrize("step", [s for s in STEPS if s.name == "RUN"], ids=lambda s: s.text[:30])
def test_the_commands_are_shell(step: Step) -> None:
    subprocess.run(["sh", "-n", "-c", step.text], check=True)


def test_the_image_runs_as_nobody_in_particular() -> None:
    assert IMAGE["USER"].text == "10001:10001"
    assert "--uid 10001" in IMAGE["RUN"].text
    assert "--gid 10001" in IMAGE["RUN"].text
    assert IMAGE["VOLUME"].text == IMAGE["WORKDIR"].text == "/data"
    assert "FOURFOLD_DATA=/data" in IMAGE["ENV"].words


def test_the_server_is_the_process_that_gets_the_signals() -> None:
    """No shell between them: it would keep SIGTERM to itself."""
    assert json.loads(IMAGE["ENTRYPOINT"].text) == ["fourfold"]
    command = json.loads(IMAGE["CMD"].text)
    assert command == ["serve", "--host", "0.0.0.0", "--port", str(DEFAULT_PORT)]
    assert IMAGE["EXPOSE"].text == str(DEFAULT_PORT)
    assert IMAGE["STOPSIGNAL"].text == "SIGTERM"
    check = IMAGE["HEALTHCHECK"].text.partition(" CMD ")[2]
    assert json.loads(check)[-1] == "/opt/fourfold/health.py"


def test_the_image_and_the_unit_have_the_program_at_the_same_place() -> None:
    (start,) = read_unit()["ExecStart"]
    assert start.startswith("/opt/fourfold/bin/fourfold serve ")
    assert IMAGE["COPY"].text == "--from=build /opt/fourfold /opt/fourfold"
    assert any(word.startswith("PATH=/opt/fourfold/bin:") for word in IMAGE["ENV"].words)


def test_only_what_the_wheel_needs_reaches_the_builder() -> None:
    """Everything is left out but what is named, so that no secret is copied by accident."""
    lines = (ROOT / ".dockerignore").read_text("utf-8").splitlines()
    rules = [line for line in lines if line and not line.startswith("#")]
    assert rules[0] == "*"
    named = {rule[1:] for rule in rules if rule.startswith("!")}
    assert all((ROOT / name).exists() for name in named)
    assert named >= {"pyproject.toml", "CMakeLists.txt", "native", "src"}
    assert not named & {".git", ".venv", "build", "tests", "deploy"}
