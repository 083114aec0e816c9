"""What people do in games: begin them, move, take back, resign, and prove whose seat it is.

It waits for the database, so it is called from threads. It knows nothing of who watches.
"""
