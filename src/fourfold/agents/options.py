"""The options of agents: what is allowed, what is the default, and how they are written.

An agent in text is its name, or `name:option=value,option=value`. Values are written as Python
would (`3`, `0.5`, `true`), and `none` where an option can be left out.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from fourfold.errors import InvalidAgent, describe

Value = bool | int | float | str | None

_TRUE = ("true", "yes", "on", "1")
_FALSE = ("false", "no", "off", "0")
_KINDS = {int: "a whole number", float: "a number", bool: "true or false", str: "a word"}


@dataclass(frozen=True, slots=True)
class Option:
    """One option of an agent."""

    name: str
    kind: type[bool] | type[int] | type[float] | type[str]
    default: Value
    doc: str
    """What it does, in one sentence."""
    least: float | None = None
    most: float | None = None
    above: float | None = None
    """Like `least`, but not allowed itself."""
    choices: tuple[str, ...] = ()
    """The words that are allowed, for an option of kind str."""
    label: str = ""
    """What people read beside its field; if not given, the name with a capital."""

    def __post_init__(self) -> None:
        if not self.label:
            words = self.name.replace("_", " ")
            object.__setattr__(self, "label", words[:1].upper() + words[1:])

    @property
    def allowed(self) -> str:
        """Say in words which values are allowed."""
        if self.choices:
            words = ", ".join(self.choices)
        else:
            words = _KINDS[self.kind]
            if self.least is not None and self.most is not None:
                words += f" from {self.least} to {self.most}"
            elif self.least is not None:
                words += f" from {self.least}"
            elif self.above is not None:
                words += f" above {self.above}"
                if self.most is not None:
                    words += f" and up to {self.most}"
            elif self.most is not None:
                words += f" up to {self.most}"
        return f"{words}, or none" if self.default is None else words

    def parse(self, text: str) -> Value:
        """Read a value from text; ValueError if it is not allowed."""
        if text == "none" and self.default is None:
            return None
        value = self._read(text)
        if not isinstance(value, str):
            if (
                not math.isfinite(value)
                or (self.least is not None and value < self.least)
                or (self.most is not None and value > self.most)
                or (self.above is not None and value <= self.above)
            ):
                raise ValueError
        elif self.choices and value not in self.choices:
            raise ValueError
        return value

    def _read(self, text: str) -> bool | int | float | str:
        if self.kind is bool:
            if text.lower() not in (*_TRUE, *_FALSE):
                raise ValueError
            return text.lower() in _TRUE
        if self.kind is str:
            return text
        if len(text) > 30 or not text.isascii() or "_" in text:
            raise ValueError
        return self.kind(text)


def format_value(value: Value) -> str:
    """Write a value as in an agent's text."""
    if value is None or isinstance(value, bool):
        return str(value).lower()
    return f"{value:g}" if isinstance(value, float) else str(value)


def exact_value(value: Value) -> str:
    """Write a value so that reading it gives the same one."""
    text = format_value(value)
    return text if not isinstance(value, float) or float(text) == value else repr(value)


def split_spec(spec: str) -> tuple[str, dict[str, str]]:
    """Split an agent's text into its name and the texts of its options."""
    if not isinstance(spec, str):
        raise InvalidAgent(f"an agent must be a text such as 'perfect', not {describe(spec)}")
    name, colon, rest = spec.strip().partition(":")
    return name, split_options(spec, rest) if colon else {}


def split_options(spec: str, rest: str) -> dict[str, str]:
    """Split the part of an agent's text after its name, `option=value,option=value`."""
    options: dict[str, str] = {}
    for part in rest.split(","):
        option, equals, text = (word.strip() for word in part.partition("="))
        if not option or not equals or not text:
            raise InvalidAgent(
                f"agent {describe(spec)} has {describe(part)} where 'option=value' was expected"
            )
        if option in options:
            raise InvalidAgent(f"agent {describe(spec)} has the option {describe(option)} twice")
        options[option] = text
    return options


def _shown(text: str) -> str:
    """Return the beginning of a value as it is, or escaped if it cannot be printed."""
    start = text[:30]
    return start if start.isprintable() else repr(start)


def parse_options(
    spec: str, texts: Mapping[str, str], options: Iterable[Option]
) -> dict[str, Value]:
    """Read the value of every option; the default where the text has none."""
    known = {option.name: option for option in options}
    for name in texts:
        if name not in known:
            has = f"its options are {', '.join(known)}" if known else "it has none"
            raise InvalidAgent(f"agent {describe(spec)} has no option {describe(name)}; {has}")
    values = {}
    for name, option in known.items():
        values[name] = option.default
        if name in texts:
            try:
                values[name] = option.parse(texts[name])
            except ValueError:
                raise InvalidAgent(
                    f"agent {describe(spec)} has {name}={_shown(texts[name])}, "
                    f"but {name} must be {option.allowed}"
                ) from None
    return values
