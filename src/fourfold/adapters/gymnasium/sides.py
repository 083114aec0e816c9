"""Who moves first, and what follows an illegal column: the choices of both environments."""

from fourfold.errors import InvalidOption, describe

SIDES = ("first", "second", "random", "alternate")
ILLEGAL = ("lose", "raise")


def checked_side(side: object) -> str:
    """Return the choice of who moves first, or refuse it."""
    return _checked("side", side, SIDES)


def checked_illegal(illegal: object) -> str:
    """Return what happens after an illegal column, or refuse it."""
    return _checked("choice of what follows an illegal column", illegal, ILLEGAL)


def _checked(name: str, value: object, allowed: tuple[str, ...]) -> str:
    if not isinstance(value, str) or value not in allowed:
        choices = f"{', '.join(allowed[:-1])} or {allowed[-1]}"
        raise InvalidOption(f"the {name} is {describe(value)}, but must be {choices}")
    return value
