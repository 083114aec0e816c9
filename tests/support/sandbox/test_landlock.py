"""What each version of the kernel's interface is asked for."""

import struct

import pytest

from fourfold.support.sandbox import landlock


@pytest.mark.parametrize(
    ("version", "words"),
    [
        (1, (0x1FFF,)),
        (2, (0x3FFF,)),
        (3, (0x7FFF,)),
        (4, (0x7FFF, 3)),
        (5, (0xFFFF, 3)),
        (6, (0xFFFF, 3, 3)),
        (7, (0xFFFF, 3, 3)),
        (9, (0xFFFF, 3, 3)),  # what a newer kernel can do besides is not asked for
    ],
)
def test_a_version_is_asked_for_what_it_knows(version: int, words: tuple[int, ...]) -> None:
    assert struct.unpack(f"={len(words)}Q", landlock._attributes(version)) == words


def test_a_system_without_landlock_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(landlock, "abi", lambda: 0)
    with pytest.raises(OSError, match="no Landlock"):
        landlock.restrict([], [], [])
