"""What is written on the screen: sentences, the hint below each column, the list of keys.

Only texts are made here; nothing is drawn.
"""
