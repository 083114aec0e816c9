"""Lock, audit and list what the package depends on.

    python -m scripts.dependencies lock     choose versions anew, with hashes: requirements/*.txt
    python -m scripts.dependencies audit    look for known vulnerabilities of the locked versions
    python -m scripts.dependencies sbom     write a bill of materials, CycloneDX, to build/sbom.json

`pyproject.toml` says which versions are allowed, `requirements/` which were tested.
"""

import json
import subprocess
import sys
import tomllib
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "requirements"
SERVER = FOLDER / "server.txt"
TESTS = FOLDER / "tests.txt"
SBOM = ROOT / "build" / "sbom.json"
# Each file -> the extras that it has besides the package's own dependencies.
LOCKED: dict[Path, tuple[str, ...]] = {
    SERVER: ("postgres", "metrics"),
    TESTS: ("dev", "docs", "peers", "postgres", "metrics"),
}
_HEADER = """\
# {what}
# Made by `make lock` from pyproject.toml; installed by
#     pip install --require-hashes -r requirements/{name}
"""
_WHAT = {
    SERVER: "What a server needs, in the versions that were tested.",
    TESTS: "What `make test` installs.",
}


def extras_of(path: Path) -> list[str]:
    """Return the extras of a locked file that pyproject.toml has."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [extra for extra in LOCKED[path] if extra in project["optional-dependencies"]]


def pins(path: Path) -> dict[str, list[tuple[Requirement, Version, int]]]:
    """Return the requirements of a locked file by name: each, its version, its number of hashes."""
    found: dict[str, list[tuple[Requirement, Version, int]]] = {}
    text = path.read_text(encoding="utf-8").replace("\\\n", " ")
    for line in text.splitlines():
        parts = line.partition("#")[0].split("--hash=")
        if not parts[0].strip():
            continue
        requirement = Requirement(parts[0].strip())
        (pin,) = requirement.specifier
        assert pin.operator == "==", line
        entry = (requirement, Version(pin.version), len(parts) - 1)
        found.setdefault(canonicalize_name(requirement.name), []).append(entry)
    return found


def constraints(path: Path) -> str:
    """Return a locked file as constraints for pip, which takes no hashes there."""
    return "".join(f"{each[0]}\n" for entries in pins(path).values() for each in entries)


def lock() -> int:
    """Choose the newest versions that pyproject.toml allows."""
    FOLDER.mkdir(exist_ok=True)
    for path in LOCKED:
        extras = [f"--extra={extra}" for extra in extras_of(path)]
        command = [
            *(sys.executable, "-m", "uv", "pip", "compile", "pyproject.toml", "--quiet"),
            *("--universal", "--python-version=3.11", "--generate-hashes", "--upgrade"),
            *("--no-header", "--no-annotate", "--no-emit-index-url", "--no-emit-find-links"),
            *extras,
        ]
        done = subprocess.run(command, cwd=ROOT, check=False, stdout=subprocess.PIPE, text=True)
        if done.returncode:
            return done.returncode
        header = _HEADER.format(what=_WHAT[path], name=path.name)
        path.write_text(header + done.stdout, encoding="utf-8")
        print(f"{path.relative_to(ROOT)}: {len(pins(path))} packages")
    return 0


def audit() -> int:
    """Ask the Python advisory database about every locked version; say whom it did not know."""
    command = [
        *(sys.executable, "-m", "pip_audit", "--requirement", str(TESTS), "--require-hashes"),
        *("--disable-pip", "--format=json", "--progress-spinner=off"),
    ]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    try:
        found = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        print(f"the audit failed: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr)
        return 1
    sentences, unknown = read_audit(found)
    for sentence in sentences:
        print(sentence)
    print(f"{len(found) - unknown} of {len(found)} packages audited, {len(sentences)} known faults")
    if unknown:
        print("the advisory database did not answer for the others: this is no clean audit")
    return 1 if sentences or unknown else 0


def read_audit(found: list[dict[str, object]]) -> tuple[list[str], int]:
    """Return a sentence for each vulnerability, and how many packages were not audited."""
    sentences = []
    unknown = 0
    for package in found:
        if "skip_reason" in package:
            unknown += 1
            continue
        faults = package["vulns"]
        assert isinstance(faults, list)
        for fault in faults:
            fixed = ", ".join(fault["fix_versions"]) or "no version"
            sentences.append(
                f"{package['name']} {package['version']}: {fault['id']}, mended in {fixed}"
            )
    return sentences, unknown


def sbom() -> int:
    """Write what a server consists of, with versions and hashes, and let the tool validate it."""
    SBOM.parent.mkdir(exist_ok=True)
    command = [
        *(sys.executable, "-m", "cyclonedx_py", "requirements", str(SERVER), "--validate"),
        *("--pyproject", str(ROOT / "pyproject.toml"), "--output-reproducible"),
        *("--of", "JSON", "-o", str(SBOM)),
    ]
    done = subprocess.run(command, cwd=ROOT, check=False, capture_output=True, text=True)
    if done.returncode:
        print(done.stderr.strip(), file=sys.stderr)
        return done.returncode
    components = json.loads(SBOM.read_text(encoding="utf-8"))["components"]
    print(f"{SBOM.relative_to(ROOT)}: {len(components)} components, valid CycloneDX")
    return 0


def main(what: str) -> int:
    commands = {"lock": lock, "audit": audit, "sbom": sbom}
    if what not in commands:
        print(__doc__, file=sys.stderr)
        return 2
    return commands[what]()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1] if len(sys.argv) == 2 else ""))
