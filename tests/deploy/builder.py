"""Builds the container image with a real builder, `buildah`, without a registry.

The images that the Containerfile begins from are in a registry, which a test should not need. In
their place stand some that are made of Debian's packages. Packages of Python are fetched before, by
this machine's pip, so that the build itself needs no network.
"""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.deploy.files import ROOT

PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
VERSION: str = PROJECT["project"]["version"]
TOOLS = ("buildah", "debootstrap", "setpriv", "systemd-nspawn", "unshare")
_CACHE = ROOT / "build/deploy"  # base images and layers stay there for the next run
_MIRROR = os.environ.get("FOURFOLD_DEBIAN_MIRROR", "").split()  # debootstrap knows one itself
_SUITE = "bookworm"
_PLAIN, _FULL = f"localhost/{_SUITE}-plain", f"localhost/{_SUITE}-full"
_COMPILER = ("g++", "python3-dev", "python3-pip", "python3-venv")


def run(*command: str | Path, cwd: Path | None = None) -> str:
    """Run a command that must succeed, and return what it prints."""
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=cwd)
    assert done.returncode == 0, f"{command}: {done.stdout}{done.stderr}"
    return done.stdout.strip()


def buildah(*arguments: str | Path) -> str:
    """Run the builder, with a storage of its own."""
    return run("buildah", "--root", _CACHE / "storage", "--runroot", _CACHE / "run", *arguments)


def run_inside(container: str, *command: str) -> str:
    """Run a command as root in a container of the builder."""
    return buildah("run", "--isolation", "chroot", container, "--", *command)


def make_base(name: str, packages: Sequence[str]) -> str:
    """Make a base image with some packages of Debian, unless it is there; return its name."""
    if name in buildah("images", "--format", "{{.Name}}").split():
        return name
    if name == _PLAIN:
        tree = _CACHE / "tree"
        shutil.rmtree(tree, ignore_errors=True)
        wanted = f"--include={','.join(packages)}"
        run("debootstrap", "--variant=minbase", wanted, _SUITE, tree, *_MIRROR)
        container = buildah("from", "scratch")
        buildah("add", container, tree, "/")
        shutil.rmtree(tree)
    else:
        container = buildah("from", make_plain_base())
        run_inside(container, "apt-get", "update")
        run_inside(container, "apt-get", "install", "-y", "--no-install-recommends", *packages)
    buildah("commit", "--rm", container, name)
    return name


def make_plain_base() -> str:
    """Make the base image of the server: Python, and no compiler."""
    _CACHE.mkdir(parents=True, exist_ok=True)
    return make_base(_PLAIN, ["ca-certificates", "python3"])


def make_systemd_base() -> str:
    """Make a base image that can be booted."""
    return make_base(f"localhost/{_SUITE}-systemd", ["systemd", "systemd-sysv", "libnss-systemd"])


def _fetch_packages(base: str) -> Path:
    """Fetch what building and running need, for the Python of a base image."""
    container = buildah("from", base)
    code = "import sys; print('%d.%d' % sys.version_info[:2])"
    version = run_inside(container, "python3", "-c", code)
    buildah("rm", container)
    wanted = [
        *PROJECT["build-system"]["requires"],
        *PROJECT["project"]["dependencies"],
        *PROJECT["project"]["optional-dependencies"]["postgres"],
        "cmake",  # which the build asks for where there is none
        "ninja",
    ]
    pip = ("-m", "pip", "download", "-q", "--only-binary=:all:")
    run(sys.executable, *pip, "--python-version", version, "-d", _CACHE / "packages", *wanted)
    return _CACHE / "packages"


def _copy_tree() -> Path:
    """Copy what Git knows into a clean folder, and a secret that must stay there."""
    tree = _CACHE / "source"
    shutil.rmtree(tree, ignore_errors=True)
    listed = run("git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", cwd=ROOT)
    for name in filter(None, listed.split("\0")):
        if (ROOT / name).is_file():
            (tree / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, tree / name)
    (tree / "deploy/.env").write_text("FOURFOLD_PASSWORD=not-for-the-image\n")
    return tree


@dataclass
class Image:
    """An image that was built, and the file system of a container of it."""

    config: dict[str, Any]
    container: str
    root: Path
    data: Path
    """What is mounted at /data."""

    def command(self, *words: str) -> list[str]:
        """Return a command inside the image, as its user: all but /data and /tmp is read-only.

        Each of its steps becomes the next one, so that a signal reaches the program itself.
        """
        user, group = self.config["User"].split(":")
        mount = (
            'mount --make-rprivate / && mount --bind "$0" "$0" && mount -o remount,bind,ro "$0"'
            f' && mount --bind "{self.data}" "$0/data" && mount -t tmpfs tmpfs "$0/tmp"'
            ' && mount -t proc proc "$0/proc" && mount --bind /dev "$0/dev" && exec "$@"'
        )
        become = ["setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups"]
        become += ["--no-new-privs", "--bounding-set=-all", "--inh-caps=-all"]
        clean = ["env", "-i", f"--chdir={self.config['WorkingDir']}", *self.config["Env"]]
        inside = ["chroot", str(self.root), *become, *clean, *words]
        return ["unshare", "--mount", "sh", "-c", mount, str(self.root), *inside]

    def run(self, *words: str) -> "subprocess.CompletedProcess[str]":
        """Run a command inside the image."""
        return subprocess.run(self.command(*words), capture_output=True, text=True, check=False)

    def remove(self) -> None:
        """Remove the container; the image stays."""
        buildah("rm", self.container)
        shutil.rmtree(self.data)


def build_image() -> Image:
    """Build the image by its Containerfile, and make a container of it."""
    plain = make_plain_base()
    buildah("rm", "--all")  # what an interrupted run has left
    values = {
        "BUILD_IMAGE": make_base(_FULL, _COMPILER),
        "RUNTIME_IMAGE": plain,
        "VERSION": VERSION,
    }
    packages = _fetch_packages(plain)
    tree = _copy_tree()
    buildah(
        *("build", "--isolation=chroot", "--format=docker", "--pull-never", "--layers"),
        *(f"--build-arg={name}={value}" for name, value in values.items()),
        *(f"--volume={packages}:/packages:ro", "--env=PIP_NO_INDEX=1"),
        "--env=PIP_FIND_LINKS=/packages",
        # The modules for newer processors take minutes each, and are built like the portable one.
        "--env=SKBUILD_CMAKE_DEFINE=FOURFOLD_X86_LEVELS=OFF",
        *("-f", tree / "deploy/Containerfile", "-t", "localhost/fourfold", tree),
    )
    shutil.rmtree(tree)
    config = json.loads(buildah("inspect", "--type", "image", "localhost/fourfold"))
    container = buildah("from", "localhost/fourfold")
    data = _CACHE / "data"
    shutil.rmtree(data, ignore_errors=True)
    data.mkdir(mode=0o700)
    os.chown(data, *map(int, config["Docker"]["config"]["User"].split(":")))
    root = Path(buildah("mount", container))
    return Image(config["Docker"]["config"], container, root, data)
