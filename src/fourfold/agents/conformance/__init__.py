"""What every player must do, on every kind of rules: the suite behind `fourfold check-agent`.

`positions` has what is asked, `checks` the single checks, `suite` runs them all on one player. The
tests of this package's own agents use the same checks.
"""

from fourfold.agents.conformance.suite import CheckResult, Verdict, check_agent, check_player

__all__ = ["CheckResult", "Verdict", "check_agent", "check_player"]
