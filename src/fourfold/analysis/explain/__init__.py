"""Says in sentences why a column is good or bad. No sentence is ever false.

    explain      finds the facts about a column and chooses which to say
    Fact         one kind of sentence: what it states, its words, and how to check it

A new kind of sentence is a class in a module of facts, and a line where it is found: `tactics`
(what happens on the next plies), `strategy` (threats, plans and lines) or `outcomes` (what is
proven of the column beside the others). docs/explaining.md lists them all.
"""

from fourfold.analysis.explain.explainer import Explanation, explain, explain_analysis
from fourfold.analysis.explain.fact import Fact, Move

__all__ = ["Explanation", "Fact", "Move", "explain", "explain_analysis"]
