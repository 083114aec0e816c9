"""What the game's screen is made of: the board, how its cells are drawn, the panel beside it.

A widget draws what it is given; it plays no game and knows no screen.
"""
