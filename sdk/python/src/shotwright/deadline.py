"""Deadlines of calls."""

from __future__ import annotations

import time

from .errors import ShotwrightError

_SILENCE_SECONDS = 45.0
"""Time without data after which an attempt is given up; longer than a capture is waited for."""


class Deadline:
    """Moment at which a call has to end."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._ends_at = time.monotonic() + seconds

    def left(self) -> float:
        """Returns the time that is left, in seconds. Raises ``deadline_exceeded`` if there is none."""
        left = self._ends_at - time.monotonic()
        if left <= 0:
            message = f"The call did not finish within {self._seconds:g} s."
            raise ShotwrightError("deadline_exceeded", message, is_retryable=True)
        return left

    def silence(self) -> float:
        """Returns the longest time that an attempt may wait for data."""
        return min(self.left(), _SILENCE_SECONDS)

    def sleep(self, seconds: float) -> None:
        """Waits; raises ``deadline_exceeded`` if the call has to end before."""
        time.sleep(min(seconds, self.left()))
        self.left()
