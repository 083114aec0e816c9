"""The soak: who takes part, what is noted, and its picture."""

import asyncio
import json
import xml.etree.ElementTree as ElementTree
from argparse import Namespace
from collections import Counter
from math import nan
from pathlib import Path

from scripts.load.client import Client
from scripts.load.server import own_binary, server_of
from scripts.load.soak import lost_moves, report, soak
from scripts.load.soak_clients import ROLES, Crowd, role_of
from scripts.load.soak_picture import Sample, draw

HERE = Namespace(server=own_binary(), postgres=False, database=None, options="")
SAMPLE = Sample(5.0, 10, 7.0, 35.0, 90.0, 4.0, 0.0, 60)


def test_every_role_has_its_share() -> None:
    for clients in (200, 20):
        found = Counter(role_of(number, clients) for number in range(clients))
        assert found == {role: share * clients // 200 for role, share in ROLES}


def test_a_short_soak_loses_nothing(tmp_path: Path) -> None:
    async def check() -> tuple[Crowd, list[Sample]]:
        return await soak(server, 2.5, 20, 1, every=1.0)

    with server_of(HERE) as server:
        crowd, samples = asyncio.run(check())
        assert asyncio.run(lost_moves(server, crowd)) == []
        game = next(iter(crowd.ledger.games))
        crowd.ledger.games[game].append(99)  # a column that there is not
        assert len(asyncio.run(crowd.ledger.lost(Client(server.port)))) == 1
    assert len(samples) >= 2
    assert samples[-1].memory > 20
    assert crowd.timings.moves
    row = report(crowd, samples, [], tmp_path)
    assert row["moves"] == len(crowd.timings.moves)
    kept = json.loads((tmp_path / "soak.json").read_text())["results"]
    assert len(kept["samples"]) == len(samples)
    ElementTree.parse(tmp_path / "soak.svg")


def test_the_picture_has_a_curve_for_each_figure_and_gaps_without_moves() -> None:
    silent = Sample(10.0, 0, nan, nan, 95.0, 5.0, 0.0, 61)
    root = ElementTree.fromstring(draw([SAMPLE, silent]))
    space = "{http://www.w3.org/2000/svg}"
    curves = [each.get("points", "").split() for each in root.iter(f"{space}polyline")]
    assert [len(points) for points in curves] == [1, 1, 2, 2, 2, 2]
    assert "35 ms" in (root.findtext(f"{space}desc") or "")
    assert "prefers-color-scheme: dark" in (root.findtext(f"{space}style") or "")
    assert silent.columns()["p99"] is None
    assert "Nothing" in draw([])
