"""Install what the tests need and PyPI does not have, where that is possible.

    python3 scripts/test_tools.py             what `make test` needs
    python3 scripts/test_tools.py deploy      what `make test-deploy` needs besides

On Debian, as root, with apt-get; with npm, TypeScript into .venv. Elsewhere the tests that need a
missing tool are skipped, and pytest's NOT RUN section names them.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

# Command -> the Debian package that has it.
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

NODE = Path(".venv") / "node"
TYPESCRIPT = "typescript@5"  # it reads the page's types; the page itself needs no build


def main(what: str) -> None:
    if what == "deploy":
        install_packages(DEPLOY_TOOLS)
        return
    install_packages(TOOLS)
    install_typescript()


def install_packages(tools: dict[str, str]) -> None:
    """Commands, from Debian."""
    missing = {tool: package for tool, package in tools.items() if shutil.which(tool) is None}
    if not missing:
        return
    packages = sorted(set(missing.values()))
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


def install_typescript() -> None:
    """The compiler, into .venv."""
    if (NODE / "node_modules" / ".bin" / "tsc").exists():
        return
    npm = shutil.which("npm")
    if npm is not None:
        print("installing", TYPESCRIPT, flush=True)
        quiet = ["--no-audit", "--no-fund", "--no-update-notifier", "--loglevel=error"]
        command = [npm, "install", "--prefix", str(NODE), *quiet, TYPESCRIPT]
        try:
            done = subprocess.run(command, check=False, timeout=120).returncode == 0
        except subprocess.TimeoutExpired:
            done = False
        if done:
            return
    print("*** TypeScript is missing: the test of the page's types will be skipped ***")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) == 2 else "")
