"""Install what the tests need and PyPI does not have, where that is possible.

On Debian, as root, with apt-get. Anywhere else the tests that need a missing tool are
skipped, and pytest's NOT RUN section names them: a test asks with `shutil.which`.
"""

import os
import shutil
import subprocess

# Command -> the Debian package that has it.
TOOLS: dict[str, str] = {
    "chromium": "chromium",
    "pg_ctlcluster": "postgresql",  # Debian has the server itself on no one's path
}


def main() -> None:
    missing = {tool: package for tool, package in TOOLS.items() if shutil.which(tool) is None}
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


if __name__ == "__main__":
    main()
