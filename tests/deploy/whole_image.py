"""The container image, built and run, and the unit in a systemd that is booted for it.

`make test-deploy` runs this: it takes many minutes, and needs root on Debian. Without a container
engine the image is run by chroot, as its user and on a read-only file system; the limits and the
networks of a container are the engine's business, and are not tested.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import httpx2
import pytest

import fourfold as ff
from fourfold.support.sandbox.protection import probe
from tests.deploy.builder import TOOLS, VERSION, Image, build_image, buildah, make_systemd_base
from tests.deploy.files import DEPLOY, NAME, PATIENCE
from tests.store.postgres import free_port
from tests.waiting import wait_for
from tests.web.driver import Api

PROBE = "from fourfold.support.sandbox.protection import probe; print(probe())"


@pytest.fixture(scope="module")
def image() -> Iterator[Image]:
    if os.geteuid() != 0 or not all(map(shutil.which, TOOLS)):
        pytest.skip(f"the container image: to build it needs root, and {', '.join(TOOLS)}")
    image = build_image()
    yield image
    image.remove()


@pytest.fixture
def sandbox() -> str:
    """What the sandbox says of itself, on a machine where all of it works."""
    here = probe()
    if not here.is_complete:
        pytest.skip(f"the sandbox inside the image and the unit: {here}")
    return str(here)


def test_the_image_says_how_it_is_run(image: Image) -> None:
    config = image.config
    assert config["User"] == "10001:10001"
    assert config["Entrypoint"] == ["fourfold"]
    assert config["Cmd"] == ["serve", "--host", "0.0.0.0", "--port", "8444"]
    assert config["Volumes"] == {"/data": {}}
    assert config["Healthcheck"]["Test"] == ["CMD", "python3", "-I", "/opt/fourfold/health.py"]
    assert config["Labels"]["org.opencontainers.image.version"] == VERSION


def test_neither_compiler_nor_sources_nor_secrets_are_in_it(image: Image) -> None:
    assert image.run("sh", "-c", "command -v g++ || command -v cc || command -v make").returncode
    assert image.run("python3", "-m", "pip", "--version").returncode
    assert not (image.root / "source").exists()
    assert not (image.root / "wheels").exists()
    own = [path for path in (image.root / "opt/fourfold").rglob("*") if path.is_file()]
    assert not [path for path in own if path.suffix in (".cpp", ".hpp", ".whl")]
    assert not [path for path in own if b"not-for-the-image" in path.read_bytes()]


def test_it_solves_and_knows_postgresql(image: Image) -> None:
    done = image.run("fourfold", "solve", "7x6:444444")
    score = ff.solve("7x6:444444").score
    assert (done.returncode, done.stdout) == (0, f"7x6:444444 {score}\n"), done.stderr
    assert image.run("python3", "-c", "import psycopg").returncode == 0


def test_it_writes_to_its_volume_alone_and_is_not_root(image: Image) -> None:
    assert image.run("id", "-u").stdout == "10001\n"
    for place in ("/opt/fourfold", "/etc"):
        assert "Read-only file system" in image.run("touch", f"{place}/x").stderr
    for place in ("/data", "/tmp"):
        assert image.run("touch", f"{place}/x").returncode == 0


def test_players_are_confined_inside_the_image(image: Image, sandbox: str) -> None:
    done = image.run("python3", "-c", PROBE)
    assert done.stdout.strip() == sandbox, done.stderr


@contextlib.contextmanager
def serving(image: Image) -> Iterator[tuple["subprocess.Popen[str]", int]]:
    """Run the image's own command, on another port."""
    port = free_port()
    words = [*image.config["Entrypoint"], *image.config["Cmd"]]
    words[words.index("8444")] = str(port)
    process = subprocess.Popen(image.command(*words), stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    with process.stdout:
        try:
            assert process.stdout.readline().startswith("fourfold is at ")
            yield process, port
        finally:
            if process.poll() is None:
                process.kill()
            process.wait(30)


def check_health(image: Image, port: int) -> int:
    words = image.config["Healthcheck"]["Test"][1:]
    return image.run("env", f"FOURFOLD_HEALTH_PORT={port}", *words).returncode


def test_it_serves_is_healthy_and_ends_at_once(image: Image) -> None:
    with serving(image) as (process, port):
        wait_for(lambda: check_health(image, port) == 0)
        with httpx2.Client(base_url=f"http://127.0.0.1:{port}", timeout=PATIENCE) as client:
            game = Api(client).create([{"name": "Ada"}, {"agent": "greedy"}])
            game.post("moves", column="4")
            kept = game.wait(lambda view: bool(view["turn"] == "FIRST"))["position"]
        began = time.monotonic()
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
        assert time.monotonic() - began < 10  # of a busy machine
        assert check_health(image, port) == 1
    with serving(image) as (_, port):  # the volume outlives the container
        answer = httpx2.get(f"http://127.0.0.1:{port}/api/games/{game.id}", timeout=PATIENCE)
        assert answer.json()["position"] == kept


# What is done in the booted system; its output is read when that has ended.
DRILL = f"""
exec > /root/drill.log 2>&1
systemctl start fourfold
for _ in $(seq 60); do
    python3 -I /opt/fourfold/health.py && break
    sleep 1
done
pid=$(systemctl show --property MainPID --value fourfold)
grep -E '^(CapEff|CapBnd|NoNewPrivs|Seccomp):' /proc/$pid/status
stat -c 'owner %U %a' /var/lib/fourfold/fourfold.db
kill -9 $pid
for _ in $(seq 60); do
    sleep 1
    python3 -I /opt/fourfold/health.py && break
done
systemctl show --property NRestarts fourfold
systemctl stop fourfold
systemctl show --property Result --property ExecMainStatus fourfold
cd /etc/systemd/system
sed -e 's|^ExecStart=.*|ExecStart=/opt/fourfold/bin/python3 -c "{PROBE}"|' \\
    -e s/^Type=.*/Type=oneshot/ -e /^Restart/d fourfold.service > /run/systemd/system/probe.service
systemctl daemon-reload
systemctl start probe
journalctl --unit probe --output cat --no-pager
"""


@pytest.fixture
def system(image: Image) -> Iterator[Path]:
    """The file system of a machine with systemd, on which the server is installed."""
    container = buildah("from", make_systemd_base())
    root = Path(buildah("mount", container))
    shutil.copytree(image.root / "opt/fourfold", root / "opt/fourfold", symlinks=True)
    units = root / "etc/systemd/system"
    shutil.copy(DEPLOY / "fourfold.service", units)
    (root / "etc/fourfold").mkdir()
    (root / "etc/fourfold/fourfold.env").write_text(f"FOURFOLD_OPTIONS=--allow-host {NAME}\n")
    (root / "root/drill.sh").write_text(DRILL)
    (units / "drill.service").write_text(
        "[Unit]\nSuccessAction=poweroff-force\nFailureAction=poweroff-force\n"
        "[Service]\nType=oneshot\nExecStart=/bin/sh /root/drill.sh\n"
    )
    yield root
    buildah("rm", container)


def test_the_unit_runs_and_is_confined(system: Path, sandbox: str) -> None:
    """The server runs, is started again when it is killed, and can confine its players."""
    # nspawn has a filter of its own, which has to let pass what the unit lets pass.
    landlock = "landlock_create_ruleset landlock_add_rule landlock_restrict_self"
    command = ["systemd-nspawn", "--quiet", "--register=no", "--keep-unit", "--private-network"]
    command += [f"--system-call-filter={landlock}", "--boot", "-D", str(system)]
    done = subprocess.run(
        [*command, "systemd.unit=drill.service"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
        timeout=600,
    )
    said = (system / "root/drill.log").read_text("utf-8")
    lines = [line for line in said.splitlines() if not line.startswith("no answer")]
    assert sum(line.startswith("200 ") for line in lines) == 2, said + done.stdout
    assert {"CapEff:\t0000000000000000", "NoNewPrivs:\t1", "Seccomp:\t2"} <= set(lines), said
    assert {"CapBnd:\t0000000000000000", "owner fourfold 600", "NRestarts=1"} <= set(lines), said
    assert {"Result=success", "ExecMainStatus=0"} <= set(lines), said
    assert sandbox in said
