"""The screens and the dialogs over them: what a key does there, and where it leads.

What they draw is in `widgets`, what they say in `text`.
"""
