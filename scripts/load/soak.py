"""Let two hundred clients play, watch, search, upload, study and misbehave, for half an hour.

Every few seconds the time of a move, the memory, the disk, the log and the open files are noted,
and drawn at the end as a picture. Then the server is killed: every acknowledged move must be there.
"""

import asyncio
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Sequence
from pathlib import Path

from scripts.load import measure
from scripts.load.attack import BOUND, many_files
from scripts.load.client import Client
from scripts.load.server import LoadServer, ServerError, add_server_arguments, server_of
from scripts.load.soak_clients import Crowd, take_part
from scripts.load.soak_picture import Sample, draw

_RAMP = 0.02  # seconds between two clients who come
_EVERY = 5.0  # seconds between two samples
_LEAVE = 10.0  # seconds in which everybody must have left


def add_arguments(parser: ArgumentParser) -> None:
    """Add the arguments of this command."""
    add_server_arguments(parser)
    parser.add_argument("--minutes", metavar="M", type=float, default=30.0)
    parser.add_argument("--clients", metavar="N", type=int, default=200)
    parser.add_argument("--seed", metavar="S", type=int, default=1)
    parser.add_argument(
        "--bound", metavar="MS", type=float, default=BOUND, help="of a move, at p99 (%(default)s)"
    )


async def soak(
    server: LoadServer, seconds: float, clients: int, seed: int, every: float = _EVERY
) -> tuple[Crowd, list[Sample]]:
    """Let everybody do what they do for so long; return what was acknowledged, and the samples."""
    crowd = Crowd(server.port, seed)
    tasks = []
    for number in range(clients):
        tasks.append(asyncio.create_task(take_part(crowd, number, clients)))
        await asyncio.sleep(_RAMP)
    samples: list[Sample] = []
    began = time.monotonic()
    seen = len(crowd.timings.moves)
    while (passed := time.monotonic() - began) < seconds:
        await asyncio.sleep(min(every, seconds - passed))
        latest = [taken for _, taken in crowd.timings.moves[seen:]]
        seen = len(crowd.timings.moves)
        used = server.usage()
        samples.append(
            Sample(
                seconds=time.monotonic() - began,
                moves=len(latest),
                p50=measure.in_ms(latest, 0.5),
                p99=measure.in_ms(latest, 0.99),
                memory=used.rss_mb,
                disk=used.disk_bytes / 1e6,
                log=used.log_bytes / 1e6,
                files=used.files,
            )
        )
    crowd.is_over = True
    _, late = await asyncio.wait(tasks, timeout=_LEAVE)
    for task in late:
        task.cancel()
    await asyncio.gather(*tasks)
    return crowd, samples


async def lost_moves(server: LoadServer, crowd: Crowd) -> list[str]:
    """Kill the server, start it again, and return a sentence for each game that misses moves."""
    server.restart()
    client = Client(server.port)
    lost = await crowd.ledger.lost(client)
    client.close()
    return lost


def report(
    crowd: Crowd, samples: Sequence[Sample], lost: Sequence[str], folder: Path = measure.FOLDER
) -> dict[str, object]:
    """Write the picture and the figures; return the row that sums them up."""
    seconds = crowd.timings.seconds
    last = samples[-1]
    row: dict[str, object] = {
        "minutes": last.seconds / 60,
        "moves": len(seconds),
        "p50 ms": measure.in_ms(seconds, 0.5),
        "p99 ms": measure.in_ms(seconds, 0.99),
        "failed": len(crowd.timings.failed),
        "lost": len(lost),
        "most MB": max(each.memory for each in samples),
        "last MB": last.memory,
        "disk MB": last.disk,
        "log MB": last.log,
        "files": max(each.files for each in samples),
    }
    told = {
        "row": row,
        "answers": dict(sorted(crowd.answers.items())),
        "samples": [each.columns() for each in samples],
    }
    measure.keep("soak", told, folder)
    (folder / "soak.svg").write_text(draw(samples), encoding="utf-8")
    return row


def run(options: Namespace) -> int:
    """Soak, and compare with the bound."""
    if options.clients < 1 or options.minutes <= 0:
        raise ServerError("a soak has at least one client, and lasts longer than 0 minutes")
    many_files()
    with server_of(options) as server:
        crowd, samples = asyncio.run(
            soak(server, 60 * options.minutes, options.clients, options.seed)
        )
        lost = asyncio.run(lost_moves(server, crowd))
    row = report(crowd, samples, lost)
    measure.show("a soak", [row])
    for sentence in (*lost, *crowd.timings.failed[:5]):
        print(sentence)
    print(", ".join(f"{name}: {count}" for name, count in sorted(crowd.answers.items())))
    print(f"drawn in {measure.FOLDER / 'soak.svg'}, figures in {measure.FOLDER / 'soak.json'}")
    p99 = measure.in_ms(crowd.timings.seconds, 0.99)
    return 0 if not lost and p99 < options.bound else 1
