"""Fuzz all targets, guided by coverage: `make fuzz ARGS="--inputs 10000000"` (docs/robustness.md).

Python targets run in atheris, those of the core in libFuzzer with the address and undefined
behaviour sanitizers. The inputs are divided by the targets' shares. Inputs that reach something
new stay in build/fuzz/inputs, crashes in build/fuzz/crashes; the status is 1 if there is one, or
if a tool is missing.
"""

import argparse
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from tests.fuzz.registry import CORPUS, list_targets, read_corpus, write_corpus

ROOT = Path(__file__).resolve().parents[2]
BUILD = ROOT / "build" / "fuzz"
INPUTS = BUILD / "inputs"
CRASHES = BUILD / "crashes"
FUZZER = BUILD / "fuzz_core"
LONGEST_INPUT = 2_000
MOST_KEPT = 120
LONGEST_KEPT = 300
_NATIVE = "native_"
# All targets take about as long: a search, as long as a hundred texts, has fewer inputs.
NATIVE_SHARES = {
    "board": 12.0,
    "evaluation": 30.0,
    "batch": 2.0,
    "solver": 4.0,
    "alphabeta": 4.0,
    "uct": 4.0,
    "guided": 4.0,
}


@dataclass(frozen=True, slots=True)
class Job:
    """One target with the command that fuzzes it."""

    name: str
    share: float
    command: tuple[str, ...]
    environment: dict[str, str]


@dataclass(frozen=True, slots=True)
class Run:
    """What came of fuzzing one target."""

    name: str
    inputs: int
    seconds: float
    coverage: tuple[int, int]
    """Before and after, in atheris' and libFuzzer's own counts."""
    result: str


def find_clang() -> str | None:
    """Return a Clang that has libFuzzer."""
    names = ["clang++", *(f"clang++-{version}" for version in range(22, 13, -1))]
    for name in filter(shutil.which, names):
        command = [name, "-fsanitize=fuzzer,address", "-xc++", "-", "-o", os.devnull]
        code = 'extern "C" int LLVMFuzzerTestOneInput(const char*, unsigned long) { return 0; }'
        done = subprocess.run(command, input=code, text=True, capture_output=True, check=False)
        if done.returncode == 0:
            return name
    return None


def build_core(compiler: str) -> None:
    """Build the fuzzer of the core; ends the program if that fails."""
    bin = ROOT / ".venv" / "bin"
    settings = [
        f"-DCMAKE_CXX_COMPILER={compiler}",
        f"-DCMAKE_MAKE_PROGRAM={bin / 'ninja'}",
        "-DFOURFOLD_NATIVE_TESTS=ON",
        "-DFOURFOLD_FUZZ=ON",
        "-DFOURFOLD_SANITIZE=address,undefined",
        "-DFOURFOLD_X86_LEVELS=OFF",
    ]
    cmake = str(bin / "cmake")
    make = [cmake, "-S", str(ROOT), "-B", str(BUILD), "-G", "Ninja", "--log-level=WARNING"]
    for command in ([*make, *settings], [cmake, "--build", str(BUILD), "--target", FUZZER.name]):
        if subprocess.run(command, check=False).returncode != 0:
            sys.exit("the fuzzer of the core could not be built")


def python_jobs() -> Iterator[Job]:
    """Yield the targets in Python."""
    for target in list_targets().values():
        command = (sys.executable, "-m", "tests.fuzz.run_atheris", target.name)
        yield Job(target.name, target.share, command, {})


def native_jobs() -> Iterator[Job]:
    """Yield the targets of the core."""
    for name, share in NATIVE_SHARES.items():
        yield Job(_NATIVE + name, share, (str(FUZZER),), {"FOURFOLD_FUZZ_TARGET": name})


# The corpus


def seeds_of(name: str) -> list[bytes]:
    """Return the kept inputs of a target."""
    if not name.startswith(_NATIVE):
        return read_corpus(name)
    lines = (CORPUS / f"{name}.hex").read_text("ascii").splitlines()
    return [bytes.fromhex(line) for line in lines]


def unpack(name: str) -> Path:
    """Put the kept inputs of a target where libFuzzer wants them: a file each."""
    folder = INPUTS / name
    folder.mkdir(parents=True, exist_ok=True)
    for number, data in enumerate(seeds_of(name)):
        (folder / f"seed-{number}").write_bytes(data)
    return folder


