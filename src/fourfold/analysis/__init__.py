"""What people want to know of positions, games and searches: analyses, threats, reviews, the lab.

What searches is in `search`, what plays is in `agents`; nothing here prints anything.
"""
