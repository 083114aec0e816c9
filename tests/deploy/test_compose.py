"""The compose file: that Compose reads it, that its parts fit together, and that its server works
with a PostgreSQL of its settings."""

import ipaddress
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import yaml

from fourfold.web.settings import DEFAULT_PORT
from tests.deploy.files import DEPLOY, NAME, PATIENCE, read_compose, read_containerfile
from tests.store import postgres
from tests.waiting import wait_for
from tests.web.driver import Api
from tests.web.process import Process

PASSWORD = "a:b/c@d e"  # none of it may be taken for a part of a URL
SERVICES: dict[str, dict[str, Any]] = read_compose()["services"]


def compose_command() -> list[str]:
    """Return Docker's command, or the program of its own that it was before."""
    docker = shutil.which("docker")
    if docker is not None:
        command = [docker, "compose"]
        if subprocess.run([*command, "version"], capture_output=True, check=False).returncode == 0:
            return command
    program = shutil.which("docker-compose")
    if program is None:
        pytest.skip("the compose file: there is neither docker compose nor docker-compose")
    return [program]


def run_compose(environment: Path) -> subprocess.CompletedProcess[str]:
    command = [*compose_command(), "-f", str(DEPLOY / "compose.yaml")]
    command += ["--env-file", str(environment), "config"]
    plain = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    return subprocess.run(command, capture_output=True, text=True, check=False, env=plain)


def test_compose_reads_it(tmp_path: Path) -> None:
    text = (DEPLOY / "example.env").read_text("utf-8")
    env = tmp_path / "compose.env"
    env.write_text(text.replace("PASSWORD=", f"PASSWORD='{PASSWORD}'"), "utf-8")
    done = run_compose(env)
    assert done.returncode == 0, done.stderr
    services = yaml.safe_load(done.stdout)["services"]
    assert services["fourfold"]["environment"]["PGPASSWORD"] == PASSWORD
    assert services["database"]["environment"]["POSTGRES_PASSWORD"] == PASSWORD
    assert services["proxy"]["environment"]["FOURFOLD_NAME"] == NAME
    assert f"--allow-host={NAME}" in services["fourfold"]["command"]


def test_compose_says_what_is_not_set(tmp_path: Path) -> None:
    env = tmp_path / "compose.env"
    env.write_text((DEPLOY / "example.env").read_text("utf-8"), "utf-8")
    done = run_compose(env)
    assert done.returncode != 0
    assert "is the password of the database, set in .env" in done.stderr


def test_no_secret_is_in_the_file() -> None:
    text = (DEPLOY / "compose.yaml").read_text("utf-8")
    assert set(re.findall(r"PASSWORD: (\S+?)[:}]", text)) == {"${FOURFOLD_PASSWORD"}
    assert "PASSWORD" not in str(SERVICES["fourfold"]["command"])  # which everybody may list


def test_the_parts_find_each_other() -> None:
    proxy, server = SERVICES["proxy"], SERVICES["fourfold"]
    networks = read_compose()["networks"]
    (config,) = networks["web"]["ipam"]["config"]
    addresses = [part["networks"]["web"]["ipv4_address"] for part in (proxy, server)]
    network = ipaddress.ip_network(config["subnet"])
    assert all(ipaddress.ip_address(address) in network for address in addresses)
    assert proxy["environment"]["FOURFOLD_SERVER"] == f"{addresses[1]}:{DEFAULT_PORT}"
    assert f"--trust={addresses[0]}" in server["command"]
    assert f"--port={DEFAULT_PORT}" in server["command"]
    image = {step.name: step.text for step in read_containerfile() if step.stage == 1}
    check = json.loads(image["HEALTHCHECK"].partition(" CMD ")[2])
    assert ["CMD", *check] == server["healthcheck"]["test"]
    assert f"data:{image['VOLUME']}" in server["volumes"]
    for source in [volume.split(":")[0] for volume in proxy["volumes"]]:
        assert source == "./certificates" or (DEPLOY / source).is_file()


def test_only_the_proxy_is_reached_from_outside() -> None:
    networks = read_compose()["networks"]
    assert [name for name, service in SERVICES.items() if "ports" in service] == ["proxy"]
    outside = {name for name, network in networks.items() if not network.get("internal")}
    assert outside == {"outside"}
    assert set(SERVICES["fourfold"]["networks"]) == {"web", "storage"}
    assert set(SERVICES["database"]["networks"]) == {"storage"}
    for name in ("proxy", "fourfold"):
        service = SERVICES[name]
        assert service["read_only"] is True
        assert service["cap_drop"] == ["ALL"]
    assert all("no-new-privileges:true" in part["security_opt"] for part in SERVICES.values())


@pytest.fixture(scope="module")
def database() -> Iterator[str]:
    """A PostgreSQL with the settings, the user and the database of the compose file."""
    settings = SERVICES["database"]
    try:
        with postgres.server(*settings["command"][1:]) as running:
            user = settings["environment"]["POSTGRES_USER"]
            running.run(f"CREATE ROLE {user} LOGIN PASSWORD '{PASSWORD}'")
            running.run(f"CREATE DATABASE {settings['environment']['POSTGRES_DB']} OWNER {user}")
            yield f"127.0.0.1:{running.port}"
    except postgres.NoServerError as error:
        pytest.skip(f"the compose file's PostgreSQL: {error}")


def start(database: str, password: str = PASSWORD) -> Process:
    """Run the server's command of the compose file, with another port and another database."""
    command = [word.replace("${FOURFOLD_NAME}", NAME) for word in SERVICES["fourfold"]["command"]]
    command = [word.replace("@database/", f"@{database}/") for word in command]
    command[command.index(f"--port={DEFAULT_PORT}")] = "--port=0"
    return Process.of([sys.executable, "-m", "fourfold", *command], {"PGPASSWORD": password})


def check_health(server: Process) -> subprocess.CompletedProcess[str]:
    port = server.address.rpartition(":")[2]
    return subprocess.run(
        [sys.executable, "-I", str(DEPLOY / "health.py")],
        env={"FOURFOLD_HEALTH_PORT": port},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_server_works_with_its_database(database: str) -> None:
    server = start(database)
    try:
        with httpx2.Client(
            base_url=server.address, headers={"Host": NAME}, timeout=PATIENCE
        ) as client:
            game = Api(client).create()
            assert game.play("445")["position"] == "7x6:445"
        # Any other name is refused, but the health check's is not.
        answer = httpx2.get(f"{server.address}/healthz", timeout=PATIENCE)
        assert answer.status_code == 421
        wait_for(lambda: check_health(server).returncode == 0)  # which has little patience
        status, _, errors = server.end()
        assert (status, PASSWORD in errors) == (0, False)
        done = check_health(server)
        assert (done.returncode, done.stdout[:9]) == (1, "no answer")
    finally:
        server.close()
    again = start(database)
    try:
        path = f"{again.address}/api/games/{game.id}"
        answer = httpx2.get(path, headers={"Host": NAME}, timeout=PATIENCE)
        assert answer.json()["position"] == "7x6:445"
    finally:
        again.close()


def test_an_unhealthy_server_is_noticed(tmp_path: Path) -> None:
    server = Process(
        f"sqlite:///{tmp_path / 'games.db'}", "--host", "0.0.0.0", "--allow-host", NAME
    )
    try:
        wait_for(lambda: "see --allow-host" in check_health(server).stdout)
        assert check_health(server).returncode == 1
    finally:
        server.close()
