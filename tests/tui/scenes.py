"""The main screens: pictures for docs/playing.md, and texts that the tests compare with.

python -m tests.tui.scenes [NAME...]    writes both anew; `make pictures` does so for all
"""

import os
import sys
import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from fourfold.agents import registry
from fourfold.game import Mode, Record, TimeControl, save

from .driver import KINDS, Driver, drive, record
from .picture import picture

ROOT = Path(__file__).parents[2]
PICTURES = ROOT / "docs" / "images"
SNAPSHOTS = Path(__file__).parent / "snapshots"


@dataclass(frozen=True)
class Scene:
    """A game, and what is done until the screen is worth looking at."""

    name: str
    game: Callable[[], Record | None]
    script: Callable[[Driver], Awaitable[None]]
    size: tuple[int, int] = (80, 24)
    has_picture: bool = True
    has_snapshot: bool = True
    """Whether it looks the same every time."""


async def as_it_is(at: Driver) -> None:
    """Nothing is to be done."""


def keys(*pressed: str) -> Callable[[Driver], Awaitable[None]]:
    async def script(at: Driver) -> None:
        for key in pressed:
            await at.press(key)

    return script


async def tips(at: Driver) -> None:
    await at.press("t")
    await at.until(lambda: at.notice.startswith("Tip: "), 60)


async def opponent_thinks(at: Driver) -> None:
    await at.until(lambda: at.status.startswith("UCT is thinking: depth"), 60)
    await at.pilot.pause(1.0)


async def slow_thinks(at: Driver) -> None:
    await at.until(lambda: "1.3 million" in at.status)


async def several_games(at: Driver) -> None:
    save("my.games", [record("7x6:4455667"), record("9x8-xd3:44", "human:Ann", "human:Bob")])
    await at.press("f3")
    await at.press(*"my.games", "enter")


async def two_agents_on_the_form(at: Driver) -> None:
    from textual.widgets import Select

    at.app.screen.query_one("#mode", Select).value = Mode.AI_AI
    at.app.screen.query_one("#boards", Select).value = "8x8-xd4-xe4-bd6"
    await at.pilot.pause()
    await at.pilot.pause()


async def options_of_slow(at: Driver) -> None:
    from textual.widgets import Select

    at.app.screen.query_one("#two-agent", Select).value = "slow"
    await at.pilot.pause()
    await at.click("#two-options")


async def reviewed(at: Driver) -> None:
    await at.press("z")
    await at.until(lambda: "best in a row" in at.text, 60)
    await at.press("up", "up")


def no_game() -> None:
    return None


SCENES = (
    Scene("new-game", no_game, as_it_is),
    Scene("new-game-agents", no_game, two_agents_on_the_form, has_picture=False),
    Scene("options", no_game, lambda at: at.click("#two-options"), has_snapshot=False),
    Scene("choices", no_game, options_of_slow, has_picture=False),
    Scene("game", lambda: record("7x6:4435536"), as_it_is, has_picture=False),
    Scene("tips", lambda: record("7x6:4455", "human", "uct"), tips),
    Scene(
        "thinking",
        lambda: record("7x6:4435", "uct:seconds=30,threads=2", "human"),
        opponent_thinks,
        has_snapshot=False,
    ),
    Scene("thinks", lambda: record("7x6:44", "slow", "human"), slow_thinks, has_picture=False),
    Scene("won", lambda: record("7x6:445566", "human:Ann", "human:Bob"), keys("7")),
    Scene(
        "review",
        lambda: record("7x6:374544433212436527337774116555561116622267", "human:Ann", "human:Bob"),
        reviewed,
        has_snapshot=False,
    ),
    Scene("ban", lambda: record("8x7-xd1-xf4-be2:54345", "human", "perfect"), as_it_is),
    Scene(
        "largest",
        lambda: record("12x12-xc1-xj4-bf3:fffgghgdeefhabkhl", control=TimeControl(3600)),
        as_it_is,
        has_snapshot=False,
    ),
    Scene("large", lambda: record("12x12-xc1-xj4-bf3:fffggh"), as_it_is, has_picture=False),
    Scene("agents", lambda: record("9x8-xd3:5544", "greedy", "perfect"), keys("u", "r")),
    Scene("help", lambda: record("7x6:44"), keys("question_mark"), has_picture=False),
    Scene("quit", lambda: record("7x6:44"), keys("4", "q"), has_picture=False),
    Scene(
        "quit-narrow", lambda: record("7x6:44"), keys("4", "q"), (44, 14), has_picture=False
    ),
    Scene("save", lambda: record("7x6:44"), keys("s"), has_picture=False),
    Scene("open", no_game, several_games, has_picture=False),
    Scene("huge", lambda: record("7x6-xd3-be2:5544671"), as_it_is, (120, 40), has_picture=False),
    Scene("narrow", lambda: record("9x8-xd3-be2:55446789"), as_it_is, (60, 20), has_picture=False),
    Scene("too-small", lambda: record("12x12:"), as_it_is, (40, 12), has_picture=False),
)  # fmt: skip


def shown(scene: Scene) -> tuple[str, str]:
    """The text and the picture of a scene."""
    found: list[str] = []

    async def script(at: Driver) -> None:
        await scene.script(at)
        await at.pilot.pause()
        found.append(at.text + "\n")
        found.append(picture(at.app.screen._compositor.render_strips(), "fourfold play"))

    drive(script, scene.game(), scene.size)
    return found[0], found[1]


def main() -> None:
    wanted = sys.argv[1:]
    registry.list_agents()
    registry._kinds.update(KINDS)
    SNAPSHOTS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        for scene in SCENES:
            if wanted and scene.name not in wanted:
                continue
            for old in Path().iterdir():
                old.unlink()
            text, drawn = shown(scene)
            if scene.has_snapshot:
                (SNAPSHOTS / f"{scene.name}.txt").write_text(text, encoding="utf-8")
            if scene.has_picture:
                (PICTURES / f"play-{scene.name}.svg").write_text(drawn, encoding="utf-8")
            print(scene.name)


if __name__ == "__main__":
    main()