def keep(job: Job) -> None:
    """Write the smallest set of inputs with the same coverage into the repository, up to a size."""
    folder = INPUTS / job.name
    merged = INPUTS / f"{job.name}.merged"
    shutil.rmtree(merged, ignore_errors=True)
    merged.mkdir()
    run_libfuzzer(job, ["-merge=1", str(merged), str(folder)])
    found = [path.read_bytes() for path in merged.iterdir()]
    short = sorted((data for data in found if len(data) <= LONGEST_KEPT), key=len)
    inputs = [*seeds_of(job.name), *short[:: max(1, -(-len(short) // MOST_KEPT))]]
    if job.name.startswith(_NATIVE):
        lines = sorted({data.hex() for data in short[:: max(1, -(-len(short) // MOST_KEPT))]})
        (CORPUS / f"{job.name}.hex").write_text("".join(f"{line}\n" for line in lines), "ascii")
    else:
        write_corpus(job.name, inputs)


# Running


def run_libfuzzer(job: Job, options: list[str]) -> tuple[int, str]:
    """Run a fuzzer; return its status and what it printed."""
    environment = {**os.environ, **job.environment, "PYTHONHASHSEED": "0"}
    done = subprocess.run(
        [*job.command, *options],
        cwd=ROOT,
        env=environment,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def fuzz(job: Job, inputs: int, seconds: float, seed: int) -> Run:
    """Fuzz one target until it has had so many inputs, or for so long."""
    crashes = CRASHES / job.name
    crashes.mkdir(parents=True, exist_ok=True)
    options = [
        f"-runs={inputs}",
        f"-max_total_time={max(1, round(seconds))}",
        f"-max_len={LONGEST_INPUT}",
        "-len_control=20",
        f"-seed={seed}",
        "-timeout=60",
        "-rss_limit_mb=2500",
        "-print_final_stats=1",
        f"-artifact_prefix={crashes}/",
        str(unpack(job.name)),
    ]
    began = time.monotonic()
    status, printed = run_libfuzzer(job, options)
    took = time.monotonic() - began
    ran = re.findall(r"number_of_executed_units: (\d+)", printed) or re.findall(
        r"#(\d+)\s+\w+ +cov", printed
    )
    coverage = [int(number) for number in re.findall(r"\bcov: (\d+)", printed)]
    result = "ok" if status == 0 else "FAILED"
    if status != 0:
        (crashes / "output.txt").write_text(printed, "utf-8")
    return Run(
        job.name,
        int(ran[-1]) if ran else 0,
        took,
        (coverage[0], coverage[-1]) if coverage else (0, 0),
        result,
    )


def main() -> None:
    """Read the arguments, fuzz each target, print a table."""
    parser = argparse.ArgumentParser(prog="make fuzz", description=__doc__)
    parser.add_argument(
        "--inputs", type=int, default=200_000, help="inputs of all targets together"
    )
    parser.add_argument("--seconds", type=float, default=3600.0, help="for all targets together")
    parser.add_argument("--only", nargs="*", default=[], help="names of targets")
    parser.add_argument("--seed", type=int, default=1, help="of the mutations")
    parser.add_argument("--keep", action="store_true", help="put new inputs into the corpus")
    chosen = parser.parse_args()

    missing = []
    jobs: list[Job] = []
    if importlib.util.find_spec("atheris") is None:
        missing.append("*** the targets in Python were not fuzzed: atheris is not installed ***")
    else:
        jobs += python_jobs()
    compiler = find_clang()
    if compiler is None:
        missing.append("*** the targets of the core were not fuzzed: no Clang with libFuzzer ***")
    else:
        build_core(compiler)
        jobs += native_jobs()
    print("\n".join(missing), flush=True)
    known = {job.name for job in jobs}
    if unknown := [name for name in chosen.only if name not in known]:
        sys.exit(f"there is no target {unknown[0]!r}: use {', '.join(sorted(known))}")
    jobs = [job for job in jobs if not chosen.only or job.name in chosen.only]

    total = sum(job.share for job in jobs)
    end = time.monotonic() + chosen.seconds
    runs: list[Run] = []
    print(f"{'target':18} {'inputs':>10} {'seconds':>8} {'coverage':>15}  result", flush=True)
    for place, job in enumerate(jobs):
        left = (end - time.monotonic()) * 3 / (len(jobs) - place + 2)
        run = fuzz(job, round(chosen.inputs * job.share / total), left, chosen.seed)
        runs.append(run)
        cover = f"{run.coverage[0]} > {run.coverage[1]}"
        print(
            f"{run.name:18} {run.inputs:10,} {run.seconds:8.0f} {cover:>15}  {run.result}",
            flush=True,
        )
        if chosen.keep:
            keep(job)
    inputs, seconds = sum(run.inputs for run in runs), sum(run.seconds for run in runs)
    failed = [run.name for run in runs if run.result != "ok"]
    print(f"{'all':18} {inputs:10,} {seconds:8.0f} {'':15}  {len(failed)} failed")
    for name in failed:
        print(
            f"*** {name}: the input and the report are in {(CRASHES / name).relative_to(ROOT)} ***"
        )
    print("\n".join(missing))
    if failed or missing:
        sys.exit(1)


if __name__ == "__main__":
    main()
