"""Any time control, for tests that hold for all of them."""

from hypothesis import strategies as st

from fourfold.game import TimeControl

_seconds = st.floats(1e-9, 1e18) | st.integers(1, 10**6)
_moves = st.none() | _seconds

time_controls = st.builds(TimeControl, st.none(), _moves) | st.builds(
    TimeControl, _seconds, _moves, st.just(0.0) | _seconds
)
