"""Rules for the native core."""

from fourfold import _native
from fourfold.rules import Rules


def native_rules(rules: Rules) -> _native.Rules:
    """Convert rules to what the native core takes."""
    return _native.Rules(rules.columns, rules.rows, rules.forbidden, rules.bonus)
