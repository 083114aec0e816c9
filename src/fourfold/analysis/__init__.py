"""Looking at positions, games and searches from outside."""
