"""How much one client may ask for: who a request is from, rates, and open event streams.

How processor time is shared between clients is in `thinking`.
"""
