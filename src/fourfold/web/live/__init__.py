"""What is told while it happens: a channel for each game, the hub of them all, the event streams.

Everything here runs on the event loop. The searches are in `thinking`.
"""
