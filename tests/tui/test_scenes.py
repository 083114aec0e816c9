"""The main screens look as they did; `make pictures` makes them anew when that is meant."""

import re

import pytest

from .scenes import PICTURES, ROOT, SCENES, SNAPSHOTS, Scene, shown

COMPARED = [scene for scene in SCENES if scene.has_snapshot]


@pytest.mark.parametrize("scene", COMPARED, ids=lambda scene: scene.name)
def test_the_screen_is_as_it_was(scene: Scene) -> None:
    text, picture = shown(scene)
    expected = (SNAPSHOTS / f"{scene.name}.txt").read_text(encoding="utf-8")
    assert text == expected, f"'make pictures' if this was meant:\n{text}"
    width, height = scene.size
    assert len(text.splitlines()) <= height
    assert all(len(line) <= width for line in text.splitlines())
    if scene.has_picture:
        kept = (PICTURES / f"play-{scene.name}.svg").read_text(encoding="utf-8")
        assert words(picture) == words(kept) != [], "'make pictures' if this was meant"


def words(svg: str) -> list[str]:
    """What is written in a picture; colours may differ from one version of Textual to the next."""
    return re.findall(r"<text[^>]*>([^<]+)</text>", svg)


def test_every_picture_and_snapshot_has_a_scene() -> None:
    pictures = {f"play-{scene.name}.svg" for scene in SCENES if scene.has_picture}
    assert {path.name for path in PICTURES.glob("play-*.svg")} == pictures
    assert {path.name for path in SNAPSHOTS.iterdir()} == {f"{s.name}.txt" for s in COMPARED}
    shown_in = (ROOT / "docs" / "playing.md").read_text(encoding="utf-8")
    for name in pictures:
        assert f"(images/{name})" in shown_in, f"docs/playing.md does not show {name}"
