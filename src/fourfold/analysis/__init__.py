"""What people want to know of positions and searches: analyses, threats, hints, and the lab.

What searches is in `search`, what plays is in `agents`; nothing here shows anything.
"""
